import { and, eq, type SQL, sql } from 'drizzle-orm';
import {
  DECISION_UNDO_WINDOW_MS,
  moveRules,
  type ReviewDecision,
  type WebhookEvent,
} from '#api/domain/publication-states.ts';
import type { Database } from '#db/client.ts';
import { recordUndoStatements } from '#db/queries/undo-actions.ts';
import { userRefColumns } from '#db/queries/user-refs.ts';
import { publicationHistory, publications, rejectionReasons, users } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement } from '#db/write.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { isBlockedByAppeal } from '#api/features/openshelf/appeals.queries.ts';
import { isPending, movePublicationsStatements } from '#api/features/openshelf/openshelf.queries.ts';
import { enqueueWebhooksStatement } from '#api/features/openshelf/webhooks/webhooks.queries.ts';

export type NewDecision = {
  decision: ReviewDecision;
  ids: readonly number[];
  /** Made in one act on many; its audit row lists the ids. */
  isBulk: boolean;
  comments: string | null;
  reasonIds: readonly number[];
  userId: number;
  undoId: string;
  now: number;
};

/** What an undo puts back, and cannot read from the rows. */
export type DecisionSnapshot = { decision: ReviewDecision; publications: { id: number }[] };

/** Names of the webhook and of the audit action. */
const EVENTS = {
  approve: 'publication.approved',
  reject: 'publication.rejected',
  request_changes: 'publication.changes_requested',
} as const satisfies Record<ReviewDecision, WebhookEvent>;

export const isOneOf = (ids: readonly number[]) =>
  sql`${publications.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * The batch of a decision on those of the publications that wait for a reviewer; it is rolled back when none does. The undo
 * id marks them from the move on.
 */
export function decisionStatements(db: Database, decision: NewDecision): Statement[] {
  const { ids, isBulk, userId, undoId, now, comments, reasonIds } = decision;
  const { from, to } = moveRules[decision.decision];
  const type = EVENTS[decision.decision];
  const condition = sql`${isOneOf(ids)} AND NOT ${isBlockedByAppeal(userId, now, undoId)}`;
  const isDecided = sql`${publications.undoId} = ${undoId}`;
  return [
    ...recordUndoStatements(db, {
      id: undoId,
      kind: 'publication.decided',
      actorId: userId,
      now,
      windowMs: DECISION_UNDO_WINDOW_MS,
      snapshot: buildSnapshot(decision.decision, sql`${publications.status} = ${from[0]} AND ${condition}`),
    }),
    ...movePublicationsStatements(db, {
      move: decision.decision,
      condition,
      now,
      userId,
      comments,
      reasonIds,
      undoId,
      set: { excludedReviewerId: null },
    }),
    rollbackIfNoRows,
    enqueueWebhooksStatement({ condition: isDecided, type, now, undoId, comments, reasonIds }),
    insertAuditStatement(db, {
      at: now,
      action: type,
      actorId: userId,
      subject: isBulk ? 'publications' : `publication:${ids[0]}`,
      detail: isBulk ? selectIds(isDecided) : undefined,
      before: { status: from[0] },
      after: { status: to },
    }),
  ];
}

export const selectIds = (condition: SQL) =>
  sql`(SELECT json_object('ids', json_group_array(${publications.id})) FROM ${publications} WHERE ${condition})`;

const buildSnapshot = (decision: ReviewDecision, condition: SQL) => sql<Record<string, unknown>>`(
  SELECT json_object('decision', ${decision}, 'publications', json_group_array(json_object(
    'id', ${publications.id}, 'decided_at', ${publications.decidedAt}, 'decided_by', ${publications.decidedBy},
    'excluded_reviewer_id', ${publications.excludedReviewerId}, 'are_changes_requested', ${publications.areChangesRequested})))
  FROM ${publications} WHERE ${condition})`;

/** The publications that a decision changed. */
export async function listDecidedIds({ orm }: Database, undoId: string): Promise<number[]> {
  const rows = await orm
    .select({ id: publicationHistory.publicationId })
    .from(publicationHistory)
    .where(eq(publicationHistory.undoId, undoId));
  return rows.map(({ id }) => id);
}

/** What explains why these publications were not decided. */
export const listUndecided = ({ orm }: Database, { ids, userId, now }: Pick<NewDecision, 'ids' | 'userId' | 'now'>) =>
  orm
    .select({
      id: publications.id,
      status: publications.status,
      areChangesRequested: publications.areChangesRequested,
      decidedAt: publications.decidedAt,
      isBlocked: sql<number>`${isBlockedByAppeal(userId, now)}`,
      ...userRefColumns,
    })
    .from(publications)
    .leftJoin(users, eq(users.id, publications.decidedBy))
    .where(isOneOf(ids));

export type UndecidedRow = Awaited<ReturnType<typeof listUndecided>>[number];

/** All reasons, with when they were retired. */
export const listReasons = ({ orm }: Database) =>
  orm
    .select({ id: rejectionReasons.id, label: rejectionReasons.label, retiredAt: rejectionReasons.retiredAt })
    .from(rejectionReasons);

/** True when an appeal against a decision of this reviewer waits for another one. */
export async function isAppealBlocked(
  { orm }: Database,
  { id, userId, now }: { id: number; userId: number; now: number },
): Promise<boolean> {
  const rows = await orm
    .select({ id: publications.id })
    .from(publications)
    .where(and(eq(publications.id, id), isPending, isBlockedByAppeal(userId, now)));
  return rows.length > 0;
}
