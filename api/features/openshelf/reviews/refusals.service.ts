import type { Database } from '#db/client.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { NOT_FOUND_MESSAGE } from '#api/features/openshelf/openshelf.queries.ts';
import { isAppealBlocked, listUndecided, type NewDecision, type UndecidedRow } from './decisions.queries.ts';

const NOT_WAITING_MESSAGE = 'Only a publication in ADMIN_REVIEWING can be approved or rejected. Reload the page.';
const APPEAL_MESSAGE = 'You rejected this before. Another reviewer decides on the appeal.';
const CHANGED_MESSAGE = 'This publication has just changed. Try again.';

const MINUTE_MS = 60_000;
/** Decisions of others are named as long as they may explain a page that is out of date (ms). */
const RECENT_MS = 60 * MINUTE_MS;

type Attempt = Pick<NewDecision, 'ids' | 'userId' | 'now'>;
/** `isNotWaiting`: it was decided or withdrawn. */
export type Refusal = { id: number; reason: string; isNotWaiting: boolean };

/** Why these publications were not decided, in the order of `ids`. */
export async function listRefusals(db: Database, attempt: Attempt): Promise<Refusal[]> {
  const rows = new Map((await listUndecided(db, attempt)).map((row) => [row.id, row]));
  return attempt.ids.map((id) => ({ id, ...explain(rows.get(id), attempt) }));
}

function explain(row: UndecidedRow | undefined, attempt: Attempt): Omit<Refusal, 'id'> {
  if (!row) return { reason: NOT_FOUND_MESSAGE, isNotWaiting: false };
  if (row.status === 'ADMIN_REVIEWING') {
    return { reason: row.isBlocked ? APPEAL_MESSAGE : CHANGED_MESSAGE, isNotWaiting: false };
  }
  return { reason: formatOtherDecision(row, attempt) ?? NOT_WAITING_MESSAGE, isNotWaiting: true };
}

/** 'Tom Whitaker approved this 20 s ago.'; null when it was no recent decision of someone else. */
function formatOtherDecision(row: UndecidedRow, { userId, now }: Attempt): string | null {
  const reviewer = toUserRefJson(row);
  const isDecision = row.status === 'APPROVED' || row.status === 'REJECTED';
  if (!isDecision || reviewer === null || reviewer.id === userId || row.decidedAt === null) return null;
  const age = now - row.decidedAt;
  if (age > RECENT_MS) return null;
  const rejected = row.areChangesRequested ? 'asked for changes to' : 'rejected';
  return `${reviewer.name} ${row.status === 'APPROVED' ? 'approved' : rejected} this ${formatAge(age)}.`;
}

const formatAge = (ms: number) =>
  ms < MINUTE_MS ? `${Math.max(1, Math.round(ms / 1000))} s ago` : `${Math.round(ms / MINUTE_MS)} min ago`;

/** The error of a decision that changed nothing. */
export async function createRefusalError(db: Database, attempt: Attempt & { isBulk: boolean }): Promise<Error> {
  const refusals = await listRefusals(db, attempt);
  const [reason = NOT_WAITING_MESSAGE, ...others] = new Set(refusals.map((refusal) => refusal.reason));
  if (others.length > 0) return conflictError(NOT_WAITING_MESSAGE);
  if (reason === NOT_FOUND_MESSAGE && !attempt.isBulk) return notFoundError(reason);
  const isOther = refusals.every(({ isNotWaiting }) => isNotWaiting) && reason !== NOT_WAITING_MESSAGE;
  return conflictError(isOther ? `${reason} Nothing of yours was sent.` : reason);
}

/** Why this reviewer may not decide on a publication that waits, as a sentence, or null. */
export const findDecisionBlock = async (
  db: Database,
  attempt: { id: number; userId: number; now: number },
): Promise<string | null> => ((await isAppealBlocked(db, attempt)) ? APPEAL_MESSAGE : null);
