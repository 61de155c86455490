import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import type { BulkRun } from './bulk-run.ts';

const LOCK = 'bulk run';
const toKey = (userId: number) => `bulkRun-${userId}`;

/** Stores what is left of a run before its first part and after each one, so that it can be continued when the page is closed. */
export const storeRun = (userId: number, run: BulkRun | null): void =>
  storeJson('localStorage', toKey(userId), run?.rest ? run : null);

/** Holds a lock while a run is under way: the browser releases it when the tab is closed. */
export async function lockRun(run: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(LOCK, run) : run());
}

/** The run of a tab that was closed before its end, or null. */
export async function readInterruptedRun(userId: number): Promise<BulkRun | null> {
  const run = readStoredJson<BulkRun>('localStorage', toKey(userId));
  if (!run?.rest) return null;
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (held.some(({ name }) => name === LOCK)) return null;
  const error = run.isRunning ? 'The page was closed before this was finished.' : run.error;
  return { ...run, isRunning: false, error };
}
