import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { insertJsonRowsStatement, selectRowsJson, toRowJson } from '#db/queries/json-rows.ts';
import type { UndoAction } from '#db/queries/undo-actions.ts';
import { auditLog, outbox, products, undoActions, waitingListEntries as entries } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import { isQueuedEmailOf } from '#api/features/waiting-list/waiting-list.queries.ts';

/** An entry and its unsent emails as JSON, read in the batch that deletes them. */
export const buildSnapshot = (isTarget: SQL) => sql<Record<string, unknown>>`(
  SELECT json_object('entry', ${toRowJson(entries)}, 'emails', ${selectRowsJson(outbox, isQueuedEmailOf(isTarget))})
  FROM ${entries} WHERE ${isTarget})`;

export const auditDeletionStatement = (isTarget: SQL, { actorId, now }: { actorId: number; now: number }) => sql`
  INSERT INTO ${auditLog} (at, action, actor_id, subject, before)
  SELECT ${now}, 'waiting_list.deleted', ${actorId}, 'waiting-list:' || ${entries.id}, json_object('status', ${entries.status})
  FROM ${entries} WHERE ${isTarget}`;

/** The statements that make decided entries pending again. */
export function resetDecisionStatements({ id, kind, actorId }: UndoAction, now: number) {
  const isDecided = eq(entries.undoId, id);
  const before = { status: kind.replace('waiting_list.', '') };
  return {
    audit: auditUndoStatement(isDecided, { actorId, now, before, after: { status: 'pending' } }),
    restored: sql`UPDATE ${entries} SET status = 'pending', invited_at = NULL, undo_id = NULL WHERE ${isDecided}`,
  };
}

/** The statements that put a deleted entry back with its unsent emails, unless its address has joined again. */
export function restoreEntryStatements(
  { actorId, snapshot }: UndoAction,
  now: number,
): Record<string, Statement | readonly Statement[]> {
  const json = JSON.stringify(snapshot);
  const { entry } = snapshot as { entry: { id: number } };
  const isRestored = eq(entries.id, entry.id);
  // An invitation that was undone while its entry was deleted.
  const isUndone = sql`undo_id IN (SELECT ${undoActions.id} FROM ${undoActions} WHERE ${undoActions.undoneAt} IS NOT NULL)`;
  return {
    restored: insertJsonRowsStatement(
      entries,
      sql`FROM (SELECT ${json} -> '$.entry' AS value) AS item
        JOIN ${products} ON ${products.id} = item.value ->> 'product_id' WHERE true`,
      sql`item.value`,
    ),
    emails: insertJsonRowsStatement(
      outbox,
      sql`FROM json_each(${json}, '$.emails') AS email
        WHERE EXISTS (SELECT 1 FROM ${entries} WHERE ${entries.publicId} = ${json} ->> '$.entry.public_id')`,
      sql`email.value`,
    ),
    invitation: [
      sql`UPDATE ${entries} SET status = 'pending', invited_at = NULL, undo_id = NULL WHERE ${isRestored} AND ${isUndone}`,
      sql`DELETE FROM ${outbox} WHERE ${outbox.status} = 'queued' AND ${isUndone}`,
    ],
    audit: auditUndoStatement(isRestored, { actorId, now, before: null, after: null }),
  };
}

type Audited = { actorId: number; now: number; before: object | null; after: object | null };

/** The statement that records an undo, with the entries that it changes; none where there are none. */
const auditUndoStatement = (condition: SQL, { actorId, now, before, after }: Audited) => sql`
  INSERT INTO ${auditLog} (at, action, actor_id, subject, detail, before, after)
  SELECT ${now}, 'waiting_list.undone', ${actorId}, 'waiting-list', json_object('ids', json_group_array(${entries.id})),
    ${before && JSON.stringify(before)}, ${after && JSON.stringify(after)}
  FROM ${entries} WHERE ${condition} HAVING count(*) > 0`;

/** How many entries are as these actions left them: decided, or deleted. */
export async function countLeft({ orm }: Database, ids: readonly string[]): Promise<number> {
  const [decided] = await orm
    .select({ count: count() })
    .from(entries)
    .where(inArray(entries.undoId, [...ids]));
  const isDeletion = and(inArray(undoActions.id, [...ids]), eq(undoActions.kind, 'waiting_list.deleted'));
  return (decided?.count ?? 0) + (await orm.$count(undoActions, isDeletion));
}
