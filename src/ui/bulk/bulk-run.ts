import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import type { BulkRange, BulkSkipped, BulkTarget } from '#api/http/bulk-fields.ts';

/** What is selected: the rows, or all that match `filter`, of which the rows are those on this page. */
export type BulkSelection<Filter> = { ids: readonly number[]; count: number; filter: Filter | null };

/** What the server answers to one part. */
export type BulkPart = {
  /** For a run that is done in one part. */
  message: string;
  updatedCount: number;
  /** Named, with the reason. */
  skipped: readonly BulkSkipped[];
  /** Only counted. */
  passedOver?: number;
  next: BulkRange | null;
  undo?: { id: string } | null;
  /** What the undo puts back, such as 'user 12: blacklist'. */
  subjects?: readonly string[];
};

export type BulkResult = {
  updatedCount: number;
  skipped: readonly BulkSkipped[];
  passedOver: number;
  message: string;
  undoIds: readonly string[];
  /** When the last part can't be undone any more, in this browser's clock. */
  undoUntil: number | null;
  subjects: readonly string[];
};

/** A bulk action, which the server runs in parts. */
export type BulkRun<Request, Filter = unknown> = {
  request: Request;
  isRunning: boolean;
  /** Why it stopped before the end; null when it was stopped by hand, or not at all. */
  error: string | null;
  total: number;
  /** What the parts so far have done. */
  result: BulkResult;
  /** What is left; null at the end. */
  rest: BulkTarget<Filter> | null;
};

export const EMPTY_RESULT: BulkResult = {
  updatedCount: 0,
  skipped: [],
  passedOver: 0,
  message: '',
  undoIds: [],
  undoUntil: null,
  subjects: [],
};

export const countDone = ({ updatedCount, skipped, passedOver }: BulkResult) =>
  updatedCount + skipped.length + passedOver;

/** Sends the next part of a run: the first of its ids, or the next range of the matches. */
export async function runNextPart<Request, Filter>(
  run: BulkRun<Request, Filter>,
  size: number,
  send: (request: Request, target: BulkTarget<Filter>) => Promise<BulkPart>,
): Promise<BulkRun<Request, Filter>> {
  const { ids, ...matches } = run.rest ?? {};
  // Counted from before the request, so the toast never promises more than the server gives.
  const until = Date.now() + UNDO_WINDOW_MS;
  const part = await send(run.request, ids ? { ids: ids.slice(0, size) } : matches);
  const laterIds = ids?.slice(size) ?? [];
  const nextMatches = part.next && { filter: matches.filter, next: part.next };
  const { result } = run;
  return {
    ...run,
    rest: laterIds.length > 0 ? { ids: laterIds } : nextMatches,
    result: {
      updatedCount: result.updatedCount + part.updatedCount,
      skipped: [...result.skipped, ...part.skipped],
      passedOver: result.passedOver + (part.passedOver ?? 0),
      message: part.message,
      undoIds: part.undo ? [...result.undoIds, part.undo.id] : result.undoIds,
      undoUntil: part.undo ? until : result.undoUntil,
      subjects: [...result.subjects, ...(part.subjects ?? [])],
    },
  };
}
