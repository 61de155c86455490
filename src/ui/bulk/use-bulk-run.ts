import { useEffect, useRef, useState } from 'react';
import { formatError } from '#src/lib/api-client.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import type { BulkRun } from './bulk-run.ts';
import { lockRun, readInterruptedRun, storeRun } from './interrupted-run.ts';

type Options<Request, Target, Result> = {
  /** Names the stored run and its lock. */
  name: string;
  userId: number;
  emptyResult: Result;
  sendPart: (request: Request, target: Target) => Promise<{ result: Result; rest: Target | null }>;
  addResults: (before: Result, part: Result) => Result;
  reload: () => void;
  /** Called when it is done, was stopped or has failed. */
  onEnd?: (run: BulkRun<Request, Target, Result>) => void;
};

/**
 * Runs one bulk action at a time, in parts; it can be stopped and continued. One that was interrupted is offered again
 * when the screen is opened.
 */
export function useBulkRun<Request, Target, Result>(options: Options<Request, Target, Result>) {
  type Run = BulkRun<Request, Target, Result>;
  const { name, userId, emptyResult, sendPart, addResults, reload } = options;
  const key = { name, userId };
  const [run, setRun] = useState<Run | null>(null);
  useEffect(() => {
    void readInterruptedRun<Run>({ name, userId }).then((interrupted) => setRun((current) => current ?? interrupted));
  }, [name, userId]);
  const show = (shown: Run | null) => {
    storeRun(key, shown);
    setRun(shown);
  };
  const isStopRequested = useRef(false);
  useUnsavedWarning(run?.isRunning === true);

  const create = (request: Request, rest: Target, total: number): Run => ({
    request,
    rest,
    total,
    isRunning: true,
    error: null,
    result: emptyResult,
  });
  const runPart = async (before: Run): Promise<Run> => {
    if (before.rest === null) return before;
    const { result, rest } = await sendPart(before.request, before.rest);
    return { ...before, result: addResults(before.result, result), rest };
  };
  const finish = async (initial: Run) => {
    isStopRequested.current = false;
    let current: Run = { ...initial, isRunning: true, error: null };
    show(current);
    try {
      while (current.rest && !isStopRequested.current) {
        current = await runPart(current);
        show(current);
      }
      current = { ...current, isRunning: false };
    } catch (error) {
      current = { ...current, isRunning: false, error: formatError(error) };
    }
    show(current);
    reload();
    options.onEnd?.(current);
  };
  const proceed = (from: Run) => void lockRun(key, () => finish(from));
  return {
    run,
    /** Resolves after the first part, so that a dialog can say why it is refused. */
    start: (request: Request, target: Target, total: number) =>
      new Promise<void>((resolve, reject) => {
        lockRun(key, async () => {
          const initial = create(request, target, total);
          // Stored before it is sent: the page may be closed before the response.
          storeRun(key, initial);
          try {
            const started = await runPart(initial);
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
      }),
    stop: () => {
      isStopRequested.current = true;
    },
    resume: () => run && proceed(run),
    /** The same action on other targets, such as those that were skipped. */
    repeat: (target: Target, total: number) => run && proceed(create(run.request, target, total)),
    close: () => show(null),
  };
}
