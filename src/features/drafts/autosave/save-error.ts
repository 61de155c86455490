import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { ApiError, formatError } from '#src/lib/api-client.ts';
import { isRetryableStatus } from './save-timing.ts';

export type SaveError<Fields> =
  /** Someone saved in between. */
  | { kind: 'conflict'; theirs: DraftJson<Fields> }
  | { kind: 'ended' }
  | { kind: 'gone'; reason: string }
  /** A retry may succeed; not before the milliseconds that the server requires. */
  | { kind: 'later'; reason: string; retryAfterMs: number }
  | { kind: 'failed'; reason: string };

/** What it means that a save was refused. */
export function classifySaveError<Fields>(error: unknown): SaveError<Fields> {
  const reason = formatError(error);
  if (!(error instanceof ApiError)) return { kind: 'failed', reason };
  const { status } = error;
  const theirs = getConflictingDraft<Fields>(error);
  if (theirs) return { kind: 'conflict', theirs };
  if (status === 401) return { kind: 'ended' };
  if (status === 404 || status === 410) return { kind: 'gone', reason };
  if (isRetryableStatus(status)) return { kind: 'later', reason, retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 };
  return { kind: 'failed', reason };
}

/** The version that someone else saved meanwhile, if that is the reason. */
export function getConflictingDraft<Fields>(error: unknown): DraftJson<Fields> | null {
  if (!(error instanceof ApiError) || error.status !== 409 || !error.versions) return null;
  return error.versions.theirs as DraftJson<Fields>;
}
