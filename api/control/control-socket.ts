import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import type { FileStore } from '#api/adapters/file-store.ts';
import type { Deps } from '#api/deps.ts';
import { getCatalogue } from '#api/domain/catalogue.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import type { ContentFormat } from '#api/features/content-export/content-export.contract.ts';
import { createImportControl } from '#api/features/imports/control.service.ts';
import type { ImportDeps } from '#api/features/imports/imports.service.ts';
import type { StripeCheck } from '#api/features/stripe-check/stripe-check.service.ts';
import type { Env } from '#api/env.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import type { ExportHost } from '#api/site/export-rules.ts';
import { exportStaticSite } from '#api/site/static-export.ts';
import type { PublisherPort } from '#api/publishing/ports.ts';
import { listJobs } from '#api/publishing/queue/job-queue.ts';
import { listReleases, readReleaseEntries } from '#api/releases/release-rows.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import type { Manifest } from '#api/releases/manifest.ts';
import { write } from '#db/write.ts';

const LIST_LIMIT = 50;

type ControlDeps = {
  env: Env;
  db: Database;
  publisher: PublisherPort;
  manifest: Manifest;
  store: ObjectStore;
  files: FileStore;
  stripeCheck: Pick<StripeCheck, 'readDeliveries' | 'run' | 'taxSide'>;
  backups: Pick<Deps['backups'], 'readStatus' | 'backUp'>;
  imports: ImportDeps & Pick<Deps, 'files'>;
  log: Logger;
};

export const toControlSocketPath = (dataDir: string) => join(dataDir, 'control.sock');

/**
 * The operator's door: a socket in the data directory that only its owner may open. The scripts of package.json ask
 * the running server here, because no second process may open the database.
 */
export async function startControlServer(deps: ControlDeps): Promise<{ close(): Promise<void> }> {
  const path = toControlSocketPath(deps.env.DATA_DIR);
  rmSync(path, { force: true });
  const server = createServer(getRequestListener(createControlApp(deps).fetch));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createControlApp({ db, publisher, manifest, store, files, stripeCheck, backups, imports, env }: ControlDeps) {
  const app = new Hono();
  app.get('/releases', async (context) =>
    context.json({
      current: manifest.release,
      pinned: publisher.pinnedRelease,
      releases: await listReleases(db, LIST_LIMIT),
      jobs: await listJobs(db, LIST_LIMIT),
    }),
  );
  app.get('/releases/:id', async (context) => {
    const entries = await readReleaseEntries(db, Number(context.req.param('id')));
    if (entries.length === 0) return context.json({ message: 'Release not found. It may have been removed.' }, 404);
    return context.json(entries.map(({ path, status, hash, location }) => ({ path, status, hash, location })));
  });
  app.post('/releases/:id/restore', async (context) =>
    context.json(await publisher.restore(Number(context.req.param('id')))),
  );
  app.post('/resume', async (context) => {
    await publisher.resume();
    return context.json({ message: 'Publishing resumed' });
  });
  app.post('/rebuild', async (context) => {
    await write(db, [
      enqueuePublishStatement(db, { kind: 'rebuild', reason: 'Requested by the operator', now: Date.now() }),
    ]);
    publisher.wake();
    return context.json({ message: 'Rebuild queued' });
  });
  app.post('/stripe-check', async (context) =>
    context.json({
      report: await stripeCheck.run(),
      facts: getSiteFacts(),
      catalogue: getCatalogue(),
      taxSide: stripeCheck.taxSide,
    }),
  );
  app.post('/stripe-check/deliveries', async (context) => {
    const { ids } = await context.req.json<{ ids: string[] }>();
    return context.json(await stripeCheck.readDeliveries(ids));
  });
  app.get('/backups', async (context) => context.json(await backups.readStatus()));
  app.post('/backups', async (context) => context.json((await backups.backUp('manual')) ?? null));
  app.post('/export', async (context) => {
    const request = await context.req.json<{ directory: string; host: ExportHost; serverOrigin: string | null }>();
    const entries = [...manifest.entries()];
    return context.json(await exportStaticSite({ ...request, entries, store, files, siteUrl: env.SITE_URL }));
  });
  app.post('/content-export', async (context) => {
    const { exportContent } = await import('#api/features/content-export/content-export.service.ts');
    const request = await context.req.json<{ directory: string; format: ContentFormat }>();
    return context.json(await exportContent(imports, request));
  });
  app.route('/imports', createImportControl(imports));
  app.onError((error, context) => context.json({ message: error.message }, 400));
  return app;
}
