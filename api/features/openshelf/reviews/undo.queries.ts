import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { openshelfWebhooks, publicationHistory, publications } from '#db/schema/index.ts';
import { rollbackIfNoRows } from '#db/write.ts';
import { moveRules } from '#api/domain/publication-states.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { movePublicationsStatements } from '#api/features/openshelf/openshelf.queries.ts';
import { type DecisionSnapshot, selectIds } from './decisions.queries.ts';

type Undo = { id: string; actorId: number; now: number };

/**
 * The statements of an undo: the publications that are still as the decision left them wait again, as before it. A decision is
 * marked as undone while its webhook is queued (`restored`); the other statements follow that mark. They are rolled back when none is.
 */
export function undoStatements(db: Database, undo: Undo, snapshot: DecisionSnapshot) {
  const { id, actorId, now } = undo;
  const undoneIds = sql`(SELECT publication_id FROM ${publicationHistory}
    WHERE ${publicationHistory.undoId} = ${id} AND ${publicationHistory.isUndone})`;
  const isUndone = sql`${publications.id} IN ${undoneIds}`;
  const [single, ...others] = snapshot.publications;
  return {
    restored: markUndoneStatement(db, id),
    guard: rollbackIfNoRows,
    webhooks: db.orm
      .delete(openshelfWebhooks)
      .where(and(eq(openshelfWebhooks.undoId, id), inArray(openshelfWebhooks.publicationId, undoneIds))),
    audit: insertAuditStatement(db, {
      at: now,
      action: 'publication.decision_undone',
      actorId,
      subject: single && others.length === 0 ? `publication:${single.id}` : 'publications',
      detail: others.length === 0 ? undefined : selectIds(isUndone),
      before: { status: moveRules[snapshot.decision].to },
      after: { status: moveRules.undo.to },
    }),
    publications: [
      restoreStatement(isUndone, snapshot),
      ...movePublicationsStatements(db, { move: 'undo', condition: isUndone, now, userId: actorId }),
    ],
  };
}

/** A publication that has moved on has no undo id any more; nor has a webhook that has left. */
const markUndoneStatement = ({ orm }: Database, id: string) =>
  orm
    .update(publicationHistory)
    .set({ isUndone: true })
    .where(
      and(
        eq(publicationHistory.undoId, id),
        sql`${publicationHistory.publicationId} IN (SELECT id FROM ${publications}
          WHERE ${publications.undoId} = ${id} AND ${inArray(publications.status, [...moveRules.undo.from])})`,
        sql`${publicationHistory.publicationId} IN (SELECT publication_id FROM ${openshelfWebhooks}
          WHERE ${openshelfWebhooks.undoId} = ${id} AND ${openshelfWebhooks.status} = 'queued')`,
      ),
    );

// Materialised: the JSON is parsed once, not once for each publication.
const restoreStatement = (isUndone: SQL, snapshot: DecisionSnapshot) => sql`
  WITH before AS MATERIALIZED (
    SELECT value ->> 'id' AS id, value ->> 'decided_at' AS decided_at, value ->> 'decided_by' AS decided_by,
      value ->> 'excluded_reviewer_id' AS excluded_reviewer_id, value ->> 'are_changes_requested' AS are_changes_requested
    FROM json_each(${JSON.stringify(snapshot.publications)}))
  UPDATE ${publications} SET decided_at = before.decided_at, decided_by = before.decided_by,
    excluded_reviewer_id = before.excluded_reviewer_id, are_changes_requested = before.are_changes_requested
  FROM before WHERE ${publications.id} = before.id AND ${isUndone}`;
