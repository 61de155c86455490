import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { dev } from 'astro';
import { lockDataDirectory } from '#api/adapters/data-directory-lock.ts';
import { createDiskSpace } from '#api/adapters/disk-space.ts';
import { createHtmlProcessor } from '#api/adapters/html-processor.ts';
import { createLog } from '#api/adapters/pino-logger.ts';
import { uploadDeps } from '#api/adapters/upload-storage.ts';
import { createApp } from '#api/app.ts';
import { systemClock } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { readEnv } from '#api/env.ts';
import { createPreviewPages, PREVIEW_FOLDER } from '#api/features/previews/page/page.routes.ts';
import { sweepUnsettled } from '#api/features/uploads/intent-log/intent-log.service.ts';
import { createContentReader, createNotes } from '#api/publishing/render/content-reader.ts';
import type { PreviewedPost } from '#api/publishing/render/preview.ts';
import { PublicIndex } from '#api/publishing/index/public-index.ts';
import { createIdlePublishing } from '#api/publishing/ports.ts';
import type { Rendered } from '#api/publishing/render/astro-renderer.ts';
import { accountDeps, createMailWorker, openAndMigrate } from '#api/server.ts';
import { shellOf } from '#api/domain/shell-pages.ts';
import { createUploadServer, UPLOADS_FOLDER } from '#api/site/upload-handler.ts';
import { company } from '#src/config/site.ts';

// `npm run dev`: Astro's own server with hot reload for pages and islands, the API on the same address, all in one
// process; a change in api/ or db/ starts it anew (node --watch). Pages are rendered at each request, from the
// database as it is; nothing is published.
const DRAFT_HEADER = 'x-draft';
const env = readEnv();
const log = createLog('warn');
const lock = lockDataDirectory(env.DATA_DIR);
process.once('exit', (code) => lock.release({ isClean: code === 0 }));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
const db = await openAndMigrate(env, systemClock, lock);
const index = new PublicIndex(db);

const base = {
  db,
  clock: systemClock,
  log,
  ...accountDeps(env),
  ...uploadDeps(env),
  space: createDiskSpace({ db, directory: env.DATA_DIR }),
  html: createHtmlProcessor(),
  site: { name: company.name, url: env.SITE_URL, isReady: () => true, release: () => 0, answers: () => true },
};
const mail = createMailWorker(env, base);
const publishing = createIdlePublishing(db);
const deps: Deps = {
  ...base,
  publishing: { ...publishing, outlook: { ...publishing.outlook, preview: renderDraft } },
  mail,
};
mail.start();
await sweepUnsettled(deps);
const api = getRequestListener(createApp(deps).fetch);
const previews = createPreviewPages(deps);
const uploads = createUploadServer({ files: deps.files, siteUrl: env.SITE_URL, log });

/** The draft that a request asks for, by the key in its header; Astro's own server renders it, too. */
const rendering = new AsyncLocalStorage<PreviewedPost>();
const asked = new Map<string, PreviewedPost>();

async function renderDraft(draft: PreviewedPost): Promise<Rendered> {
  const key = randomUUID();
  asked.set(key, draft);
  const response = await fetch(`http://${env.HOST}:${server.address.port}/blogs/${draft.row.slug}`, {
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
    const draft = rendering.getStore();
    const source = draft ? { index: await index.copyWith([draft.place]), draft } : { index };
    return createContentReader({ db, ...source, now, timeZone: company.timeZone, fixedPaths: [] }, createNotes());
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
            if (path.startsWith('/api/')) {
              void api(request, response);
              return;
            }
            if (path.startsWith(UPLOADS_FOLDER)) {
              uploads.handle(request, response);
              return;
            }
            if (path.startsWith(PREVIEW_FOLDER)) {
              previews.handle(request, response);
              return;
            }
            const shell = shellOf(path);
            if (shell) request.url = query === undefined ? shell : `${shell}?${query}`;
            const key = String(request.headers[DRAFT_HEADER] ?? '');
            const draft = asked.get(key);
            asked.delete(key);
            if (draft) rendering.run(draft, next);
            else next();
          });
        },
      },
    ],
  },
});
process.stdout.write(`Developing at http://${env.HOST}:${server.address.port}\n`);
