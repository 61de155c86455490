import { region } from '#api/domain/region.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { type Database, databaseFile } from '#db/client.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { company, companyMark } from '#src/config/site.ts';
import { demoPalette } from '#api/domain/brand-palette.ts';
import { type DataLock, lockDataDirectory } from '#api/adapters/data-directory-lock.ts';
import { createDiskSpace, type DiskSpace } from './adapters/disk-space.ts';
import { createMetrics, type Metrics } from '#api/adapters/request-metrics.ts';
import { createHtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { createLogger } from '#api/adapters/pino-logger.ts';
import { createOgImageRenderer } from '#api/adapters/og-images/og-image-renderer.ts';
import { createSafeFetches, formatUserAgent } from '#api/adapters/safe-fetch/safe-fetch.ts';
import { createSecrets, loadOrCreateSecret } from './adapters/secrets.ts';
import { createUploadDeps } from './adapters/upload-storage.ts';
import { createApp } from './app.ts';
import { type Clock, systemClock } from './clock.ts';
import { startControlServer } from '#api/control/control-socket.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { createPreviewHandler, PREVIEW_PATH_PREFIX } from '#api/features/previews/page/page.routes.ts';
import { createReleaseViewerHandler } from '#api/features/releases/viewer/viewer.routes.ts';
import { RELEASE_PATH_PREFIX } from '#api/features/releases/viewer/viewer.service.ts';
import { METRICS_PATH } from '#api/features/metrics/metrics.routes.ts';
import { recoverIntents } from '#api/features/uploads/intent-log/intent-log.service.ts';
import { StorageProbe } from '#api/features/uploads/storage-probe.service.ts';
import { UPLOADS_API_PATH } from './features/uploads/uploads.routes.ts';
import { createExportQueue } from '#api/http/export-queue.ts';
import { createHttpServer } from './http/http-server.ts';
import { createProxyWatch } from '#api/http/proxy-watch.ts';
import { closeServer, listen, toLoopbackAddress, whenArrivalsEnd } from '#api/http/node-server.ts';
import { enforceBodyTimeout } from '#api/http/connection-limits.ts';
import { backfillSignInTotals } from '#api/jobs/backfill-sign-in-totals.ts';
import { leaveOutUnusedDemoImages, readBuildInfo } from '#api/publishing/render/build-info.ts';
import { createLoopbackFetch, type PublicFetch } from '#api/publishing/verify/verify-live.ts';
import { openMigratedDatabase } from './open-database.ts';
import { Publisher } from './publishing/publisher.ts';
import type { PublishPhase } from './publishing/publisher-options.ts';
import { createAstroRenderer, type Renderer } from '#api/publishing/render/astro-renderer.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import { Manifest } from '#api/releases/manifest.ts';
import { resolveShellPage } from '#api/domain/shell-pages.ts';
import { getDemoStart, startDemoSubscriptions } from '#api/jobs/seed-demo-subscriptions.ts';
import { startPayments } from '#api/adapters/stripe/start-payments.ts';
import { createSiteHandler } from '#api/site/site-handler.ts';
import { createUploadHandler, UPLOADS_PATH_PREFIX } from '#api/site/upload-handler.ts';
import { listStartWarnings } from './start-warnings.ts';
import { workAlone } from '#api/servers/alone.ts';
import type { SiteWork, WorkParts } from '#api/servers/site-work.ts';
import { createWorkers } from './workers.ts';

const DIST = join(PROJECT_ROOT, 'dist');
/** Shared with `npm run dev`. */
export const PRODUCT_APPS = [{ origin: new URL(company.genmateAppUrl).origin, productName: 'GenMate' }];

export type ServerOptions = {
  clock?: Clock;
  log?: Logger;
  onPhase?: (step: PublishPhase) => void;
  /** Prints a line on the terminal; without a mail server, codes are printed there. */
  print?: (line: string) => void;
  /** Demo content comes with subscriptions, which the payment sandbox makes after the start. */
  hasDemoSubscriptions?: boolean;
  /** The descriptor of a socket that listens already, in place of HOST and PORT. */
  socket?: number | null;
  /** Replaces `drainMs` of the work in tests, where no client calls over a network. */
  drainMs?: number;
};

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Locks the data directory, opens and migrates the database, brings the site up and listens. Answers with what was
 * made, and `stop`, which finishes requests in flight.
 * @throws DataLockedError, or what the database or the build says when they are not usable.
 */
export async function startServer(env: Env, options: ServerOptions = {}) {
  const log = options.log ?? createLogger(env.LOG_LEVEL);
  for (const warning of listStartWarnings(env)) log.warn(warning);
  const lock = lockDataDirectory(env.DATA_DIR);
  try {
    const db = await openMigratedDatabase(env, options.clock ?? systemClock, lock);
    const stopParts: (() => Promise<void>)[] = [];
    return await startWith(db, { env, options, log, lock, stopParts }).catch(async (error: unknown) => {
      // Their ports and timers would keep the process alive.
      await Promise.allSettled(stopParts.map((stopPart) => stopPart()));
      // Before the lock is released: no other process may open it while it is open here.
      db.client.close();
      throw error;
    });
  } catch (error) {
    // A start that failed checked nothing for the next one.
    lock.release({ isClean: lock.wasCleanShutdown });
    throw error;
  }
}

type Starting = {
  env: Env;
  options: ServerOptions;
  log: Logger;
  lock: DataLock;
  /** What a start that fails has to stop. */
  stopParts: (() => Promise<void>)[];
};

async function startWith(db: Database, { env, options, log, lock, stopParts }: Starting) {
  const clock = options.clock ?? systemClock;
  await backfillSignInTotals(db, company.name);
  const manifest = new Manifest();
  const objects = join(env.DATA_DIR, 'site', 'objects');
  const { server, handle } = createHttpServer({ siteUrl: env.SITE_URL, log });
  const fetchPublic = createLoopbackFetch(() => `http://${toLoopbackAddress(server)}`);
  const space = createDiskSpace({ db, clock, directories: [env.DATA_DIR, objects] });
  const metrics = env.METRICS_TOKEN ? { ...(await createMetrics()), token: env.METRICS_TOKEN } : null;
  const work = await createWork({
    env,
    db,
    clock,
    log,
    manifest,
    objects,
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
  const { store, publisher } = work;

  let isStopping = false;
  const uploadDeps = createUploadDeps(env);
  const uploadStorage = new StorageProbe({ db, clock, log, files: uploadDeps.files });
  const base = {
    db,
    clock,
    log,
    ...createAccountDeps(env),
    ...uploadDeps,
    uploadStorage,
    proxyWatch: createProxyWatch({ log, clock }),
    space,
    html: createHtmlProcessor(),
    exportQueue: createExportQueue(),
    metrics,
    openshelf: env.openshelf,
    ...createSafeFetches({ userAgent: formatUserAgent(company.name, env.SITE_URL) }),
    site: {
      name: company.name,
      timeZone: region.timeZone,
      apps: PRODUCT_APPS,
      url: env.SITE_URL,
      isReady: () => manifest.size > 0,
      canServe: async () => !isStopping && work.isCurrent() && (await canReadHome(manifest, store)),
      release: () => manifest.release,
      hasPage: (path: string) => hasPage(manifest, path),
      findRedirect: (path: string) => manifest.get(path)?.location ?? null,
      hasPath: (path: string) => manifest.get(path) !== undefined || resolveShellPage(path) !== null,
    },
  };
  const isDemo = options.hasDemoSubscriptions === true && env.seedDemoContent;
  const sandboxStartsAt = isDemo ? getDemoStart(clock.now()) : undefined;
  const running = await startPayments({ env, clock, log, sandboxStartsAt });
  stopParts.push(running.stop);
  const { payments } = running;
  const { workers, ports } = work.employ((database) =>
    createWorkers(
      { ...base, db: database, payments },
      { env, company, print: options.print, webhookUrl: running.webhookUrl },
    ),
  );
  const deps: Deps = { ...base, publisher, payments, ...ports };
  await recoverIntents(deps);
  handle(createRequestRouter(deps, { manifest, work }));
  await listen(server, options.socket == null ? { host: env.HOST, port: env.PORT } : { fd: options.socket });
  const control = await startControlServer({
    env,
    db,
    publisher,
    manifest,
    store,
    log,
    files: deps.files,
    stripeCheck: workers.stripeCheck,
    backups: deps.backups,
  });
  await running.connectWebhooks(`http://${toLoopbackAddress(server)}`);
  const { port } = server.address() as AddressInfo;
  await work.start(deps, { port });
  if (isDemo) startDemoSubscriptions(deps, running.sandbox);
  uploadStorage.start();

  let stopping: Promise<void> | null = null;
  const stop = () => {
    isStopping = true;
    stopping ??= (async () => {
      uploadStorage.stop();
      await control.close();
      await sleep(options.drainMs ?? work.drainMs);
      await whenArrivalsEnd(server);
      await Promise.all([closeServer(server), work.stop()]);
      await Promise.all([running.stop(), deps.html.close()]);
      db.client.close();
      lock.release();
    })();
    return stopping;
  };
  return {
    ...deps,
    publisher: work.planner,
    ...workers,
    sandbox: running.sandbox,
    manifest,
    store,
    server,
    port,
    stop,
  };
}

/** A database file has one server; a libSQL server may have many. */
async function createWork(parts: WorkParts): Promise<SiteWork> {
  if (databaseFile(parts.env.DATABASE_URL) !== null) return workAlone(parts);
  const { workTogether } = await import('#api/servers/together.ts');
  return workTogether({ ...parts, buildId: (await readBuildInfo(DIST)).id });
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

/** Every request goes one of five ways, by its path: the API, uploads, previews, earlier releases, and the site. */
function createRequestRouter(deps: Deps, { manifest, work }: { manifest: Manifest; work: SiteWork }) {
  const { store, publisher, checkRelease } = work;
  const { log, files } = deps;
  const siteUrl = deps.site.url;
  const api = getRequestListener(createApp(deps).fetch);
  const uploads = createUploadHandler({ files, siteUrl, log });
  const previews = createPreviewHandler(deps);
  const releasePages = createReleaseViewerHandler(deps, store);
  const site = createSiteHandler({
    manifest,
    store,
    siteUrl,
    log,
    checkRelease,
    onDamagedObject: (path) => publisher.rerenderPath(path),
    metrics: deps.metrics,
  });

  /** With the name of the part for metrics; the API counts its own routes. */
  const choose = (
    url: string,
  ): [route: string | null, handle: (...args: [IncomingMessage, ServerResponse]) => unknown] => {
    if (url.startsWith('/api/') || url === '/api' || url === METRICS_PATH) return [null, api];
    if (url.startsWith(UPLOADS_PATH_PREFIX)) return ['uploads', uploads.handle];
    if (url.startsWith(PREVIEW_PATH_PREFIX)) return ['previews', previews.handle];
    if (url.startsWith(RELEASE_PATH_PREFIX)) return ['releases', releasePages.handle];
    return ['pages', site.handle];
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? '/';
    const [route, handle] = choose(url);
    if (deps.metrics && route !== null) observeResponse(deps.metrics, { route, request, response });
    if (url !== UPLOADS_API_PATH) enforceBodyTimeout(request);
    handle(request, response);
  };
}

function observeResponse(
  metrics: Metrics,
  { route, request, response }: { route: string; request: IncomingMessage; response: ServerResponse },
): void {
  const started = performance.now();
  response.once('close', () => {
    const { method = '' } = request;
    metrics.observeRequest({ route, method, status: response.statusCode, milliseconds: performance.now() - started });
  });
}

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
  return new Publisher({
    ...parts,
    log,
    renderer: observeRenders(
      createAstroRenderer({
        entryUrl: pathToFileURL(join(DIST, 'server', 'entry.mjs')).href,
        siteUrl: env.SITE_URL,
      }),
      parts.metrics ?? null,
    ),
    ogImages:
      env.OG_IMAGES === 'true'
        ? createOgImageRenderer({
            files: createUploadDeps(env).files,
            brand: { name: company.name, mark: companyMark, palette: demoPalette },
          })
        : null,
    build: await leaveOutUnusedDemoImages(parts.db, await readBuildInfo(DIST)),
    clientDir: join(DIST, 'client'),
    siteUrl: env.SITE_URL,
    timeZone: region.timeZone,
    releasesKept: env.RELEASES_KEPT,
    purgesCdn: env.PUBLISH_WEBHOOK_URL !== undefined,
  });
}
