import { DataLockedError, type DataLock, lockDataDirectory } from '#api/adapters/data-directory-lock.ts';

// lock-racer.ts: locks a data directory, and releases it, on command of its parent. `at` is the same instant (UTC ms) for
// all racers: they wait for it in a busy loop, so that their attempts overlap.
export type RaceCommand = { lock: string; at: number } | { release: true };
export type RaceResult = { ready: true } | { isOwner: boolean; wasClean: boolean } | { released: true };

let lock: DataLock | null = null;

process.on('message', (command: RaceCommand) => {
  if ('release' in command) {
    lock?.release();
    lock = null;
    report({ released: true });
    return;
  }
  while (Date.now() < command.at);
  try {
    lock = lockDataDirectory(command.lock);
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
