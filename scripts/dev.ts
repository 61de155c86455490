import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { dev } from 'astro';
import { lockDataDirectory } from '#api/adapters/data-directory-lock.ts';
import { startPayments } from '#api/adapters/stripe/start-payments.ts';
import { toTaxBehavior } from '#api/features/stripe-check/price-check.service.ts';
import { createDiskSpace } from '#api/adapters/disk-space.ts';
import { createCodeHighlighter } from '#api/adapters/code/code-highlighter.ts';
import { createHtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { createLogger } from '#api/adapters/pino-logger.ts';
import { createSafeFetches, formatUserAgent } from '#api/adapters/safe-fetch/safe-fetch.ts';
import { createUploadDeps } from '#api/adapters/upload-storage.ts';
import { createApp } from '#api/app.ts';
import { createExportQueue } from '#api/http/export-queue.ts';
import { createPreviewQueue } from '#api/http/preview-queue.ts';
import { createProxyWatch } from '#api/http/proxy-watch.ts';
import { PREVIEW_PATH_PREFIX, UPLOADS_PATH_PREFIX } from '#api/http/request-paths.ts';
import { systemClock } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { isDatabaseServer, readEnv } from '#api/env.ts';
import { createPreviewHandler } from '#api/features/previews/page/page.routes.ts';
import { PurchaseRehearsals } from '#api/features/purchase-rehearsal/purchase-rehearsal.service.ts';
import { createLoopbackFetch } from '#api/publishing/verify/verify-live.ts';
import { StorageProbe } from '#api/features/uploads/storage-probe.service.ts';
import { recoverIntents } from '#api/features/uploads/intent-log/intent-log.service.ts';
import { backfillSignInTotals } from '#api/jobs/backfill-sign-in-totals.ts';
import { getDemoStart, startDemoSubscriptions } from '#api/jobs/seed-demo-subscriptions.ts';
import { isDemoSite } from '#api/jobs/seeded.ts';
import { colourPosts } from '#api/publishing/render/astro-renderer.ts';
import { createContentReader, createPageDependencies } from '#api/publishing/render/content-reader.ts';
import { placePage, type PostPreview } from '#api/publishing/render/preview.ts';
import { PublicIndex } from '#api/publishing/index/public-index.ts';
import { createNoopPublisher } from '#api/publishing/ports.ts';
import type { RenderedPage } from '#api/publishing/render/astro-renderer.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { announceAt } from '#api/domain/announcement.ts';
import { PublishedSite } from '#api/published-site.ts';
import { createAccountDeps, createSiteDeps } from '#api/server.ts';
import { createMailer, createWorkers, followCatalogue, getMailServer, startWorkers } from '#api/workers.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import type { SitePage } from '#api/domain/site-pages.ts';
import { resolveShellPage } from '#api/domain/shell-pages.ts';
import { createUploadHandler } from '#api/site/upload-handler.ts';

// `npm run dev`: Astro's own server with hot reload for pages and islands, the API on the same address, all in one
// process; a change in api/ or db/ starts it anew (node --watch). Pages are rendered at each request, from the
// database as it is; nothing is published.
const DRAFT_HEADER = 'x-draft';
const env = readEnv();
if (isDatabaseServer(env)) {
  // Its workers take no lease: beside a server of the site, emails and webhooks would be sent twice.
  process.stderr.write('DATABASE_URL: npm run dev works with a database file only. Leave it empty, or name a file.\n');
  process.exit(1);
}
const log = createLogger('warn');
const lock = lockDataDirectory(env.DATA_DIR);
process.once('exit', (code) => lock.release({ isClean: code === 0 }));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
const db = await openMigratedDatabase(env, systemClock, lock);
const published = await PublishedSite.open(db);
await backfillSignInTotals(db, published.content.settings.company.name);
const index = new PublicIndex(db);
const highlighter = createCodeHighlighter();

const uploadDeps = createUploadDeps(env);
const base = {
  db,
  clock: systemClock,
  log,
  ...createAccountDeps(env),
  ...uploadDeps,
  uploadStorage: new StorageProbe({ db, clock: systemClock, log, files: uploadDeps.files }),
  proxyWatch: createProxyWatch({ log, clock: systemClock }),
  space: createDiskSpace({ db, clock: systemClock, directories: [env.DATA_DIR] }),
  html: createHtmlProcessor(),
  highlighter,
  exportQueue: createExportQueue(),
  previewQueue: createPreviewQueue(),
  loopWatch: { listPauses: () => [] },
  metrics: null,
  openshelf: env.openshelf,
  ...createSafeFetches({ userAgent: formatUserAgent(published.content.settings.company.name, env.SITE_URL) }),
  site: createSiteDeps(env, published, {
    isReady: () => true,
    isPublic: () => true,
    isStopping: () => false,
    sendsPages: async () => true,
    canServe: async () => true,
    release: () => 0,
    hasPath: () => true,
    hasPage: () => false,
    listPages: () => [],
    findRedirect: () => null,
  }),
};
let afterPublish: () => void = () => undefined;
// Pages are rendered at each request, so what is published shows at once.
const publishing = createNoopPublisher(
  db,
  () =>
    void published
      .reload()
      .then(() => afterPublish())
      .catch((error: unknown) => log.error({ err: error }, 'settings not read')),
);
// On a site that an owner has set up the sandbox starts now, and nobody of the demo buys.
const isDemo = env.seedDemoContent && (await isDemoSite(db));
const sandboxStartsAt = isDemo ? getDemoStart(systemClock.now()) : undefined;
const taxBehavior = toTaxBehavior(published.content.settings.tax);
const running = await startPayments({ env, clock: systemClock, log, sandboxStartsAt, taxBehavior });
const { payments } = running;
const mail = { send: createMailer(base, { env }).send, server: getMailServer(env), sender: env.MAIL_FROM ?? null };
const workers = createWorkers(
  { ...base, mail, payments, publisher: publishing, directAlerts: { report: () => undefined } },
  { env, webhookUrl: running.webhookUrl },
);
afterPublish = () => followCatalogue(workers);
const withoutRehearsals = {
  ...base,
  mail,
  publisher: { ...publishing, dryRun: { ...publishing.dryRun, previewPost, previewPage, previewSite } },
  payments,
  ...workers,
};
const deps: Deps = {
  ...withoutRehearsals,
  purchaseRehearsals: new PurchaseRehearsals({
    deps: withoutRehearsals,
    createApp,
    fetchPage: createLoopbackFetch(() => `http://${env.HOST}:${server.address.port}`),
    directory: join(env.DATA_DIR, 'tmp'),
  }),
};
await recoverIntents(deps);
const api = getRequestListener(createApp(deps).fetch);
const previews = createPreviewHandler(deps);
const uploads = createUploadHandler({ files: deps.files, siteUrl: env.SITE_URL, log });

/** What is not live of what a page shows. */
type Preview = { draft: PostPreview; site?: never } | { site: SiteContent; draft?: never };

/** What a request names, by the key in its header; Astro's own server renders it, too. */
const previewContext = new AsyncLocalStorage<Preview>();
const pendingPreviews = new Map<string, Preview>();

function previewPost(draft: PostPreview): Promise<RenderedPage> {
  return renderPreview(`/blogs/${draft.row.slug}`, { draft });
}

function previewPage(page: SitePage): Promise<RenderedPage> {
  const { address, site } = placePage(published.content, page);
  return renderPreview(address, { site });
}

function previewSite(site: SiteContent, path: string): Promise<RenderedPage> {
  return renderPreview(path, { site: announceAt(site, systemClock.now()) });
}

async function renderPreview(path: string, preview: Preview): Promise<RenderedPage> {
  const key = randomUUID();
  pendingPreviews.set(key, preview);
  const response = await fetch(`http://${env.HOST}:${server.address.port}${path}`, {
    headers: { [DRAFT_HEADER]: key },
  });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, body, contentType: response.headers.get('content-type') ?? '', policy: null };
}

// src/middleware.ts asks here for what pages are made of.
Object.assign(globalThis, {
  [Symbol.for('site.dev-content')]: async () => {
    const now = systemClock.now();
    await index.load(now);
    const { draft, site = announceAt(published.content, now) } = previewContext.getStore() ?? {};
    const source = draft ? { index: await index.cloneWith([draft.indexEntry]), draft } : { index };
    const reader = createContentReader(
      { db, ...source, now, site, listedPaths: [...published.content.pages.keys()] },
      createPageDependencies(),
    );
    return colourPosts(reader, highlighter);
  },
});

const server = await dev({
  root: fileURLToPath(new URL('..', import.meta.url)),
  server: { port: env.PORT, host: env.HOST },
  vite: {
    plugins: [
      {
        name: 'api',
        configureServer(vite) {
          vite.middlewares.use((request, response, next) => {
            const [path = '/', query] = (request.url ?? '/').split('?');
            // Islands load the sources of `api/domain` from Vite, by their paths.
            if (path.startsWith('/api/') && !path.startsWith('/api/domain/')) {
              void api(request, response);
              return;
            }
            if (path.startsWith(UPLOADS_PATH_PREFIX)) {
              uploads.handle(request, response);
              return;
            }
            if (path.startsWith(PREVIEW_PATH_PREFIX)) {
              previews.handle(request, response);
              return;
            }
            const shell = resolveShellPage(path);
            if (shell) request.url = query === undefined ? shell : `${shell}?${query}`;
            const key = String(request.headers[DRAFT_HEADER] ?? '');
            const preview = pendingPreviews.get(key);
            pendingPreviews.delete(key);
            if (preview) previewContext.run(preview, next);
            else next();
          });
        },
      },
    ],
  },
});
await running.connectWebhooks(`http://${env.HOST}:${server.address.port}`);
startWorkers(workers);
if (isDemo) startDemoSubscriptions(deps, running.sandbox);
process.stdout.write(`Development server: http://${env.HOST}:${server.address.port}\n`);
