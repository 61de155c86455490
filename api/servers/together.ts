import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createS3Objects } from '#api/adapters/s3-objects.ts';
import { SettingsError } from '#api/env.ts';
import { createObjectCache } from '#api/releases/object-cache.ts';
import { followRelease } from '#api/releases/release-rows.ts';
import { createSharedObjectStore } from '#api/releases/shared-object-store.ts';
import { type Workers, stopWorkers } from '#api/workers.ts';
import type { Database } from '#db/client.ts';
import { SharedPublisher } from './shared-publisher.ts';
import { SharedSite } from './shared-site.ts';
import { createSharedWorkers } from './shared-workers.ts';
import type { SiteWork, WorkParts } from './site-work.ts';
import { Wakes } from './wakes.ts';

const MEGABYTE = 1024 * 1024;
/** Until a proxy that asks `/api/ready` each second has noticed that this server stops (ms). */
const DRAIN_MS = 2_500;

/** The work of one of several servers on a libSQL server and a bucket. @throws SettingsError without a bucket */
export async function workTogether(parts: WorkParts & { buildId: string }): Promise<SiteWork> {
  const { env, db, clock, log, manifest, objects, createPublisher, buildId } = parts;
  if (!env.s3) throw new SettingsError('DATABASE_URL: a libSQL server needs a bucket (S3_...) for the pages.');
  let site: SharedSite | null = null;
  let passive: Workers | null = null;
  const wakes = new Wakes({ db, log });
  const call = (name: string) => wakes.call(name);
  const store = createSharedObjectStore({
    bucket: createS3Objects(env.s3),
    cache: createObjectCache(objects, env.OBJECT_CACHE_MB * MEGABYTE),
    log,
    isLeading: () => site?.isLeading ?? false,
  });
  await store.prepare();
  // Before the server listens: no visitor finds one without pages.
  await followRelease(db, manifest);
  const publisher = await SharedPublisher.create({
    db,
    create: (database, use) => createPublisher({ db: database, store, publishes: use === 'lead' }),
    call,
    now: () => clock.now(),
  });
  publisher.subscribe(({ kind }) => {
    // The leader tells the CDN.
    if (kind === 'released') site?.workers?.purges.wake();
  });
  let createOwnWorkers: ((fenced: Database) => Workers) | null = null;

  return {
    store,
    publisher,
    planner: publisher.planner,
    drainMs: DRAIN_MS,
    isCurrent: () => site?.isCurrent ?? false,
    checkRelease: async () => site?.checkRelease(),
    employ(createWorkers) {
      createOwnWorkers = createWorkers;
      passive = createWorkers(db);
      return {
        workers: passive,
        ports: createSharedWorkers({ passive, findActive: () => site?.workers ?? null, call }),
      };
    },
    async start({ files }, { port }) {
      if (!createOwnWorkers) throw new Error('Workers are made before the start.');
      const server = { id: randomUUID(), name: `${hostname()}:${port}`, buildId };
      site = new SharedSite({
        db,
        clock,
        log,
        manifest,
        publisher,
        store,
        files,
        server,
        createWorkers: createOwnWorkers,
      });
      await site.start();
    },
    async stop() {
      await Promise.all([site?.stop(), publisher.stop(), passive && stopWorkers(passive)]);
      await wakes.stop();
    },
  };
}
