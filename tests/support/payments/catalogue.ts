export const SANDBOX_KEY = 'sk_test_sandbox';

const price = (id: string, unitAmount: number) => ({
  id,
  unitAmount,
  currency: 'usd' as const,
  interval: 'month' as const,
});

export const SANDBOX_PRODUCTS = [
  { id: 'prod_creator', name: 'Creator', prices: [price('price_creator', 1000)] },
  { id: 'prod_pro', name: 'Pro', prices: [price('price_pro', 3000)] },
  { id: 'prod_studio', name: 'Studio', prices: [price('price_studio', 12_000)] },
];
