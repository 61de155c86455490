export const SANDBOX_KEY = 'sk_test_sandbox';

const price = (id: string, unitAmount: number, interval: 'month' | 'year' = 'month') => ({
  id,
  unitAmount,
  currency: 'usd' as const,
  interval,
});

export const SANDBOX_PRODUCTS = [
  { id: 'prod_creator', name: 'Creator', prices: [price('price_creator', 1000)] },
  { id: 'prod_pro', name: 'Pro', prices: [price('price_pro', 3000), price('price_pro_year', 30_000, 'year')] },
  { id: 'prod_studio', name: 'Studio', prices: [price('price_studio', 12_000)] },
];
