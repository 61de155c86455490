import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { priceMoveMembers, priceMoves, subscriptions, users } from '#db/schema/index.ts';
import { type Statement, write } from '#db/write.ts';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';

export type MoveRow = typeof priceMoves.$inferSelect;
type MemberRow = typeof priceMoveMembers.$inferSelect;

const isLive = inArray(subscriptions.status, [...liveSubscriptionStatuses]);
/** The subscriber is in a move that isn’t finished. */
const isMoving = sql`EXISTS (SELECT 1 FROM ${priceMoveMembers}
  WHERE ${priceMoveMembers.subscriptionId} = ${subscriptions.stripeSubscriptionId}
    AND ${priceMoveMembers.state} IN ('waiting', 'scheduled'))`;

/** The subscriber can’t be moved as they are: they are set to end, haven’t paid, or wait for another change. */
const isHeldBack = sql`(${subscriptions.status} NOT IN ('active', 'trialing') OR ${subscriptions.cancelAt} IS NOT NULL
  OR ${subscriptions.pendingPlanName} IS NOT NULL)`;

/** How many people pay which price of which plan, and how many of them a move would leave out; without those in a move that isn’t finished. */
export const countByPrice = ({ orm }: Database) =>
  orm
    .select({
      planKey: subscriptions.planName,
      priceId: subscriptions.priceId,
      unitAmount: min(subscriptions.unitAmount),
      currency: min(subscriptions.currency),
      interval: min(subscriptions.interval),
      intervalCount: min(subscriptions.intervalCount),
      count: count(),
      heldBack: sql<number>`SUM(${isHeldBack})`.mapWith(Number),
    })
    .from(subscriptions)
    .where(and(isLive, isNotNull(subscriptions.unitAmount), sql`NOT ${isMoving}`))
    .groupBy(subscriptions.planName, subscriptions.priceId)
    .orderBy(asc(subscriptions.planName), asc(min(subscriptions.unitAmount)));
export type PriceCount = Awaited<ReturnType<typeof countByPrice>>[number];

/**
 * Subscribers who pay for the same seats, with the same discounts and tax, by their price: those in a move that isn’t finished, and those whom
 * a move would leave out, excepted. Ends of periods are the earliest of each group.
 */
export const listPayingAlike = ({ orm }: Database) =>
  orm
    .select({
      priceId: subscriptions.priceId,
      productId: min(subscriptions.productId),
      discounts: subscriptions.discounts,
      tax: subscriptions.tax,
      quantity: subscriptions.quantity,
      currentPeriodStart: min(subscriptions.currentPeriodStart),
      currentPeriodEnd: min(subscriptions.currentPeriodEnd),
      count: count(),
    })
    .from(subscriptions)
    .where(and(isLive, isNotNull(subscriptions.unitAmount), sql`NOT ${isHeldBack}`, sql`NOT ${isMoving}`))
    .groupBy(subscriptions.priceId, subscriptions.discounts, subscriptions.tax, subscriptions.quantity);
export type PayingAlike = Awaited<ReturnType<typeof listPayingAlike>>[number];

/** Inserts the subscribers of a price, but nobody who is in another move. */
export const insertMembersStatement = (
  move: Pick<MoveRow, 'id' | 'planKey' | 'startsAt'>,
  { priceId, words }: { priceId: string; words: string },
): Statement => sql`
  INSERT INTO ${priceMoveMembers} (move_id, subscription_id, from_price_id, from_price, next_attempt_at)
  SELECT ${move.id}, ${subscriptions.stripeSubscriptionId}, ${priceId}, ${words}, ${move.startsAt} FROM ${subscriptions}
  WHERE ${subscriptions.planName} = ${move.planKey} AND ${subscriptions.priceId} = ${priceId} AND ${isLive} AND NOT ${isMoving}`;

const LISTED_MOVES_MAX = 50;

/** The newest moves, each with its subscribers by their state. */
export async function listMoveRows({ orm }: Database) {
  const moves = await orm.select().from(priceMoves).orderBy(desc(priceMoves.createdAt)).limit(LISTED_MOVES_MAX);
  const counts = await orm
    .select({ moveId: priceMoveMembers.moveId, state: priceMoveMembers.state, count: count() })
    .from(priceMoveMembers)
    .groupBy(priceMoveMembers.moveId, priceMoveMembers.state);
  return moves.map((move) => ({ move, counts: counts.filter(({ moveId }) => moveId === move.id) }));
}

export const findMoveRow = async ({ orm }: Database, id: string): Promise<MoveRow | undefined> =>
  orm.query.priceMoves.findFirst({ where: eq(priceMoves.id, id) });

/** The next subscribers of a move behind the one with the id `after`, and how many follow them. */
export async function listMemberRows(
  { orm }: Database,
  moveId: string,
  { after, limit }: { after: number; limit: number },
) {
  const isNext = and(eq(priceMoveMembers.moveId, moveId), gt(priceMoveMembers.id, after));
  const rows = await orm
    .select({ member: priceMoveMembers, userId: users.id, email: users.email })
    .from(priceMoveMembers)
    .leftJoin(subscriptions, eq(subscriptions.stripeSubscriptionId, priceMoveMembers.subscriptionId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(isNext)
    .orderBy(asc(priceMoveMembers.id))
    .limit(limit);
  const [next] = await orm.select({ count: count() }).from(priceMoveMembers).where(isNext);
  return { rows, left: Math.max(0, (next?.count ?? 0) - rows.length) };
}

/** Cancels a move; the worker puts back what waits or is scheduled. */
export const cancelMoveStatement = ({ orm }: Database, id: string, now: number) =>
  orm
    .update(priceMoves)
    .set({ cancelledAt: now })
    .where(and(eq(priceMoves.id, id), isNull(priceMoves.cancelledAt)));

export const wakeMembersStatement = ({ orm }: Database, moveId: string, now: number) =>
  orm
    .update(priceMoveMembers)
    .set({ nextAttemptAt: now })
    .where(and(eq(priceMoveMembers.moveId, moveId), inArray(priceMoveMembers.state, ['waiting', 'scheduled'])));

/** Ends the part of everybody who wasn’t told: nothing is to be put back. */
export const dropMembersStatement = ({ orm }: Database, moveId: string) =>
  orm
    .update(priceMoveMembers)
    .set({ state: 'cancelled', nextAttemptAt: null })
    .where(and(eq(priceMoveMembers.moveId, moveId), isNull(priceMoveMembers.toldAt)));

/** Subscribers that are to be looked at now, the longest due first; with `id` that one alone. */
export const listDueMembers = ({ orm }: Database, now: number, { limit, id }: { limit: number; id?: number }) =>
  orm
    .select({
      member: priceMoveMembers,
      move: priceMoves,
      productId: subscriptions.productId,
      user: { id: users.id, email: users.email, firstName: users.firstName },
    })
    .from(priceMoveMembers)
    .innerJoin(priceMoves, eq(priceMoves.id, priceMoveMembers.moveId))
    .innerJoin(subscriptions, eq(subscriptions.stripeSubscriptionId, priceMoveMembers.subscriptionId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(and(lte(priceMoveMembers.nextAttemptAt, now), id === undefined ? undefined : eq(priceMoveMembers.id, id)))
    .orderBy(asc(priceMoveMembers.nextAttemptAt))
    .limit(limit);
export type DueMember = Awaited<ReturnType<typeof listDueMembers>>[number];

/** When the next subscriber is to be looked at (UTC ms), or null. */
export async function findNextAttemptAt({ orm }: Database): Promise<number | null> {
  const [row] = await orm.select({ next: min(priceMoveMembers.nextAttemptAt) }).from(priceMoveMembers);
  return row?.next ?? null;
}

export type MemberChange = Partial<
  Pick<MemberRow, 'state' | 'obstacle' | 'movesAt' | 'toldAt' | 'nextAttemptAt' | 'attempts' | 'lastError'>
>;

export const updateMemberStatement = ({ orm }: Database, id: number, change: MemberChange) =>
  orm.update(priceMoveMembers).set(change).where(eq(priceMoveMembers.id, id));

export async function postponeMember(db: Database, id: number, change: MemberChange): Promise<void> {
  await write(db, [updateMemberStatement(db, id, change)]);
}
