import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import { type BulkRun, EMPTY_RESULT } from './bulk-run.ts';

/** The name of a kind of bulk run and the user: the key of the stored run. */
export type RunKey = { name: string; userId: number };

const toKey = ({ name, userId }: RunKey) => `${name}-${userId}`;

/** Stores what is left of a run before its first part and after each one, so that it can be continued when the page is closed. */
export const storeRun = (key: RunKey, run: BulkRun<unknown> | null): void =>
  storeJson('localStorage', toKey(key), run?.rest ? run : null);

/** Holds a lock while a run is under way: the browser releases it when the tab is closed. */
export async function lockRun({ name }: RunKey, run: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(name, run) : run());
}

/** The run of a tab that was closed before its end, or null. */
export async function readInterruptedRun<Run extends BulkRun<unknown>>(key: RunKey): Promise<Run | null> {
  const run = readStoredJson<Run>('localStorage', toKey(key));
  if (!run?.rest) return null;
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (held.some(({ name }) => name === key.name)) return null;
  const error = run.isRunning ? 'The page was closed before this was finished.' : run.error;
  // An earlier build may have stored less.
  return { ...run, isRunning: false, error, result: { ...EMPTY_RESULT, ...run.result } };
}
