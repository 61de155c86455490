import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { createMediaProcessor } from '#api/adapters/media/media-processor.ts';
import { createCodeHighlighter } from '#api/adapters/code/code-highlighter.ts';
import { createDiskSpace } from '#api/adapters/disk-space.ts';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { createHtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { FetchError } from '#api/adapters/safe-fetch/fetch-error.ts';
import { createSecrets } from '#api/adapters/secrets.ts';
import { createApp } from '#api/app.ts';
import { conflictError } from '#api/http/errors.ts';
import { createExportQueue } from '#api/http/export-queue.ts';
import { createPreviewQueue } from '#api/http/preview-queue.ts';
import { createProxyWatch } from '#api/http/proxy-watch.ts';
import { readTaxSide } from '#api/features/stripe-check/price-check.service.ts';
import { StripeCheck } from '#api/features/stripe-check/stripe-check.service.ts';
import { StorageProbe } from '#api/features/uploads/storage-probe.service.ts';
import { createNoopPublisher } from '#api/publishing/ports.ts';
import { seedProducts } from '#api/jobs/seed-demo-content.ts';
import { seedSite } from '#api/jobs/seed-site.ts';
import type { Deps } from '#api/deps.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { demoContent } from '../site/demo-content.ts';
import { RELAXED_LIMITS } from '../uploads/sample-files.ts';
import { createFakeClock, type FakeClock } from '../clock/fake-clock.ts';
import { createDirectoryTemplate } from './directory-template.ts';

export type TestDatabase = {
  directory: string;
  db: Database;
  clock: FakeClock;
  deps: Deps;
  /** How often a service woke the publisher. */
  countPublisherWakes(): number;
  /** How often a service woke the outbox worker. */
  countOutboxWakes(): number;
  close(): Promise<void>;
};

/** The process that an upload leaves ready is taken by the next one, of whichever test. */
const media = createMediaProcessor({ limits: RELAXED_LIMITS });
const highlighter = createCodeHighlighter();

/** The key of OpenShelf’s publishing service in tests. */
export const TEST_SERVICE_KEY = 'a service key of the tests, long enough';

const openAppDatabase = async (directory: string): Promise<Database> => {
  const db = await openDatabase(`file:${join(directory, 'app.db')}`);
  await skipDiskSync(db);
  return db;
};

/** A commit waits for no disk: the data of a test need to survive the end of a process, and no loss of power. */
export const skipDiskSync = (db: Database) => db.client.execute('PRAGMA synchronous = OFF');

/** A directory with a migrated database that contains only the products. */
const copyMigratedDirectory = createDirectoryTemplate(async (directory) => {
  const db = await openAppDatabase(directory);
  await migrate(db, async () => undefined);
  await seedSite(db, createFakeClock().now());
  await seedProducts(db, createFakeClock().now());
  db.client.close();
});

/** The check of the account, which nothing starts. */
export const createTestStripeCheck = (
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'payments'> & Partial<Pick<Deps, 'site'>>,
  webhookUrl: string,
  settings: { isProduction: boolean; allowsTestKey: boolean } = { isProduction: false, allowsTestKey: false },
) =>
  new StripeCheck({
    ...deps,
    settings: { ...settings, webhookUrl: () => webhookUrl },
    taxSide: () => (deps.site ? readTaxSide(deps.site.settings.tax) : null),
  });

/** A migrated database in a temporary directory, with a fake clock and a publisher that only counts its wakes. */
export async function createTestDatabase(
  copyDirectory = copyMigratedDirectory,
  clock = createFakeClock(),
): Promise<TestDatabase> {
  const directory = await copyDirectory();
  const db = await openAppDatabase(directory);
  let publisherWakeCount = 0;
  let outboxWakeCount = 0;
  const html = createHtmlProcessor();
  const log = pino({ level: 'silent' });
  const files = createDiskFiles(join(directory, 'uploads', 'files'));
  const deps: Deps = {
    db,
    clock,
    log,
    secrets: createSecrets('a secret of the tests, long enough'),
    outboxWorker: {
      wake: () => {
        outboxWakeCount += 1;
      },
    },
    payments: null,
    billingWorker: {
      wake: () => undefined,
      reconcile: () => Promise.reject(new Error('There is no payment provider.')),
    },
    stripeCheck: createTestStripeCheck({ db, clock, log, payments: null }, 'http://localhost:4321/api/stripe/webhook'),
    purchaseRehearsals: { begin: () => Promise.reject(conflictError('Nothing is rehearsed here.')) },
    userDeletions: { wake: () => undefined },
    blacklistWorker: { wake: () => undefined },
    priceMoves: { wake: () => undefined },
    taxMoves: { wake: () => undefined },
    complimentaryPlans: { wake: () => undefined },
    siteSchedules: { wake: () => undefined },
    importWorker: { wake: () => undefined },
    openshelf: { serviceKey: TEST_SERVICE_KEY, webhookUrl: null },
    openshelfWebhooks: { wake: () => undefined },
    subscriptionWebhooks: { wake: () => undefined },
    purges: { wake: () => undefined, findFailure: async () => null },
    metrics: null,
    backups: {
      findFailure: async () => null,
      readStatus: async () => ({
        backups: [],
        place: 'data-directory',
        isRunning: false,
        lastFailure: null,
        changes: null,
      }),
      backUp: async () => undefined,
    },
    openshelfTexts: { wake: () => undefined },
    safeFetch: async () => {
      throw new FetchError('Tests have no network.');
    },
    safeImageFetch: async () => {
      throw new FetchError('Tests have no network.');
    },
    safeFileFetch: async () => {
      throw new FetchError('Tests have no network.');
    },
    mail: { send: async () => undefined, server: 'smtp.example.com:587', sender: null },
    publisher: createNoopPublisher(db, () => {
      publisherWakeCount += 1;
    }),
    site: {
      settings: demoSettings,
      brand: demoContent.brand,
      pages: demoContent.pages,
      name: 'Test',
      url: 'http://localhost:4321',
      timeZone: 'Pacific/Auckland',
      apps: [{ origin: 'https://app.example.com', productName: 'GenMate' }],
      isReady: () => true,
      isPublic: () => true,
      isStopping: () => false,
      sendsPages: async () => true,
      canServe: async () => true,
      release: () => 1,
      hasPath: (path) => path !== '/nowhere',
      hasPage: (path) => deps.site.hasPath(path) && deps.site.findRedirect(path) === null,
      findRedirect: () => null,
      listPages: () => [],
    },
    accounts: {
      adminEmails: ['admin@example.com'],
      callbackOrigins: ['https://app.example.com'],
      // Tests set the client address in X-Forwarded-For.
      trustedProxies: 1,
      breaker: { startsPerHour: 1_000, joinsPerHour: 500 },
      isProduction: false,
      isEmailSavedToFiles: false,
    },
    proxyWatch: createProxyWatch({ log, clock }),
    space: createDiskSpace({ db, clock, directories: [directory] }),
    html,
    highlighter,
    exportQueue: createExportQueue(),
    previewQueue: createPreviewQueue(),
    loopWatch: { listPauses: () => [] },
    files,
    uploadStorage: new StorageProbe({ db, clock, log, files }),
    uploads: {
      directory: join(directory, 'uploads'),
      quotaBytes: 1024 ** 3,
      getDiskSpace: async () => ({ free: 2 ** 40, total: 2 ** 41 }),
      media,
    },
  };
  return {
    directory,
    db,
    clock,
    deps,
    countPublisherWakes: () => publisherWakeCount,
    countOutboxWakes: () => outboxWakeCount,
    async close() {
      await html.close();
      db.client.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type TestApp = TestDatabase & { app: ReturnType<typeof createApp> };

/**
 * Another server of the same site: the same database and bucket, a disk, a memory and a clock of its own. It ends with `test`.
 */
export function createSecondServer(test: TestDatabase, clock = createFakeClock()): TestApp {
  const { db, log, files, payments, stripeCheck, uploads } = test.deps;
  const directory = join(test.directory, 'second-server');
  mkdirSync(directory);
  const deps: Deps = {
    ...test.deps,
    clock,
    proxyWatch: createProxyWatch({ log, clock }),
    space: createDiskSpace({ db, clock, directories: [directory] }),
    exportQueue: createExportQueue(),
    previewQueue: createPreviewQueue(),
    uploadStorage: new StorageProbe({ db, clock, log, files }),
    uploads: { ...uploads, directory: join(directory, 'uploads') },
    stripeCheck: createTestStripeCheck({ db, clock, log, payments }, stripeCheck.webhookUrl),
  };
  return { ...test, clock, deps, directory, app: createApp(deps), close: async () => undefined };
}

/** The whole API over a new database. */
export async function createTestApp(clock?: FakeClock): Promise<TestApp> {
  const data = await createTestDatabase(undefined, clock);
  return { ...data, app: createApp(data.deps) };
}
