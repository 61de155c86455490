import { useRef, useState } from 'react';
import type { BulkBlogsRequest, BulkBlogsResponse } from '#api/features/blogs/blogs.contract.ts';
import { formatError } from '#src/lib/api-client.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { type BulkRequest, bulkUpdatePosts, type PostSelection } from './posts-api.ts';

type BulkTarget = Pick<BulkBlogsRequest, 'ids' | 'filter' | 'total' | 'next'>;

/** A bulk action, which the server runs in parts. */
export type BulkRun = {
  request: BulkRequest;
  isRunning: boolean;
  /** Why it stopped before the end; null when it was stopped by hand, or not at all. */
  error: string | null;
  total: number;
  updatedCount: number;
  skipped: BulkBlogsResponse['skipped'];
  /** What is left; null at the end. */
  rest: BulkTarget | null;
};

type Rows = { remove: (ids: readonly number[]) => void; reload: () => void };

/** The most ids in one request. */
const MAX_IDS = 100;

/** Runs one bulk action at a time, which can be stopped, continued, and repeated for the skipped posts. */
export function useBulkRun({ remove, reload }: Rows) {
  const [run, setRun] = useState<BulkRun | null>(null);
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
    setRun(current);
    try {
      while (current.rest && !isStopRequested.current) {
        current = await runPart(current);
        setRun(current);
      }
      setRun({ ...current, isRunning: false });
    } catch (error) {
      setRun({ ...current, isRunning: false, error: formatError(error) });
    }
    reload();
  };
  return {
    run,
    /** Resolves after the first part, so that a dialog can say why it is refused. */
    start: async (request: BulkRequest, selection: PostSelection) => {
      const first = runPart(createRun(request, toTarget(selection), selection.count));
      // Refused when the list has changed: the new rows show what matches now.
      first.catch(reload);
      void finish(await first);
    },
    stop: () => {
      isStopRequested.current = true;
    },
    resume: () => run && void finish(run),
    retrySkipped: () => {
      const ids = run?.skipped.map(({ id }) => id) ?? [];
      if (run) void finish(createRun(run.request, { ids }, ids.length));
    },
    close: () => setRun(null),
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
