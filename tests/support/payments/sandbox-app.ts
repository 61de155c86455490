import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import Stripe from 'stripe';
import type { Payments } from '#api/adapters/payments.ts';
import { createStripePayments, type StripeSettings } from '#api/adapters/stripe/stripe-payments.ts';
import { createApp } from '#api/app.ts';
import type { PriceIds } from '#api/domain/catalogue-types.ts';
import { BillingWorker } from '#api/features/subscriptions/webhooks/worker.service.ts';
import type { SandboxProduct } from '#api/payment-sandbox/billing/catalogue.ts';
import { type PaymentSandbox, startPaymentSandbox } from '#api/payment-sandbox/payment-sandbox.ts';
import { type Rewrite, startRewritingProxy } from './rewriting-proxy.ts';
import { createTestStripeCheck, type TestApp, type TestDatabase } from '../app/test-app.ts';

const SECRET_KEY = 'sk_test_sandbox';
export const WEBHOOK_SECRET = 'whsec_sandbox';

export type PaymentApp = TestApp & {
  payments: Payments;
  settings: StripeSettings;
  /** The official SDK, for what a person would do in the dashboard. */
  stripe: Stripe;
  control: PaymentSandbox['control'];
  worker: BillingWorker;
  webhookUrl: string;
  /** The sandbox signs its webhooks with this secret from now on. */
  setWebhookSecret(secret: string): Promise<void>;
  /** Delivers all webhooks that are held, and waits until they are applied. */
  deliver(): Promise<void>;
};

type Options = {
  rewrite?: Rewrite | undefined;
  /** The folder for the sandbox’s state, which is in memory without one. */
  directory?: string;
  /** False for a site that hears of nothing, while it is prepared. */
  hasWebhooks?: boolean;
  /** Products that the sandbox starts with, and the prices of plans that the settings of the server name. */
  sold?: { products: readonly SandboxProduct[]; priceIds: PriceIds };
};

/**
 * The whole API over a database and a payment sandbox. Webhooks are held until `deliver`; nothing else applies them, unless the test
 * starts the worker. `rewrite` changes what the API is answered, but not what `stripe` is.
 */
export async function createSandboxApp(
  data: TestDatabase,
  { rewrite, directory, hasWebhooks = true, sold = { products: [], priceIds: {} } }: Options = {},
): Promise<PaymentApp> {
  const { clock, deps } = data;
  const now = () => clock.now();
  const sandbox = await startPaymentSandbox({
    host: '127.0.0.1',
    port: 0,
    directory: directory ?? null,
    products: sold.products,
    webhook: null,
    apiKey: SECRET_KEY,
    now,
  });
  const proxy = rewrite ? await startRewritingProxy(sandbox.url, rewrite) : null;
  const settings: StripeSettings = {
    secretKey: SECRET_KEY,
    apiBase: proxy?.url ?? sandbox.url,
    webhookSecrets: [WEBHOOK_SECRET],
    priceIds: sold.priceIds,
    sandboxUrl: sandbox.url,
    now,
  };
  const payments = createStripePayments(settings);
  const worker = new BillingWorker({ ...deps, payments });
  Object.assign(deps, { payments, billingWorker: worker });
  const app = createApp(deps);
  const { url, close: closeReceiver } = await serve(app);
  const webhookUrl = `${url}/api/stripe/webhook`;
  deps.stripeCheck = createTestStripeCheck(deps, webhookUrl);
  const { control } = sandbox;
  control.setDelivery({ mode: 'hold' });
  if (hasWebhooks) await sandbox.setWebhook({ url: webhookUrl, secret: WEBHOOK_SECRET });
  const { hostname, port } = new URL(sandbox.url);
  return {
    ...data,
    app,
    payments,
    settings,
    stripe: new Stripe(SECRET_KEY, { host: hostname, port, protocol: 'http', telemetry: false }),
    control,
    worker,
    webhookUrl,
    setWebhookSecret: (secret) => sandbox.setWebhook({ url: webhookUrl, secret }),
    async deliver() {
      await control.deliverHeld();
      await control.whenDelivered();
      await worker.whenIdle();
    },
    async close() {
      await worker.stop();
      await proxy?.close();
      await sandbox.stop();
      await closeReceiver();
      await data.close();
    },
  };
}

/** The sandbox sends its webhooks over HTTP. */
async function serve(app: ReturnType<typeof createApp>): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
