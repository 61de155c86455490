import { and, eq, inArray, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import { type UndoAction, waitingKinds } from '#db/queries/undo-actions.ts';
import type { Database } from '#db/client.ts';
import { undoActions } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';

/** A change that staff asked for and that hasn't begun: neither undone nor done. */
const isWaiting = and(
  inArray(undoActions.kind, [...waitingKinds]),
  isNotNull(undoActions.snapshot),
  isNull(undoActions.undoneAt),
);

export const listDueChanges = ({ orm }: Database, now: number): Promise<UndoAction[]> =>
  orm
    .select()
    .from(undoActions)
    .where(and(isWaiting, lte(undoActions.undoUntil, now)))
    .orderBy(undoActions.createdAt);

/** When the next change begins (UTC ms), or null. */
export async function findNextChangeAt({ orm }: Database): Promise<number | null> {
  const [row] = await orm
    .select({ at: min(undoActions.undoUntil) })
    .from(undoActions)
    .where(isWaiting);
  return row?.at ?? null;
}

export async function hasWaitingChange({ orm }: Database, subscriptionId: string): Promise<boolean> {
  const isOfSubscription = sql`json_extract(${undoActions.snapshot}, '$.subscriptionId') = ${subscriptionId}`;
  const [row] = await orm
    .select({ id: undoActions.id })
    .from(undoActions)
    .where(and(isWaiting, isOfSubscription))
    .limit(1);
  return row !== undefined;
}

/** Ends the time in which a change can be undone; no row where it was undone meanwhile. */
export const claimChangeStatement = ({ orm }: Database, id: string, now: number): Statement =>
  orm
    .update(undoActions)
    .set({ undoUntil: 0 })
    .where(and(eq(undoActions.id, id), isWaiting, lte(undoActions.undoUntil, now)));

/** The change was made, or can't be made any more. */
export const finishChangeStatement = ({ orm }: Database, id: string): Statement =>
  orm.update(undoActions).set({ snapshot: null }).where(eq(undoActions.id, id));

/** Stripe didn't answer: the change begins later, and can be undone until then. */
export const postponeChangeStatement = ({ orm }: Database, id: string, until: number): Statement =>
  orm
    .update(undoActions)
    .set({ undoUntil: until })
    .where(and(eq(undoActions.id, id), isWaiting));
