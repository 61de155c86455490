import { and, count, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { insertJsonRowsStatement, selectRowsJson, toRowJson } from '#db/queries/json-rows.ts';
import { auditLog, outbox, products, undoActions, waitingListEntries as entries } from '#db/schema/index.ts';
import { isQueuedEmailOf } from '#api/features/waiting-list/waiting-list.queries.ts';

export type Undo = { ids: readonly string[]; actorId: number; now: number };

/** An entry and its unsent emails as JSON, read in the batch that deletes them. */
export const buildSnapshot = (isTarget: SQL) => sql<Record<string, unknown>>`(
  SELECT json_object('entry', ${toRowJson(entries)}, 'emails', ${selectRowsJson(outbox, isQueuedEmailOf(isTarget))})
  FROM ${entries} WHERE ${isTarget})`;

export const auditDeletionStatement = (isTarget: SQL, { actorId, now }: Omit<Undo, 'ids'>) => sql`
  INSERT INTO ${auditLog} (at, action, actor_id, subject, before)
  SELECT ${now}, 'waiting_list.deleted', ${actorId}, 'waiting-list:' || ${entries.id}, json_object('status', ${entries.status})
  FROM ${entries} WHERE ${isTarget}`;

/** The actions that this admin can still undo. */
const isOpenAction = ({ ids, actorId, now }: Undo) =>
  and(
    inArray(undoActions.id, [...ids]),
    eq(undoActions.actorId, actorId),
    isNull(undoActions.undoneAt),
    gt(undoActions.undoUntil, now),
    sql`${undoActions.kind} GLOB 'waiting_list.*'`,
  );

const selectOpenIds = (undo: Undo) => sql`SELECT ${undoActions.id} FROM ${undoActions} WHERE ${isOpenAction(undo)}`;
/** The ids of entries that were deleted by one of the actions. */
const selectDeletedIds = (undo: Undo) => sql`
  SELECT json_extract(${undoActions.snapshot}, '$.entry.id') FROM ${undoActions}
  WHERE ${isOpenAction(undo)} AND ${undoActions.kind} = 'waiting_list.deleted'`;

/** The statement that puts deleted entries back, except those whose address has joined again. */
export const restoreEntriesStatement = (undo: Undo) =>
  insertJsonRowsStatement(
    entries,
    sql`FROM ${undoActions} JOIN ${products} ON ${products.id} = json_extract(${undoActions.snapshot}, '$.entry.product_id')
      WHERE ${isOpenAction(undo)} AND ${undoActions.kind} = 'waiting_list.deleted'`,
    sql`json_extract(${undoActions.snapshot}, '$.entry')`,
  );

/** The statements that put the unsent emails of restored entries back, except of invitations undone meanwhile. */
export const restoreEmailsStatements = (undo: Undo) => {
  const isUndone = sql`undo_id IN (SELECT ${undoActions.id} FROM ${undoActions} WHERE ${undoActions.undoneAt} IS NOT NULL)`;
  return [
    insertJsonRowsStatement(
      outbox,
      sql`FROM ${undoActions} JOIN ${entries} ON ${entries.publicId} = json_extract(${undoActions.snapshot}, '$.entry.public_id'),
        json_each(${undoActions.snapshot}, '$.emails') AS email WHERE ${isOpenAction(undo)}`,
      sql`email.value`,
    ),
    sql`UPDATE ${entries} SET status = 'pending', invited_at = NULL, undo_id = NULL
      WHERE ${entries.id} IN (${selectDeletedIds(undo)}) AND ${isUndone}`,
    sql`DELETE FROM ${outbox} WHERE ${outbox.status} = 'queued' AND ${isUndone}`,
  ];
};

/** The statement that records an undo, with the entries that it changes. It must precede `resetDecisionsStatement`. */
export const auditUndoStatement = (undo: Undo, statuses: { before: string | null; after: string | null }) => sql`
  INSERT INTO ${auditLog} (at, action, actor_id, subject, detail, before, after)
  SELECT ${undo.now}, 'waiting_list.undone', ${undo.actorId}, 'waiting-list', json_object('ids', json_group_array(${entries.id})),
    ${toStatusJson(statuses.before)}, ${toStatusJson(statuses.after)}
  FROM ${entries}
  WHERE ${entries.undoId} IN (${selectOpenIds(undo)}) OR ${entries.id} IN (${selectDeletedIds(undo)})
  HAVING count(*) > 0`;

const toStatusJson = (status: string | null) => (status === null ? null : JSON.stringify({ status }));

/** The statement that makes decided entries pending again. */
export const resetDecisionsStatement = (undo: Undo) =>
  sql`UPDATE ${entries} SET status = 'pending', invited_at = NULL, undo_id = NULL
    WHERE ${entries.undoId} IN (${selectOpenIds(undo)})`;

/** The statement that deletes the emails of actions that can be undone, none of which has left. */
export const deleteInvitationsStatement = (undo: Undo) =>
  sql`DELETE FROM ${outbox} WHERE ${outbox.status} = 'queued' AND ${outbox.undoId} IN (${selectOpenIds(undo)})`;

export const closeActionsStatement = ({ orm }: Database, undo: Undo) =>
  orm.update(undoActions).set({ undoneAt: undo.now, snapshot: null }).where(isOpenAction(undo));

/** The kinds of those of the actions that are this admin's. */
export const listActionKinds = ({ orm }: Database, { ids, actorId }: Undo) =>
  orm
    .select({ kind: undoActions.kind })
    .from(undoActions)
    .where(and(inArray(undoActions.id, [...ids]), eq(undoActions.actorId, actorId)));

/** How many entries are still as these decisions of the admin left them. */
export async function countDecided({ orm }: Database, { ids, actorId }: Undo): Promise<number> {
  const [decided] = await orm
    .select({ count: count() })
    .from(entries)
    .innerJoin(undoActions, eq(undoActions.id, entries.undoId))
    .where(and(inArray(entries.undoId, [...ids]), eq(undoActions.actorId, actorId)));
  return decided?.count ?? 0;
}
