import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { dev } from 'astro';
import { lockDataDirectory } from '#api/adapters/data-lock.ts';
import { createLog } from '#api/adapters/log.ts';
import { uploadDeps } from '#api/adapters/upload-storage.ts';
import { createApp } from '#api/app.ts';
import { systemClock } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { readEnv } from '#api/env.ts';
import { sweepUnsettled } from '#api/features/uploads/unsettled-files.ts';
import { createContentReader, createNotes } from '#api/publishing/content-reader.ts';
import { PublicIndex } from '#api/publishing/public-index.ts';
import { createIdlePublishing } from '#api/publishing/publishing.ts';
import { accountDeps, createMailWorker, openAndMigrate } from '#api/server.ts';
import { shellOf } from '#api/site/shells.ts';
import { createUploadServer, UPLOADS_FOLDER } from '#api/site/uploads.ts';
import { company } from '#src/config/site.ts';

// `npm run dev`: Astro's own server with hot reload for pages and islands, the API on the same address, all in one
// process; a change in api/ or db/ starts it anew (node --watch). Pages are rendered at each request, from the
// database as it is; nothing is published.
const env = readEnv();
const log = createLog('warn');
const lock = lockDataDirectory(env.DATA_DIR);
process.once('exit', () => lock.release());
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
const db = await openAndMigrate(env, systemClock, lock);
const index = new PublicIndex(db);

const base = {
  db,
  clock: systemClock,
  log,
  ...accountDeps(env),
  ...uploadDeps(env),
  site: { name: company.name, url: env.SITE_URL, isReady: () => true, release: () => 0, answers: () => true },
};
const mail = createMailWorker(env, base);
const deps: Deps = { ...base, publishing: createIdlePublishing(db), mail };
mail.start();
await sweepUnsettled(deps);
const api = getRequestListener(createApp(deps).fetch);
const uploads = createUploadServer({ files: deps.files, siteUrl: env.SITE_URL, log });

// src/middleware.ts asks here for what pages are made of.
Object.assign(globalThis, {
  [Symbol.for('site.dev-content')]: async () => {
    const now = systemClock.now();
    await index.load(now);
    return createContentReader({ db, index, now, timeZone: company.timeZone, fixedPaths: [] }, createNotes());
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
            const shell = shellOf(path);
            if (shell) request.url = query === undefined ? shell : `${shell}?${query}`;
            next();
          });
        },
      },
    ],
  },
});
process.stdout.write(`Developing at http://${env.HOST}:${server.address.port}\n`);
