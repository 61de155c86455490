import { toMinorUnits } from '#api/domain/money.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Payments, TaxBehavior } from '#api/adapters/payments.ts';
import type { PaymentSandbox } from '#api/payment-sandbox/payment-sandbox.ts';
import { formatPlanName, listEverPaidPlans } from '#api/domain/catalogue.ts';
import type { PlanInterval, PriceIds } from '#api/domain/catalogue-types.ts';
import type { Clock } from '#api/clock.ts';
import { type Env, hasPayments } from '#api/env.ts';

/** The sandbox is for this machine only. */
const SANDBOX_HOST = '127.0.0.1';
export const WEBHOOK_PATH = '/api/stripe/webhook';

export type RunningPayments = {
  payments: Payments | null;
  /** Null with Stripe, and where nothing can be bought. */
  sandbox: PaymentSandbox | null;
  /** Where the provider sends its events; of the sandbox, once it is connected. */
  webhookUrl(): string;
  /** Call it once the server listens at `origin`: the sandbox sends its webhooks there. */
  connectWebhooks(origin: string): Promise<void>;
  stop(): Promise<void>;
};

type Parts = {
  env: Env;
  clock: Clock;
  log: Logger;
  /** Where the clock of a new sandbox starts, Unix seconds. */
  sandboxStartsAt?: number | undefined;
  /** Who sells, as invoices of the sandbox say it. */
  seller?: (() => readonly string[]) | undefined;
  /** Whether the prices of the sandbox's catalogue include tax, as the site says; without it, the sandbox's account decides. */
  taxBehavior?: TaxBehavior | undefined;
};

/**
 * Stripe with keys; without them the payment sandbox, or in production nothing, so that nothing can be bought. The sandbox keeps
 * its state in memory and a file of one server, so there is none where several servers may share the database.
 */
export async function startPayments(parts: Parts): Promise<RunningPayments> {
  const { env, clock, log } = parts;
  const webhookUrl = () => `${env.SITE_URL}${WEBHOOK_PATH}`;
  if (env.stripe === null) {
    if (hasPayments(env)) return startWithSandbox(parts);
    log.warn(
      env.NODE_ENV === 'production'
        ? 'no Stripe keys are set (STRIPE_SECRET_KEY and others): nothing can be bought'
        : 'no Stripe keys are set and DATABASE_URL is a libSQL server: nothing can be bought, because the payment sandbox is for one server with a database file',
    );
    return {
      payments: null,
      sandbox: null,
      webhookUrl,
      connectWebhooks: async () => undefined,
      stop: async () => undefined,
    };
  }
  const { createStripePayments } = await import('./stripe-payments.ts');
  const payments = createStripePayments({ ...env.stripe, sandboxUrl: null, now: () => clock.now() });
  return { payments, sandbox: null, webhookUrl, connectWebhooks: async () => undefined, stop: async () => undefined };
}

async function startWithSandbox(parts: Parts): Promise<RunningPayments> {
  const secretKey = `sk_test_sandbox${randomBytes(16).toString('hex')}`;
  const [{ createStripePayments }, sandbox] = await Promise.all([
    import('./stripe-payments.ts'),
    startSandbox(parts, secretKey),
  ]);
  const { url } = sandbox;
  // Deliveries that wait since an earlier start are signed with its secret.
  const webhookSecret = sandbox.webhookSecret ?? `whsec_${randomBytes(16).toString('hex')}`;
  const payments = createStripePayments({
    secretKey,
    apiBase: url,
    webhookSecrets: [webhookSecret],
    priceIds: listSandboxPriceIds(),
    sandboxUrl: url,
    now: () => parts.clock.now(),
  });
  let webhookOrigin = parts.env.SITE_URL;
  return {
    payments,
    sandbox,
    webhookUrl: () => `${webhookOrigin}${WEBHOOK_PATH}`,
    connectWebhooks: (origin) => {
      webhookOrigin = origin;
      return sandbox.setWebhook({ url: `${origin}${WEBHOOK_PATH}`, secret: webhookSecret });
    },
    stop: () => sandbox.stop(),
  };
}

async function startSandbox(
  { env, clock, log, sandboxStartsAt, seller, taxBehavior }: Parts,
  apiKey: string,
): Promise<PaymentSandbox> {
  const { startPaymentSandbox } = await import('#api/payment-sandbox/payment-sandbox.ts');
  const start = (port: number): Promise<PaymentSandbox> =>
    startPaymentSandbox({
      host: SANDBOX_HOST,
      port,
      directory: join(env.DATA_DIR, 'payment-sandbox'),
      products: createSandboxProducts(taxBehavior),
      webhook: null,
      apiKey,
      log,
      now: () => clock.now(),
      startsAt: sandboxStartsAt,
      seller,
    });
  const port = env.PAYMENT_SANDBOX_PORT ?? (env.PORT === 0 ? 0 : (env.PORT + 1) % 65_536);
  return start(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return start(0);
  });
}

const toSandboxPriceId = (planKey: string, interval: PlanInterval) =>
  `price_sandbox_${planKey.toLowerCase()}${interval === 'month' ? '' : `_${interval}`}`;

/** Also for tests that start a sandbox of their own. */
export const listSandboxPriceIds = (): PriceIds =>
  Object.fromEntries(
    listEverPaidPlans().map(({ key, prices }) => [
      key,
      prices.map(({ interval }) => ({ priceId: toSandboxPriceId(key, interval), interval, isCurrent: true })),
    ]),
  );

/** One product for each plan, so that invoices name the plan. */
export const createSandboxProducts = (taxBehavior?: TaxBehavior) =>
  listEverPaidPlans().map(({ key, planName, productName, prices, currency }) => ({
    id: `prod_sandbox_${key.toLowerCase()}`,
    name: formatPlanName(productName, planName),
    prices: prices.map(({ interval, amount }) => ({
      id: toSandboxPriceId(key, interval),
      unitAmount: toMinorUnits(amount, currency),
      currency: currency.toLowerCase(),
      interval,
      taxBehavior,
    })),
  }));
