import { type SQL, sql } from 'drizzle-orm';
import { listRolesWith } from '#api/domain/permissions.ts';
import { APPEAL_WINDOW_MS, APPEALS_MAX } from '#api/domain/publication-states.ts';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/index.ts';

const reviewerRoles = listRolesWith('openshelf.review');

// In SQL, so that they are compared in the batch that decides. They stand where a row of `publications` is in reach.

/** Whether a reviewer has judged the current version. */
const hasJudged = (
  userId: number | SQL,
  exceptUndoId = '',
) => sql`(publications.excluded_reviewer_id IS ${userId} OR EXISTS (
  SELECT 1 FROM publication_history AS judged
  WHERE judged.publication_id = publications.id AND judged.version_number = publications.version_number
    AND judged.move IN ('approve', 'reject', 'request_changes') AND NOT judged.is_undone AND judged.user_id = ${userId}
    AND judged.undo_id IS NOT ${exceptUndoId}))`;

/** Whether a reviewer can sign in who has not judged the current version. */
const hasOtherJudge = (now: number) => sql`EXISTS (
  SELECT 1 FROM ${users} AS other WHERE other.role IN ${reviewerRoles} AND other.delete_after IS NULL
    AND (NOT other.is_blacklisted OR other.blacklisted_until <= ${now}) AND NOT ${hasJudged(sql`other.id`)})`;

/**
 * A condition: an appeal is not for whoever has judged this version, as long as another reviewer can. `undoId`: the decision that is
 * being made, whose row of history is written before its status.
 */
export const isBlockedByAppeal = (userId: number, now: number, undoId?: string) =>
  sql`(publications.excluded_reviewer_id IS NOT NULL AND ${hasJudged(userId, undoId)} AND ${hasOtherJudge(now)})`;

const countAppeals = sql`(SELECT count(*) FROM publication_history AS appeal
  WHERE appeal.publication_id = publications.id AND appeal.version_number = publications.version_number AND appeal.move = 'appeal')`;

/** A condition: a rejection can’t be appealed. After the first appeal there must be a reviewer left who has not judged. */
export const isRejectionFinal = (now: number) =>
  sql`(${countAppeals} >= ${APPEALS_MAX} OR (${countAppeals} > 0 AND NOT ${hasOtherJudge(now)}))`;

export type AppealState = {
  /** Until when the author can appeal (UTC ms); null when there is nothing to appeal against, or no appeal is left. */
  until: number | null;
  /** A rejection, the one that stands or the next one, can’t be appealed. */
  isFinal: boolean;
  /** The one that stands could have been appealed, but the time for it is over. */
  isOver: boolean;
};

/** Whether a publication can be appealed, were its status the one that is given. */
export async function findAppealState(
  { orm }: Database,
  publication: { id: number; status: string; decidedAt: number | null; updatedAt: number },
  now: number,
): Promise<AppealState> {
  const [row] = await orm.all<{ isFinal: number }>(
    sql`SELECT ${isRejectionFinal(now)} AS isFinal FROM publications WHERE id = ${publication.id}`,
  );
  const isFinal = row?.isFinal === 1;
  const { status, decidedAt, updatedAt } = publication;
  if (isFinal || (status !== 'REJECTED' && status !== 'AI_REJECTED')) return { until: null, isFinal, isOver: false };
  const rejectedAt = status === 'REJECTED' ? (decidedAt ?? updatedAt) : updatedAt;
  const until = rejectedAt + APPEAL_WINDOW_MS;
  return until > now ? { until, isFinal, isOver: false } : { until: null, isFinal: true, isOver: true };
}
