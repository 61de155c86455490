import { useEffect, useRef, useState } from 'react';
import type { BulkTarget } from '#api/http/bulk-fields.ts';
import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { showUndoToast, undoActions } from '#src/ui/feedback/undo-toast.ts';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import { type BulkPart, type BulkRun, type BulkSelection, EMPTY_RESULT, runNextPart } from './bulk-run.ts';

/** The name of a kind of bulk run and the user: the key of the stored run. */
type RunKey = { name: string; userId: number };

const toKey = ({ name, userId }: RunKey) => `${name}-${userId}`;

/** Stores what is left of a run before its first part and after each one, so that it can be continued when the page is closed. */
const storeRun = (key: RunKey, run: BulkRun<unknown> | null): void =>
  storeJson('localStorage', toKey(key), run?.rest ? run : null);

/** Holds a lock while a run is under way: the browser releases it when the tab is closed. */
async function lockRun({ name }: RunKey, run: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(name, run) : run());
}

/** The run of a tab that was closed before its end, or null. */
async function readInterruptedRun<Run extends BulkRun<unknown>>(key: RunKey): Promise<Run | null> {
  const run = readStoredJson<Run>('localStorage', toKey(key));
  if (!run?.rest) return null;
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (held.some(({ name }) => name === key.name)) return null;
  const error = run.isRunning ? 'The page was closed before this was finished.' : run.error;
  // An earlier build may have stored less.
  return { ...run, isRunning: false, error, result: { ...EMPTY_RESULT, ...run.result } };
}

/** What one action says. */
export type BulkWords = {
  /** 'Archiving...' */
  busy: string;
  /** '1,204 posts were archived.' */
  done: (count: number) => string;
  /** The second line of the toast with Undo. */
  note?: string;
  /** Why some were passed over that are only counted: 'no longer pending' */
  passedOver?: string;
  /** What those who are named with a reason didn't get, where it is no change: 'got no email' */
  refused?: string;
};

type Options<Request, Filter> = {
  /** Names the stored run and its lock. */
  name: string;
  userId: number;
  /** The most that the server changes in one request. */
  partSize: number;
  noun: { one: string; many: string };
  getWords: (request: Request) => BulkWords;
  send: (request: Request, target: BulkTarget<Filter>) => Promise<BulkPart>;
  reload: () => void;
};

/**
 * Runs one bulk action at a time, in parts; it can be stopped and continued, repeated for those that were skipped, and undone as a
 * whole. One that was interrupted is offered again when the screen is opened.
 */
export function useBulkRun<Request, Filter>(options: Options<Request, Filter>) {
  type Run = BulkRun<Request, Filter>;
  const { name, userId, partSize, noun, getWords, send, reload } = options;
  const key = { name, userId };
  const [run, setRun] = useState<Run | null>(null);
  const [isUndone, setUndone] = useState(false);
  useEffect(() => {
    void readInterruptedRun<Run>({ name, userId }).then((interrupted) => setRun((current) => current ?? interrupted));
  }, [name, userId]);
  const show = (shown: Run | null) => {
    storeRun(key, shown);
    setRun(shown);
  };
  const isStopRequested = useRef(false);
  useUnsavedWarning(run?.isRunning === true);

  const create = (request: Request, rest: BulkTarget<Filter>, total: number): Run => ({
    request,
    rest,
    total,
    isRunning: true,
    error: null,
    result: EMPTY_RESULT,
  });
  /** True for a run that a toast alone does not describe: one in parts, one that was stopped, or one that skipped some. */
  const needsNotice = ({ total, rest, result }: Run) =>
    rest !== null || total > partSize || result.undoIds.length > 1 || result.skipped.length > 0;
  const announceEnd = (ended: Run) => {
    const { updatedCount, undoIds, undoUntil, message, subjects } = ended.result;
    const words = getWords(ended.request);
    const text = (!needsNotice(ended) && message) || words.done(updatedCount);
    if (undoUntil !== null) {
      const onUndone = () => {
        setUndone(true);
        reload();
      };
      const undo = () => undoActions([...undoIds]);
      showUndoToast({ message: text, note: words.note, until: undoUntil, subjects, undo, onUndone });
    } else if (updatedCount > 0 || !needsNotice(ended)) showToast(text, updatedCount === 0 ? 'warning' : 'success');
  };
  const finish = async (initial: Run) => {
    isStopRequested.current = false;
    setUndone(false);
    let current: Run = { ...initial, isRunning: true, error: null };
    show(current);
    try {
      while (current.rest && !isStopRequested.current) {
        current = await runNextPart(current, partSize, send);
        show(current);
      }
      current = { ...current, isRunning: false };
    } catch (error) {
      current = { ...current, isRunning: false, error: formatError(error) };
    }
    show(current);
    reload();
    announceEnd(current);
  };
  const proceed = (from: Run) => void lockRun(key, () => finish(from));
  /** Resolves after the first part, so that a dialog can say why it is refused. */
  const start = (request: Request, { ids, count, filter }: BulkSelection<Filter>) =>
    new Promise<void>((resolve, reject) => {
      lockRun(key, async () => {
        const initial = create(request, filter === null ? { ids: [...ids] } : { filter, total: count }, count);
        // Stored before it is sent: the page may be closed before the response.
        storeRun(key, initial);
        try {
          const started = await runNextPart(initial, partSize, send);
          show(started);
          resolve();
          await finish(started);
        } catch (error) {
          storeRun(key, run);
          // Refused when the list has changed: the new rows show what matches now.
          reload();
          throw error;
        }
      }).catch(reject);
    });
  return {
    isRunning: run?.isRunning === true,
    /** The run while its progress or its result is shown; `BulkRunNotice` takes all of this. */
    shown: run && (run.rest !== null || (needsNotice(run) && !isUndone)) ? run : null,
    words: run && getWords(run.request),
    noun,
    start,
    stop: () => {
      isStopRequested.current = true;
    },
    resume: () => run && proceed(run),
    /** The same action on those that were skipped. */
    retrySkipped: () => {
      const ids = run?.result.skipped.map(({ id }) => id) ?? [];
      if (run) proceed(create(run.request, { ids }, ids.length));
    },
    close: () => show(null),
  };
}
