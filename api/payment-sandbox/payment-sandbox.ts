import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { ensureCatalogue, type SandboxProduct } from './billing/catalogue.ts';
import { createFindDueWork } from './billing/due-work.ts';
import { openDisputes } from './billing/payments.ts';
import { createControl, type SandboxControl } from './control/control.ts';
import { createApiApp } from './http/api-app.ts';
import { createFaults } from './http/faults.ts';
import { deleteOldAnswers } from './http/idempotency.ts';
import { createKeys } from './http/keys.ts';
import { createPagesApp } from './pages/pages-app.ts';
import { expandOnly, routes } from './route-table.ts';
import { createEngine, type Engine } from './state/engine.ts';
import { Deliverer } from './webhooks/deliverer.ts';
import { findMainSecret, scheduleDeliveries, setMainEndpoint } from './webhooks/endpoints.ts';

export type { PagePayer, SandboxControl } from './control/control.ts';

const WEBHOOK_WAIT_MS = 10_000;

type Webhook = { url: string; secret: string };

export type PaymentSandboxOptions = {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Where its state is saved; null: in memory. */
  directory: string | null;
  products: readonly SandboxProduct[];
  webhook: Webhook | null;
  /** May do everything; any other key is a 401, unless `control` makes it a restricted one. */
  apiKey: string;
  log?: Logger;
  /** Real time, milliseconds; the sandbox adds its own offset. */
  now?: () => number;
  /** Who sells, as invoices and receipts say it, line by line. */
  seller?: (() => readonly string[]) | undefined;
  /** Where the clock of a new sandbox starts, Unix seconds: in the past, for a history that `advanceTo` plays. */
  startsAt?: number | undefined;
};

export type PaymentSandbox = {
  /** Without a slash at the end. */
  url: string;
  /** Nothing was saved by an earlier one. */
  isNew: boolean;
  /** Secret of an earlier start, which signs deliveries that go out before `setWebhook`. Null in a new sandbox. */
  webhookSecret: string | null;
  stop(): Promise<void>;
  setWebhook(webhook: Webhook): Promise<void>;
  control: SandboxControl;
};

/** Starts a server that answers as the Stripe API does. */
export async function startPaymentSandbox(options: PaymentSandboxOptions): Promise<PaymentSandbox> {
  const { log, now: realNow = Date.now } = options;
  let url = '';
  let isStopping = false;
  const deliverer = new Deliverer({ engine: () => engine, realNow, log });
  const engine: Engine = await createEngine({
    directory: options.directory,
    now: realNow,
    startsAt: options.startsAt,
    findDueWork: createFindDueWork(() => url),
    onEvents: (tx) => {
      openDisputes(tx);
      scheduleDeliveries(tx, tx.events, deliverer.plan());
    },
    onCommit: () => deliverer.wake(),
  });
  const faults = createFaults();
  const keys = createKeys(options.apiKey);
  const control = createControl({ engine, deliverer, faults, keys, baseUrl: () => url });
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.route('/', createApiApp({ engine, routes, expandOnly, keys, faults, baseUrl: () => url, realNow, log }));
  app.route(
    '/',
    createPagesApp({
      engine,
      control,
      baseUrl: () => url,
      seller: options.seller ?? (() => []),
      waitForWebhooks: () => waitForWebhooks(control),
    }),
  );
  const server = createServer(getRequestListener(app.fetch));
  await listen(server, options).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  const { port } = server.address() as AddressInfo;
  url = `http://${options.host}:${port}`;
  const setWebhook = (webhook: Webhook) => engine.run((tx) => setMainEndpoint(tx, webhook));
  // Before the endpoint: nobody waits for the events of the catalogue.
  await engine.run((tx) => {
    ensureCatalogue(tx, options.products);
    deleteOldAnswers(tx, Math.floor(realNow() / 1000));
  });
  const webhookSecret = await engine.run((tx) => findMainSecret(tx));
  if (options.webhook) await setWebhook(options.webhook);
  deliverer.wake();
  const dueWorkTimer = setInterval(() => {
    engine.runDueWork().catch((error: unknown) => log?.error({ err: error }, 'due work of the payment sandbox failed'));
  }, 1_000).unref();

  return {
    url,
    isNew: engine.isNew,
    webhookSecret,
    control,
    setWebhook,
    stop: async () => {
      if (isStopping) return;
      isStopping = true;
      clearInterval(dueWorkTimer);
      await deliverer.stop();
      await close(server);
      await engine.close();
    },
  };
}

/** As Stripe before it sends the browser back: the shop has had the events, or did not answer in time. */
const waitForWebhooks = (control: SandboxControl): Promise<unknown> =>
  Promise.race([control.whenDelivered(), sleep(WEBHOOK_WAIT_MS, undefined, { ref: false })]);

const listen = (server: Server, { host, port }: { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
