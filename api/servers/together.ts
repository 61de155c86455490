import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { SharedObjectStore } from '#api/releases/shared-object-store.ts';
import { type Workers, stopWorkers } from '#api/workers.ts';
import type { Database } from '#db/client.ts';
import { SharedPublisher } from './shared-publisher.ts';
import { SharedSite } from './shared-site.ts';
import { PROXY_NOTICE_MS } from './drain.ts';
import { createSharedWorkers } from './shared-workers.ts';
import type { SiteWork, WorkParts } from './site-work.ts';
import { Wakes } from './wakes.ts';

/** What pages need of the work with the other servers, which begins after them. */
export type Partners = { isLeading: () => boolean; checkRelease: () => Promise<void> };

/** The work of one of several servers on a libSQL server and a bucket. */
export async function workTogether(
  parts: WorkParts & { store: SharedObjectStore; partners: Partners },
): Promise<SiteWork> {
  const { db, clock, log, manifest, store, partners, createPublisher, readBuildId } = parts;
  const buildId = await readBuildId();
  let site: SharedSite | null = null;
  let passive: Workers | null = null;
  const wakes = new Wakes({ db, log });
  const call = (name: string) => wakes.call(name);
  partners.isLeading = () => site?.isLeading ?? false;
  partners.checkRelease = async () => site?.checkRelease();
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
    publisher,
    planner: publisher.planner,
    drainMs: PROXY_NOTICE_MS,
    isCurrent: () => site?.isCurrent ?? false,
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
