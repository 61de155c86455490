import { startHousekeeping } from '#api/jobs/housekeeping.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import { startWorkers, stopWorkers, type Workers } from '#api/workers.ts';
import type { SiteWork, WorkParts } from './site-work.ts';

/** Some requests are still on the network when this server is told to stop (ms). */
const DRAIN_MS = 300;

/** The work of the one server of a database file. Makes the first release. */
export async function workAlone({ db, store, createPublisher }: WorkParts & { store: ObjectStore }): Promise<SiteWork> {
  const publisher = await createPublisher({ db, store, publishes: true });
  await publisher.start();
  let workers: Workers | null = null;
  let stopHousekeeping: () => void = () => undefined;
  return {
    publisher,
    planner: publisher,
    drainMs: DRAIN_MS,
    isCurrent: () => true,
    employ(createWorkers) {
      const own = createWorkers(db);
      workers = own;
      publisher.subscribe(({ kind }) => {
        if (kind === 'released') own.purges.wake();
      });
      return { workers: own, ports: own };
    },
    async start(deps) {
      publisher.wake();
      if (workers) startWorkers(workers);
      stopHousekeeping = startHousekeeping(deps);
    },
    async stop() {
      stopHousekeeping();
      await Promise.all([publisher.stop(), workers && stopWorkers(workers)]);
    },
  };
}
