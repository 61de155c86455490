import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import type { UndoKind } from '#api/domain/enums.ts';
import { CLOCK_SKEW_MS } from '#api/domain/clock-skew.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import type { Database } from '#db/client.ts';
import { outbox, undoActions } from '#db/schema/index.ts';

export type NewUndo = {
  /** A new random id. */
  id: string;
  kind: UndoKind;
  actorId: number;
  now: number;
  /** SQL is read in the batch, so it stands before the statements of the change. */
  snapshot?: Record<string, unknown> | SQL;
  /** How long it can be undone (ms). */
  windowMs?: number;
};

/** The kinds of actions that are done once they can't be undone any more: until then the snapshot says what is to be done. */
export const waitingKinds = ['subscription.plan_change', 'subscription.extended'] as const satisfies UndoKind[];
export type WaitingKind = (typeof waitingKinds)[number];

/** When an action of `now` can't be undone any more (UTC ms). Its emails get this as their first attempt. */
export const toUndoUntil = (now: number, windowMs = UNDO_WINDOW_MS) => now + windowMs;

/** The statements that make an action undoable; they belong to its batch. Snapshots that no server needs any more go first. */
export const recordUndoStatements = ({ orm }: Database, { now, snapshot, windowMs, ...action }: NewUndo) => [
  orm
    .update(undoActions)
    .set({ snapshot: null })
    .where(
      and(
        isNotNull(undoActions.snapshot),
        lte(undoActions.undoUntil, now - CLOCK_SKEW_MS),
        notInArray(undoActions.kind, [...waitingKinds]),
      ),
    ),
  orm
    .insert(undoActions)
    .values({ ...action, createdAt: now, undoUntil: toUndoUntil(now, windowMs), snapshot: snapshot ?? null }),
];

export type UndoAction = typeof undoActions.$inferSelect;
export type OwnUndo = Pick<UndoAction, 'id' | 'kind' | 'undoUntil' | 'undoneAt'>;

/** An act on several things has an action for each of them: its id, then that of the thing. */
export const toPartId = (id: string, thingId: number) => `${id}:${thingId}`;

/** These actions of an admin and their parts, undone or not, the last first. */
export function listOwnUndos({ orm }: Database, ids: readonly string[], actorId: number): Promise<OwnUndo[]> {
  const { id, kind, undoUntil, undoneAt } = undoActions;
  return orm
    .select({ id, kind, undoUntil, undoneAt })
    .from(undoActions)
    .innerJoin(
      sql`json_each(${JSON.stringify(ids)}) AS action`,
      // A key and a range of keys for each action.
      sql`(${id} = action.value OR ${id} BETWEEN action.value || ':' AND action.value || ':~')`,
    )
    .where(eq(undoActions.actorId, actorId))
    .orderBy(desc(sql`${undoActions}.rowid`));
}

/** An action that this admin can still undo, or undefined. */
export async function findOpenUndo(
  { orm }: Database,
  { id, actorId, now }: { id: string; actorId: number; now: number },
): Promise<UndoAction | undefined> {
  const [action] = await orm
    .select()
    .from(undoActions)
    .where(and(eq(undoActions.id, id), isOpenUndo(actorId, now)));
  return action;
}

/** Closes an action as undone. First in the batch of its undo, with `rollbackIfNoRows` behind it: two undos at once are one. */
export const closeUndoStatement = (
  { orm }: Database,
  { id, actorId, now }: { id: string; actorId: number; now: number },
) =>
  orm
    .update(undoActions)
    .set({ undoneAt: now, snapshot: null })
    .where(and(eq(undoActions.id, id), isOpenUndo(actorId, now)));

/** Deletes the emails of an action, none of which can have left while it can be undone. */
export const deleteUndoneEmailsStatement = ({ orm }: Database, id: string) =>
  orm.delete(outbox).where(and(eq(outbox.undoId, id), eq(outbox.status, 'queued')));

/**
 * The statement that ends the time of these actions, because what reports them is sent now. An undo that read the clock
 * before the end of its time and is written after this finds it closed.
 */
export const endUndoTimeStatement = ({ orm }: Database, ids: readonly string[]) =>
  orm
    .update(undoActions)
    .set({ undoUntil: 0, snapshot: null })
    .where(and(inArray(undoActions.id, [...ids]), isNull(undoActions.undoneAt)));

/** Actions of this admin that can still be undone. */
export const isOpenUndo = (actorId: number, now: number) =>
  and(eq(undoActions.actorId, actorId), isNull(undoActions.undoneAt), gt(undoActions.undoUntil, now));

/** The id of the action by which this user deleted something a moment ago; `path` is where its snapshot has the id of that thing. */
export async function findOpenDeletion(
  { orm }: Database,
  { kind, path, id, actorId, now }: { kind: UndoKind; path: string; id: number; actorId: number; now: number },
): Promise<string | null> {
  const isDeletion = sql`json_extract(${undoActions.snapshot}, ${path}) = ${id}`;
  const [action] = await orm
    .select({ id: undoActions.id })
    .from(undoActions)
    .where(and(eq(undoActions.kind, kind), isOpenUndo(actorId, now), isDeletion));
  return action?.id ?? null;
}

/** The statements that make a deletion undoable, with a new id; none for the server itself. */
export const recordDeletionStatements = (
  db: Database,
  { actorId, ...deletion }: Omit<NewUndo, 'id' | 'actorId'> & { actorId: number | null },
) => (actorId === null ? [] : recordUndoStatements(db, { id: crypto.randomUUID(), actorId, ...deletion }));
