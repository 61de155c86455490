import { useEffect, useRef, useState } from 'react';
import { formatError } from '#src/lib/api-client.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { type BulkRequest, bulkUpdatePosts, type PostSelection } from '#src/features/blogs/manager/posts-api.ts';
import type { BulkRun, BulkTarget } from './bulk-run.ts';
import { lockRun, readInterruptedRun, storeRun } from './interrupted-run.ts';

type Options = { userId: number; remove: (ids: readonly number[]) => void; reload: () => void };

/** The most ids in one request. */
const MAX_IDS = 100;

/**
 * Runs one bulk action at a time, which can be stopped, continued, and repeated for the skipped posts. One that was
 * interrupted is offered again when the screen is opened.
 */
export function useBulkRun({ userId, remove, reload }: Options) {
  const [run, setRun] = useState<BulkRun | null>(null);
  useEffect(() => {
    void readInterruptedRun(userId).then((interrupted) => setRun((current) => current ?? interrupted));
  }, [userId]);
  const show = (shown: BulkRun | null) => {
    storeRun(userId, shown);
    setRun(shown);
  };
  const isStopRequested = useRef(false);
  useUnsavedWarning(run?.isRunning === true);

  const runPart = async (before: BulkRun): Promise<BulkRun> => {
    const { after, updated } = await sendPart(before);
    if (before.request.action === 'delete') remove(updated);
    return after;
  };
  const finish = async (initial: BulkRun) => {
    isStopRequested.current = false;
    let current: BulkRun = { ...initial, isRunning: true, error: null };
    show(current);
    try {
      while (current.rest && !isStopRequested.current) {
        current = await runPart(current);
        show(current);
      }
      show({ ...current, isRunning: false });
    } catch (error) {
      show({ ...current, isRunning: false, error: formatError(error) });
    }
    reload();
  };
  return {
    run,
    /** Resolves after the first part, so that a dialog can say why it is refused. */
    start: (request: BulkRequest, selection: PostSelection) =>
      new Promise<void>((resolve, reject) => {
        lockRun(async () => {
          const initial = createRun(request, toTarget(selection), selection.count);
          // Stored before it is sent: the page may be closed before the response.
          storeRun(userId, initial);
          try {
            const started = await runPart(initial);
            show(started);
            resolve();
            await finish(started);
          } catch (error) {
            storeRun(userId, run);
            // Refused when the list has changed: the new rows show what matches now.
            reload();
            throw error;
          }
        }).catch(reject);
      }),
    stop: () => {
      isStopRequested.current = true;
    },
    resume: () => run && void lockRun(() => finish(run)),
    retrySkipped: () => {
      const ids = run?.skipped.map(({ id }) => id) ?? [];
      if (run) void lockRun(() => finish(createRun(run.request, { ids }, ids.length)));
    },
    close: () => show(null),
  };
}

const createRun = (request: BulkRequest, rest: BulkTarget, total: number): BulkRun => ({
  ...{ request, rest, total, isRunning: true, error: null, updatedCount: 0, skipped: [] },
});

const toTarget = ({ posts, count, filter }: PostSelection): BulkTarget =>
  filter ? { filter, total: count } : { ids: posts.map(({ id }) => id) };

async function sendPart(run: BulkRun): Promise<{ after: BulkRun; updated: number[] }> {
  const { ids, ...target } = run.rest ?? {};
  const part = ids ? { ids: ids.slice(0, MAX_IDS) } : target;
  const { updated, skipped, next } = await bulkUpdatePosts({ ...part, ...run.request });
  const laterIds = ids?.slice(MAX_IDS) ?? [];
  const rest = laterIds.length > 0 ? { ids: laterIds } : next && { filter: target.filter, next };
  const updatedCount = run.updatedCount + updated.length;
  return { after: { ...run, rest, updatedCount, skipped: [...run.skipped, ...skipped] }, updated };
}
