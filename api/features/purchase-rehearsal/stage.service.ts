import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { publicHosts } from '#api/adapters/safe-fetch/public-host.ts';
import type { EmailMessage, Mailer } from '#api/adapters/mailer.ts';
import { type RehearsalPayments, startRehearsalPayments } from '#api/adapters/stripe/rehearsal-payments.ts';
import { generateToken } from '#api/adapters/secrets.ts';
import { signWebhook } from '#api/adapters/webhook-signature.ts';
import type { Deps } from '#api/deps.ts';
import { listSellerFacts } from '#api/domain/seller.ts';
import { WEBHOOK_SIGNATURE_HEADER } from '#api/domain/subscription-webhooks.ts';
import { createProxyWatch } from '#api/http/proxy-watch.ts';
import { closeServer, listen, toLoopbackAddress } from '#api/http/node-server.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { readTaxSide } from '#api/features/stripe-check/price-check.service.ts';
import { StripeCheck } from '#api/features/stripe-check/stripe-check.service.ts';
import { SubscriptionWebhookWorker } from '#api/features/subscription-webhooks/worker.service.ts';
import { BillingWorker } from '#api/features/subscriptions/webhooks/worker.service.ts';
import { createNoopPublisher } from '#api/publishing/ports.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { planPrices, products, siteParts, webhookEndpoints } from '#db/schema/index.ts';
import { copyRows, copySchema } from './database-copy.queries.ts';
import { write } from '#db/write.ts';

export type CreateApp = (deps: Deps) => Pick<Hono, 'fetch'>;

/** Where one rehearsal happens: the whole API over a database of its own, with a payment sandbox and a mail server that keep everything. */
export type Stage = {
  deps: Deps;
  url: string;
  control: RehearsalPayments['control'];
  /** Every email that was sent, the oldest first. */
  emails: readonly EmailMessage[];
  /** Bodies of the webhooks that a program of the company received, with a signature that was right. */
  programEvents: readonly unknown[];
  /** Waits until events are delivered and applied, and emails and webhooks are sent. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  deps: Deps;
  createApp: CreateApp;
  /** A folder for its database, which is removed at the end. */
  directory: string;
  payments: Pick<Parameters<typeof startRehearsalPayments>[0], 'prices' | 'priceIds'>;
  adminEmail: string;
};

const PROGRAM_PATH = '/rehearsal-program';
/** Events, emails and webhooks cause each other: a purchase is settled after so many rounds. */
const SETTLE_ROUNDS = 3;

/** Opens a stage. @throws what opening a database, a port or the sandbox throws; nothing is left then. */
export async function openStage(options: Options): Promise<Stage> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.toReversed()) await end();
  };
  try {
    return { ...(await openParts(options, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(
  { deps: real, createApp, directory, payments, adminEmail }: Options,
  closing: (() => Promise<unknown>)[],
): Promise<Omit<Stage, 'close'>> {
  const { clock, log, site } = real;
  const db = await openStageDatabase(real.db, directory, closing);
  const seller = () => listSellerFacts(site.settings.company, site.settings.language.language);
  const sandbox = await startRehearsalPayments({ clock, log, seller, ...payments });
  closing.push(sandbox.stop);

  const emails: EmailMessage[] = [];
  const mailer: Mailer = { send: async (message) => void emails.push(message), close: () => undefined };
  const base: Deps = {
    ...real,
    db,
    payments: sandbox.payments,
    accounts: { ...real.accounts, adminEmails: [adminEmail], isEmailSavedToFiles: false },
    mail: { ...real.mail, send: mailer.send },
    metrics: null,
    proxyWatch: createProxyWatch({ log, clock }),
    publisher: createNoopPublisher(db),
    userDeletions: { wake: () => undefined },
    blacklistWorker: { wake: () => undefined },
    complimentaryPlans: { wake: () => undefined },
    priceMoves: { wake: () => undefined },
  };
  const outboxWorker = new OutboxWorker({ ...base, mailer });
  const subscriptionWebhooks = new SubscriptionWebhookWorker({
    ...base,
    hosts: { ...publicHosts, isAllowed: () => true },
  });
  const shared = { ...base, payments: sandbox.payments, outboxWorker, subscriptionWebhooks };
  const billingWorker = new BillingWorker(shared);
  const stripeCheck = new StripeCheck({
    ...shared,
    settings: { isProduction: false, allowsTestKey: true, webhookUrl: () => '' },
    taxSide: () => readTaxSide(site.settings.tax),
  });
  const deps: Deps = { ...shared, billingWorker, stripeCheck };
  closing.push(() => Promise.all([outboxWorker.stop(), subscriptionWebhooks.stop(), billingWorker.stop()]));

  const programEvents: unknown[] = [];
  const programSecret = `whsec_${generateToken()}`;
  const app = createApp(deps);
  const server = createServer(
    getRequestListener(async (request) => {
      if (new URL(request.url).pathname !== PROGRAM_PATH) return app.fetch(request);
      const body = await request.text();
      const signature = request.headers.get(WEBHOOK_SIGNATURE_HEADER) ?? '';
      const signedAt = Number(/^t=(\d+),/.exec(signature)?.[1]) * 1_000;
      if (signature !== signWebhook(programSecret, body, signedAt)) return new Response(null, { status: 400 });
      programEvents.push(JSON.parse(body));
      return new Response(null, { status: 204 });
    }),
  );
  await listen(server, { host: '127.0.0.1', port: 0 });
  closing.push(() => closeServer(server));
  const url = `http://${toLoopbackAddress(server)}`;
  await sandbox.connectWebhooks(`${url}/api/stripe/webhook`);
  await write(db, [
    db.orm.insert(webhookEndpoints).values({
      url: `${url}${PROGRAM_PATH}`,
      secret: deps.secrets.encrypt(programSecret),
      createdAt: clock.now(),
    }),
  ]);
  return {
    deps,
    url,
    control: sandbox.control,
    emails,
    programEvents,
    async settle() {
      for (let round = 0; round < SETTLE_ROUNDS; round += 1) {
        await sandbox.control.whenDelivered();
        await billingWorker.whenIdle();
        await Promise.all([outboxWorker.whenIdle(), subscriptionWebhooks.whenIdle()]);
      }
    },
  };
}

/** A database with today’s tables and what is sold, but without people, content and payments. */
async function openStageDatabase(
  real: Database,
  directory: string,
  closing: (() => Promise<unknown>)[],
): Promise<Database> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(directory, 'rehearsal-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const db = await openDatabase(`file:${join(folder, 'rehearsal.db')}`);
  closing.push(async () => db.client.close());
  // It is thrown away at the end, so no write has to reach the disk.
  await db.client.execute('PRAGMA synchronous = OFF');
  await copySchema(real, db);
  await copyRows(real, db, siteParts, sql`${siteParts.state} = 'live'`);
  await copyRows(real, db, planPrices);
  await copyRows(real, db, products);
  return db;
}
