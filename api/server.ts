import { createBackupStore } from '#api/backups/backup-store.ts';
import { ChangeArchive } from '#api/backups/wal/change-archive.ts';
import { createUploadDeps } from '#api/adapters/upload-storage.ts';
import { listProductApps } from '#api/domain/catalogue.ts';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { type Database, databaseFile, type FileDatabase, isFileDatabase } from '#db/client.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { companyMark } from '#src/config/site.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import { demoPalette } from '#api/domain/brand-palette.ts';
import { parseImageUrl } from '#api/domain/image-variants.ts';
import { OG_SIZE } from '#api/domain/og-image.ts';
import type { SiteLook } from '#api/domain/site-brand.ts';
import type { OgImagePort } from '#api/publishing/render/og-image-entries.ts';
import { type DataLock, lockDataDirectory } from '#api/adapters/data-directory-lock.ts';
import { createDiskSpace, type DiskSpace } from './adapters/disk-space.ts';
import { createMetrics, type Metrics } from '#api/adapters/request-metrics.ts';
import { createLogger } from '#api/adapters/pino-logger.ts';
import { createSecrets, loadOrCreateSecret } from './adapters/secrets.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Deps } from './deps.ts';
import { type Env, hasPayments } from './env.ts';
import { isOutage } from './outage.ts';
import {
  createFirstContacts,
  followAlertContacts,
  readAlertContacts,
} from '#api/features/alerts/alert-contacts.service.ts';
import { DirectAlerts } from '#api/features/alerts/direct-alerts.service.ts';
import { MissingPathLog } from '#api/features/redirects/missing/log.service.ts';
import { PartWatch } from '#api/features/health/part-watch.service.ts';
import { createHttpServer } from './http/http-server.ts';
import { closeServer, cutOff, listen, toLoopbackAddress, whenArrivalsEnd } from '#api/http/node-server.ts';
import { backfillSignInTotals } from '#api/jobs/backfill-sign-in-totals.ts';
import { leaveOutUnusedDemoFiles, readBuildInfo } from '#api/publishing/render/build-info.ts';
import { createLoopbackFetch, type PublicFetch } from '#api/publishing/verify/verify-live.ts';
import { isDemoSite } from '#api/jobs/seeded.ts';
import { openMigratedDatabase } from './open-database.ts';
import { PublishedSite } from './published-site.ts';
import type { Publisher } from './publishing/publisher.ts';
import type { PublishPhase } from './publishing/publisher-options.ts';
import type { Renderer } from '#api/publishing/render/astro-renderer.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import { Manifest } from '#api/releases/manifest.ts';
import { resolveShellPage } from '#api/domain/shell-pages.ts';
import { openSite, toObjectsPath } from '#api/servers/open-site.ts';
import {
  createShortDiskWatch,
  describeOutage,
  PAGES_UNREADABLE,
  probeDatabase,
  probeDisk,
} from '#api/servers/part-probes.ts';
import { PROXY_NOTICE_MS } from '#api/servers/drain.ts';
import type { SiteWork } from '#api/servers/site-work.ts';
import { createMetricsHandler } from '#api/site/metrics-handler.ts';
import { createRequestRouter } from '#api/site/request-router.ts';
import { createSiteHandler } from '#api/site/site-handler.ts';
import { listStartWarnings } from './start-warnings.ts';

const DIST = join(PROJECT_ROOT, 'dist');

export type ServerOptions = {
  clock?: Clock;
  log?: Logger;
  onPhase?: (step: PublishPhase) => void;
  /** Prints a line on the terminal; without a mail server, codes are printed there. */
  print?: (line: string) => void;
  /** Demo content comes with subscriptions, which the payment sandbox makes after the start. */
  hasDemoSubscriptions?: boolean;
  /** Pages are answered from now on; the API, once the start has ended. */
  onListening?: () => void;
  /** The descriptor of a socket that listens already, in place of HOST and PORT. */
  socket?: number | null;
  /** Gives up a start that waits for the database. */
  signal?: AbortSignal;
  /** Replaces `drainMs` of the work in tests, where no client calls over a network. */
  drainMs?: number;
};

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** The start was given up because the process is to stop. */
export class StartStoppedError extends Error {
  override name = 'StartStoppedError';
}

/** Between two attempts to start without the database (ms). */
const RETRY = { baseMs: 200, maxMs: 1_000 };
/** A database that takes longer to open holds up the pages that are on the disk no more (ms). */
const OPEN_LIMIT_MS = 1_500;

/**
 * Locks the data directory, opens and migrates the database, brings the site up and listens. Answers with what was
 * made, and `stop`, which finishes requests in flight. While a libSQL server or the bucket can’t be reached, the pages on the disk are
 * served, and the start is tried again until it succeeds.
 * @throws DataLockedError, StartStoppedError, or what the database or the build says when they are not usable.
 */
export async function startServer(env: Env, options: ServerOptions = {}) {
  const log = options.log ?? createLogger(env.LOG_LEVEL);
  for (const warning of listStartWarnings(env)) log.warn(warning);
  const lock = lockDataDirectory(env.DATA_DIR);
  let pageServer: PageServer | null = null;
  try {
    pageServer = await createPageServer(env, options, log);
    return await startOverOutages(pageServer, { env, options, log, lock });
  } catch (error) {
    const isStopped = error instanceof StartStoppedError;
    pageServer?.partWatch.stop();
    if (pageServer?.server.listening) await (isStopped ? pageServer.drain() : cutOff(pageServer.server));
    // A start that failed checked nothing for the next one.
    lock.release({ isClean: lock.wasCleanShutdown });
    throw error;
  }
}

type Starting = { env: Env; options: ServerOptions; log: Logger; lock: DataLock };

/** The part of the server that sends pages: before there is a database, and while it is away. */
type PageServer = Awaited<ReturnType<typeof createPageServer>>;

async function createPageServer(env: Env, options: ServerOptions, log: Logger) {
  const manifest = new Manifest();
  const clock = options.clock ?? systemClock;
  const { server, handle, endConnections, countConnections } = createHttpServer({ siteUrl: env.SITE_URL, log });
  const metrics = env.METRICS_TOKEN ? { ...(await createMetrics()), token: env.METRICS_TOKEN } : null;
  const site = await openSite({ env, manifest, log });
  const { store } = site;
  /** The parts that need the database, once there are any. */
  const parts: {
    db?: Database | undefined;
    space?: DiskSpace;
    published?: PublishedSite;
    missingPaths?: MissingPathLog;
    work?: SiteWork;
  } = {};
  let reason: unknown = null;
  const partWatch = new PartWatch({
    clock,
    log,
    probes: {
      database: async () => (parts.db ? probeDatabase(parts.db) : describeOutage(reason)),
      pages: async () => (manifest.size === 0 || (await canReadHome(manifest, store)) ? null : PAGES_UNREADABLE),
      disk: () => probeDisk(env.DATA_DIR, parts.space ?? null),
    },
  });
  metrics?.addGauges((set) => {
    for (const [part, failure] of partWatch.failures) set('part_up', failure ? 0 : 1, { part });
    set('http_connections', countConnections());
    set('server_time_seconds', clock.now() / 1_000);
  });
  const directAlerts = createDirectAlerts(env, { clock, log });
  const findShortDisk = createShortDiskWatch(env.DATA_DIR, clock);
  partWatch.onChecked(async () => {
    const { failures } = partWatch;
    const kinds = { database: 'database', pages: 'pages', disk: 'disk_full' } as const;
    for (const [part, failure] of failures) directAlerts.report(kinds[part], failure);
    directAlerts.report('disk', await findShortDisk());
    await directAlerts.deliver();
  });
  const handleMetrics = metrics ? createMetricsHandler(metrics, env.SITE_URL) : undefined;
  const router = createRequestRouter({
    metrics,
    handleMetrics,
    pages: createSiteHandler({
      manifest,
      store,
      siteUrl: env.SITE_URL,
      log,
      checkRelease: site.checkRelease,
      onMissing: (path) => parts.missingPaths?.record(path),
      onDamagedObject: (path) => parts.work?.publisher.rerenderPath(path),
      metrics,
      // A copy on the disk is made of public sites only.
      isPublic: () => parts.published?.isPublic ?? true,
    }),
  });
  handle(router.handle);
  let listening: Promise<void> | null = null;
  let isStopping = false;
  let hasOutage = false;
  const pageServer = {
    manifest,
    server,
    metrics,
    site,
    router,
    parts,
    partWatch,
    directAlerts,
    endConnections,
    listen(): Promise<void> {
      listening ??= (async () => {
        await listen(server, options.socket == null ? { host: env.HOST, port: env.PORT } : { fd: options.socket });
        options.onListening?.();
      })();
      return listening;
    },

    /** Listens, and answers what can be answered without the database. */
    async serveOffline(error: unknown): Promise<void> {
      reason = error;
      partWatch.start();
      await pageServer.listen();
      if (hasOutage) return;
      hasOutage = true;
      log.error({ err: error }, 'the server can’t start yet: it serves the pages on its disk and tries again');
      const { createOfflineApi } = await import('./offline-api.ts');
      router.serveApi(
        createOfflineApi({
          env,
          log,
          reason: () => reason,
          since: clock.now(),
          release: () => manifest.release,
          sendsPages: async () => !isStopping && (await canReadHome(manifest, store)),
          isWhole: site.isWhole,
          handleMetrics,
        }),
      );
      // The attempt that succeeds needs it, and throws what is wrong with it.
      void loadLateCode().catch(() => undefined);
    },

    /** Ends after the requests in flight. */
    async drain(): Promise<void> {
      isStopping = true;
      endConnections();
      await sleep(options.drainMs ?? PROXY_NOTICE_MS);
      await whenArrivalsEnd(server);
      await closeServer(server);
    },
  };
  return pageServer;
}

/** Tries until the database and the bucket can be reached. A database file has no outage: what it says ends the start. */
async function startOverOutages(pageServer: PageServer, starting: Starting) {
  const { env, options, log } = starting;
  for (let failures = 1; ; failures += 1) {
    try {
      const running = await startOnce(pageServer, starting);
      if (failures > 1) log.info({ failures: failures - 1 }, 'the server has started after an outage');
      return running;
    } catch (error) {
      if (databaseFile(env.DATABASE_URL) !== null || !isOutage(error)) throw error;
      await pageServer.serveOffline(error);
      await sleep(computeBackoffMs(failures, RETRY), undefined, { signal: options.signal }).catch(() => undefined);
      if (options.signal?.aborted) throw new StartStoppedError('The process stops.');
    }
  }
}

/** One attempt. What it made is ended when it fails. */
async function startOnce(pageServer: PageServer, starting: Starting) {
  const { env, options, lock } = starting;
  const slow = setTimeout(() => {
    // An error is that of the start.
    if (pageServer.manifest.size > 0) pageServer.listen().catch(() => undefined);
  }, OPEN_LIMIT_MS);
  const file = databaseFile(env.DATABASE_URL);
  let check = Promise.resolve();
  const opening = openMigratedDatabase(env, options.clock ?? systemClock, {
    ...lock,
    onCheck: (started) => {
      check = started;
    },
  });
  const db = await opening.finally(() => clearTimeout(slow));
  const stopParts: (() => Promise<void>)[] = [];
  const changes = file !== null && isFileDatabase(db) ? createChanges(db, file, starting) : null;
  return await startWith(db, pageServer, { ...starting, changes, check, stopParts }).catch(async (error: unknown) => {
    pageServer.parts.db = undefined;
    // Their ports and timers would keep the process alive.
    await Promise.allSettled(stopParts.map((stopPart) => stopPart()));
    // Before the lock is released: no other process may open it while it is open here.
    await closeDatabase(db, changes);
    // Whatever failed, damage is the reason.
    await check;
    throw error;
  });
}

/** The archive that keeps the changes of a database file between backups. */
function createChanges(db: FileDatabase, file: string, { env, options, log }: Starting): ChangeArchive {
  const clock = options.clock ?? systemClock;
  const space = createDiskSpace({ db, clock, directories: [env.DATA_DIR] });
  const { files } = createUploadDeps(env);
  return new ChangeArchive({
    db,
    clock,
    log,
    space,
    files,
    file,
    dataDir: env.DATA_DIR,
    store: createBackupStore(env),
  });
}

/** Reads the last changes from the log first: closing moves it into the file. */
async function closeDatabase(db: Database, changes: ChangeArchive | null): Promise<void> {
  await changes?.stop();
  db.client.close();
  changes?.end();
}

type StartingWithDatabase = Starting & {
  changes: ChangeArchive | null;
  /** Fails when the database file is damaged. */
  check: Promise<void>;
  /** Parts that a start that fails has to stop. */
  stopParts: (() => Promise<void>)[];
};

async function startWith(
  db: Database,
  pageServer: PageServer,
  { env, options, log, lock, changes, check, stopParts }: StartingWithDatabase,
) {
  const clock = options.clock ?? systemClock;
  const { manifest, server, metrics, site, router, parts } = pageServer;
  const { store } = site;
  await changes?.start();
  const published = await PublishedSite.open(db, hasPayments(env));
  await backfillSignInTotals(db, published.content.settings.company.name);
  parts.published = published;
  parts.db = db;
  const { directAlerts, partWatch } = pageServer;
  const readContacts = () => readAlertContacts({ db, content: published.content, now: clock.now() }, env);
  directAlerts.remember(await readContacts());
  const unfollowContacts = followAlertContacts(readContacts, directAlerts);
  stopParts.push(async () => unfollowContacts());
  partWatch.start();
  const space = createDiskSpace({ db, clock, directories: [env.DATA_DIR, toObjectsPath(env)] });
  parts.space = space;
  await site.follow(db);
  const missingPaths = new MissingPathLog({ db, clock, log });
  parts.missingPaths = missingPaths;
  stopParts.push(() => missingPaths.stop());
  // Before the publisher and the API are loaded, half of the time of a start: visitors of pages need neither.
  if (manifest.size > 0) await pageServer.listen();
  await router.yieldToPages();
  // Pages are read from the database while it is checked; nothing is written by people before that.
  await check;

  const fetchPublic = createLoopbackFetch(() => `http://${toLoopbackAddress(server)}`);
  const work = await site.createWork({
    db,
    clock,
    log,
    manifest,
    readBuildId: async () => (await readBuildInfo(DIST)).id,
    async createPublisher({ publishes, ...parts }) {
      const facts = { env, clock, log, manifest, metrics, fetchPublic };
      const made = await createPublisher({
        ...options,
        ...facts,
        ...parts,
        publishes,
        space: publishes ? space : undefined,
      });
      made.subscribe(({ kind, jobs = [] }) => {
        if (kind === 'live' || kind === 'failed') metrics?.count('publishes_total', { result: kind }, jobs.length);
      });
      return made;
    },
  });
  stopParts.push(work.stop);
  let followCatalogue: () => void = () => undefined;
  const saveCopy = () => {
    if (published.isPublic) site.copy?.save();
  };
  const logUnread = (error: unknown) => log.error({ err: error }, 'settings not read');
  work.publisher.subscribe(({ kind }) => {
    if (kind === 'released')
      void published
        .reload()
        .then(() => followCatalogue())
        .then(saveCopy)
        .catch(logUnread);
    if (kind === 'live') void published.checkPublic().then(saveCopy).catch(logUnread);
  });
  const unwatchPublic = published.watchPublic(logUnread);
  stopParts.push(async () => unwatchPublic());
  await router.yieldToPages();
  parts.work = work;
  let isStopping = false;
  const { createApi } = await import('./create-api.ts');
  const { createPublicPageList } = await import('#api/publishing/render/public-pages.ts');
  const listPublicPages = createPublicPageList(await readBuildInfo(DIST));
  await router.yieldToPages();
  const api = await createApi({
    env,
    db,
    clock,
    log,
    ...createAccountDeps(env),
    metrics,
    space,
    manifest,
    store,
    work,
    fetchPage: fetchPublic,
    isDemo: options.hasDemoSubscriptions === true && env.seedDemoContent && (await isDemoSite(db)),
    print: options.print,
    directAlerts,
    changes,
    stopParts,
    site: createSiteDeps(env, published, {
      isReady: () => manifest.size > 0,
      isPublic: () => published.isPublic,
      isStopping: () => isStopping,
      sendsPages: () => canReadHome(manifest, store),
      canServe: async () => !isStopping && work.isCurrent() && (await canReadHome(manifest, store)),
      release: () => manifest.release,
      hasPage: (path: string) => hasPage(manifest, path),
      listPages: () => listPublicPages(manifest),
      findRedirect: (path: string) => manifest.get(path)?.location ?? null,
      hasPath: (path: string) => manifest.get(path) !== undefined || resolveShellPage(path) !== null,
    }),
  });
  followCatalogue = api.followCatalogue;
  await router.yieldToPages();
  router.serveApi(api.handlers);
  await pageServer.listen();
  const endOtherWork = await api.start(server);
  saveCopy();

  let stopping: Promise<void> | null = null;
  const stop = () => {
    isStopping = true;
    pageServer.endConnections();
    partWatch.stop();
    unfollowContacts();
    unwatchPublic();
    stopping ??= (async () => {
      await endOtherWork();
      await sleep(options.drainMs ?? work.drainMs);
      await whenArrivalsEnd(server);
      await Promise.all([closeServer(server), work.stop(), site.copy?.stop()]);
      await Promise.all([api.close(), missingPaths.stop()]);
      await closeDatabase(db, changes);
      lock.release();
    })();
    return stopping;
  };
  const { port } = server.address() as AddressInfo;
  return {
    ...api.deps,
    publisher: work.planner,
    ...api.workers,
    sandbox: api.sandbox,
    manifest,
    missingPaths,
    store,
    server,
    port,
    stop,
  };
}

/** Alerts straight from this process. What sends them is loaded for each one: there is rarely any. */
function createDirectAlerts(env: Env, { clock, log }: { clock: Clock; log: Logger }): DirectAlerts {
  return new DirectAlerts({
    clock,
    log,
    file: join(env.DATA_DIR, 'alerts.json'),
    firstContacts: createFirstContacts(env),
    hasWebhook: env.ALERT_WEBHOOK_URL !== undefined,
    async send(alert, contacts) {
      const { createAlertSender } = await import('#api/features/alerts/send-alert.service.ts');
      const send = createAlertSender({
        siteUrl: env.SITE_URL,
        server: hostname(),
        smtpUrl: env.SMTP_URL,
        webhookUrl: env.ALERT_WEBHOOK_URL,
        outboxDirectory: join(env.DATA_DIR, 'outbox'),
        now: () => clock.now(),
      });
      await send(alert, contacts);
    },
  });
}

async function canReadHome(manifest: Manifest, store: ObjectStore): Promise<boolean> {
  const home = manifest.get('/');
  if (!home?.hash) return false;
  return store.read(home.hash, home.contentType, 'identity').then(
    () => true,
    () => false,
  );
}

const hasPage = (manifest: Manifest, path: string): boolean => {
  const entry = manifest.get(path);
  return entry ? entry.location === null : resolveShellPage(path) !== null;
};

function observeRenders(renderer: Renderer, metrics: Metrics | null): Renderer {
  if (metrics === null) return renderer;
  return {
    ...renderer,
    async render(...args) {
      const started = performance.now();
      const page = await renderer.render(...args);
      metrics.observeRender(performance.now() - started);
      return page;
    },
  };
}

/** The site for the API: what its owner has published is read at each use. Shared with `npm run dev`. */
export function createSiteDeps(
  env: Env,
  published: PublishedSite,
  state: Omit<Deps['site'], 'settings' | 'brand' | 'pages' | 'name' | 'timeZone' | 'url' | 'apps'>,
): Deps['site'] {
  return {
    url: env.SITE_URL,
    get apps() {
      return listProductApps();
    },
    get settings() {
      return published.content.settings;
    },
    get brand() {
      return published.content.brand;
    },
    get pages() {
      return published.content.pages;
    },
    get name() {
      return published.content.settings.company.name;
    },
    get timeZone() {
      return published.content.settings.language.time_zone;
    },
    ...state,
  };
}

/** What accounts need of the settings. Shared with `npm run dev`. */
export function createAccountDeps(env: Env): Pick<Deps, 'secrets' | 'accounts'> {
  return {
    secrets: createSecrets(env.APP_SECRET ?? loadOrCreateSecret(env.DATA_DIR)),
    accounts: {
      adminEmails: env.ADMIN_EMAILS,
      callbackOrigins: env.CALLBACK_ORIGINS,
      trustedProxies: env.TRUSTED_PROXIES,
      breaker: { startsPerHour: env.BREAKER_STARTS_PER_HOUR, joinsPerHour: env.BREAKER_JOINS_PER_HOUR },
      isProduction: env.NODE_ENV === 'production',
      isEmailSavedToFiles: env.SMTP_URL === undefined,
    },
  };
}

const loadPublisherCode = () =>
  Promise.all([
    import('./publishing/publisher.ts'),
    import('#api/publishing/render/astro-renderer.ts'),
    import('#api/adapters/code/code-highlighter.ts'),
  ]);

/** Loads what only a server with its database runs, so that one that starts without it begins to work sooner when it returns. */
const loadLateCode = () =>
  Promise.all([
    loadPublisherCode(),
    import('./create-api.ts'),
    import('#api/publishing/render/public-pages.ts'),
    import('./servers/together.ts'),
  ]);

/** The publisher with everything that it works with. Shared with `npm run build`, which has no server to prove by. */
export async function createPublisher(parts: {
  env: Env;
  db: Database;
  clock: Clock;
  log?: Logger;
  manifest: Manifest;
  store: ObjectStore;
  fetchPublic: PublicFetch | null;
  publishes?: boolean;
  space?: DiskSpace | undefined;
  metrics?: Metrics | null;
  onPhase?: (step: PublishPhase) => void;
}): Promise<Publisher> {
  const { env } = parts;
  const log = parts.log ?? createLogger(env.LOG_LEVEL);
  const [{ Publisher }, { createAstroRenderer }, { createCodeHighlighter }] = await loadPublisherCode();
  return new Publisher({
    ...parts,
    log,
    renderer: observeRenders(
      createAstroRenderer({
        entryUrl: pathToFileURL(join(DIST, 'server', 'entry.mjs')).href,
        siteUrl: env.SITE_URL,
        highlighter: createCodeHighlighter({ onFault: (err) => log.warn({ err }, 'code has no colours') }),
      }),
      parts.metrics ?? null,
    ),
    ogImages: env.OG_IMAGES === 'true' ? await createOgImages(env) : null,
    build: await leaveOutUnusedDemoFiles(parts.db, await readBuildInfo(DIST)),
    clientDir: join(DIST, 'client'),
    siteUrl: env.SITE_URL,
    releasesKept: env.RELEASES_KEPT,
    canBuy: hasPayments(env),
    purgesCdn: env.PUBLISH_WEBHOOK_URL !== undefined,
  });
}

/** Of a mark as it is drawn from: that of the largest icon (px). */
const MARK_SIZE = { width: 512, height: 512 };

/**
 * Draws what shows the company: with its mark, if it has uploaded one. Without, one that has chosen its own colours has the first letter
 * of its name in place of the demo's mark.
 */
async function createOgImages(env: Env): Promise<OgImagePort> {
  const [{ createOgImageRenderer, readStoredImage }, { createUploadDeps }] = await Promise.all([
    import('#api/adapters/og-images/og-image-renderer.ts'),
    import('#api/adapters/upload-storage.ts'),
  ]);
  const { files } = createUploadDeps(env);
  const renderer = createOgImageRenderer({ files });
  const read = async (url: string | null, size: { width: number; height: number }) => {
    const stored = url === null ? null : parseImageUrl(url);
    return stored && readStoredImage(files, stored, size);
  };
  const getMark = async ({ palette, mark }: Pick<SiteLook, 'palette' | 'mark'>) => {
    const image = await read(mark, MARK_SIZE);
    if (image) return { image };
    return palette === demoPalette ? companyMark : null;
  };
  return {
    render: async (image, look) => renderer.render(image, { ...look, mark: await getMark(look) }),
    async renderBrandFiles(look) {
      const [mark, linkPreview] = await Promise.all([getMark(look), read(look.linkPreview, OG_SIZE)]);
      return renderer.renderBrandFiles({ ...look, mark, linkPreview });
    },
    crop: (image) => renderer.crop(image),
    close: () => renderer.close(),
  };
}
