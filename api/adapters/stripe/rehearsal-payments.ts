import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Payments, ProviderPrice } from '#api/adapters/payments.ts';
import type { Clock } from '#api/clock.ts';
import type { PriceIds } from '#api/domain/catalogue-types.ts';
import type { SandboxControl } from '#api/payment-sandbox/payment-sandbox.ts';

/** This machine only: nobody else reaches the sandbox of a rehearsal. */
const HOST = '127.0.0.1';

export type RehearsalPayments = {
  payments: Payments;
  /** What the customer does on the payment page, and what has happened. */
  control: Pick<SandboxControl, 'pay' | 'whenDelivered' | 'list' | 'advanceTo'>;
  /** Where the sandbox sends its events; without it, they are held. */
  connectWebhooks(url: string): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  clock: Clock;
  log: Logger;
  seller: () => readonly string[];
  /** As the provider has them: a rehearsal charges what a customer would be charged. */
  prices: readonly { name: string; price: ProviderPrice }[];
  /** Price ids of the settings, which the catalogue doesn't know. */
  priceIds: PriceIds;
};

/** A payment sandbox in memory for one purchase rehearsal, with the prices that are really charged. It ends with `stop`. */
export async function startRehearsalPayments({
  clock,
  log,
  seller,
  prices,
  priceIds,
}: Options): Promise<RehearsalPayments> {
  const [{ createStripePayments }, { startPaymentSandbox }] = await Promise.all([
    import('./stripe-payments.ts'),
    import('#api/payment-sandbox/payment-sandbox.ts'),
  ]);
  const apiKey = `sk_test_rehearsal${randomBytes(16).toString('hex')}`;
  const secret = `whsec_${randomBytes(16).toString('hex')}`;
  const now = () => clock.now();
  const sandbox = await startPaymentSandbox({
    host: HOST,
    port: 0,
    directory: null,
    products: prices.map(({ name, price }) => toSandboxProduct(name, price)),
    webhook: null,
    apiKey,
    log,
    now,
    seller,
  });
  return {
    payments: createStripePayments({
      secretKey: apiKey,
      apiBase: sandbox.url,
      webhookSecrets: [secret],
      priceIds,
      sandboxUrl: sandbox.url,
      now,
    }),
    control: sandbox.control,
    connectWebhooks: (url) => sandbox.setWebhook({ url, secret }),
    stop: () => sandbox.stop(),
  };
}

/** A product of its own for each price: two prices of one plan may belong to one product, and its name is all that counts. */
const toSandboxProduct = (name: string, { id, amount, currency, interval, taxBehavior }: ProviderPrice) => ({
  id: `prod_rehearsal_${id}`,
  name,
  prices: [
    {
      id,
      unitAmount: amount ?? 0,
      currency,
      interval: interval === 'year' ? ('year' as const) : ('month' as const),
      taxBehavior,
    },
  ],
});
