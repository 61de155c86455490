import { DataLockedError, type DataLock, lockDataDirectory } from '#api/adapters/data-directory-lock.ts';

// lock-racer.ts: tries to lock a data directory when its parent says so, and releases it when told to. `at` is the same
// instant (UTC ms) for all racers: they wait for it in a loop, so that their attempts overlap.
export type RaceOrder = { lock: string; at: number } | { release: true };
export type RaceResult = { ready: true } | { isOwner: boolean; wasClean: boolean } | { released: true };

let lock: DataLock | null = null;

process.on('message', (order: RaceOrder) => {
  if ('release' in order) {
    lock?.release();
    lock = null;
    report({ released: true });
    return;
  }
  while (Date.now() < order.at);
  try {
    lock = lockDataDirectory(order.lock);
    report({ isOwner: true, wasClean: lock.wasCleanShutdown });
  } catch (error) {
    if (!(error instanceof DataLockedError)) throw error;
    report({ isOwner: false, wasClean: false });
  }
});
report({ ready: true });

function report(result: RaceResult): void {
  process.send?.(result);
}
