import type { BulkEntriesFilter, BulkEntriesRequest } from '#api/features/waiting-list/decisions/decisions.contract.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { api, formatServerError } from '#src/lib/api-client.ts';
import type { RouteResponse } from '#src/lib/api-types.ts';
import type { BulkRun } from '#src/ui/bulk/bulk-run.ts';
import type { Entry } from '#src/features/waiting-list/manager/entries-api.ts';

export type BulkAction = 'invite' | 'reject' | 'put-back' | 'resend';

/** The subject of a bulk action: `entries`, or all that match `filter`, of which `entries` are those on this page. */
export type EntrySelection = { entries: readonly Entry[]; count: number; filter: BulkEntriesFilter | null };

export type BulkRequest = { action: BulkAction };
export type BulkTarget = BulkEntriesRequest;

type Refusal = RouteResponse<'post', '/api/waitinglist/resend'>['skipped'][number];

export type BulkResult = {
  updatedCount: number;
  skippedCount: number;
  /** Those whose invitation could not be sent again, with the reason. */
  refusals: Refusal[];
  /** The message of the server for the last part. */
  message: string;
  undoIds: string[];
  /** When the last part can't be undone any more, in this browser's clock. */
  undoUntil: number | null;
};
export type EntryBulkRun = BulkRun<BulkRequest, BulkTarget, BulkResult>;

export const EMPTY_RESULT: BulkResult = {
  updatedCount: 0,
  skippedCount: 0,
  refusals: [],
  message: '',
  undoIds: [],
  undoUntil: null,
};

/** The most entries in one request. */
export const PART_SIZE = 500;

/** Specification, section 8. */
const FAILURES: Record<BulkAction, string> = {
  invite: 'Failed to invite users',
  reject: 'Failed to reject users',
  'put-back': 'Failed to put people back on the list',
  resend: 'Failed to send the invitations',
};

/** Sends one part. @throws Error with the server's message, or ours where it sent none */
export async function sendPart({ action }: BulkRequest, target: BulkTarget) {
  const { ids, ...matches } = target;
  const part = ids ? { ids: ids.slice(0, PART_SIZE) } : matches;
  const laterIds = ids?.slice(PART_SIZE) ?? [];
  try {
    const { result, next } = await send(action, part);
    const rest: BulkTarget | null =
      laterIds.length > 0 ? { ids: laterIds } : next ? { filter: matches.filter, next } : null;
    return { result, rest };
  } catch (error) {
    throw new Error(formatServerError(error, FAILURES[action]), { cause: error });
  }
}

type Sent = { result: BulkResult; next: BulkEntriesRequest['next'] | null };

async function send(action: BulkAction, part: BulkTarget): Promise<Sent> {
  if (action === 'resend') {
    const { message, updated, skipped, next } = await api.post('/api/waitinglist/resend', { json: part });
    const counts = { updatedCount: updated, skippedCount: skipped.length, refusals: skipped, message };
    return { result: { ...EMPTY_RESULT, ...counts }, next };
  }
  // Counted from before the request, so the toast never promises more than the server gives.
  const until = Date.now() + UNDO_WINDOW_MS;
  const { message, updated, skipped, undo, next } = await api.post(`/api/waitinglist/${action}`, { json: part });
  const undoUntil = undo && until;
  const counts = { updatedCount: updated, skippedCount: skipped, message, undoUntil, undoIds: undo ? [undo.id] : [] };
  return { result: { ...EMPTY_RESULT, ...counts }, next };
}

export const addResults = (before: BulkResult, part: BulkResult): BulkResult => ({
  updatedCount: before.updatedCount + part.updatedCount,
  skippedCount: before.skippedCount + part.skippedCount,
  refusals: [...before.refusals, ...part.refusals],
  message: part.message,
  undoIds: [...before.undoIds, ...part.undoIds],
  undoUntil: part.undoUntil ?? before.undoUntil,
});
