import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';
import type { Database } from '#db/client.ts';
import { subscriptions, taxMoveMembers, taxMoves, users } from '#db/schema/index.ts';
import { type Statement, write } from '#db/write.ts';

export type TaxMoveRow = typeof taxMoves.$inferSelect;
type MemberRow = typeof taxMoveMembers.$inferSelect;

const isLive = inArray(subscriptions.status, [...liveSubscriptionStatuses]);
/** The subscriber waits in another move. */
const isMoving = sql`EXISTS (SELECT 1 FROM ${taxMoveMembers}
  WHERE ${taxMoveMembers.subscriptionId} = ${subscriptions.stripeSubscriptionId} AND ${taxMoveMembers.state} = 'waiting')`;

/** How many people are taxed in which way, by product, without those in a move that isn’t finished. */
export const countByTax = ({ orm }: Database) =>
  orm
    .select({ productId: subscriptions.productId, tax: subscriptions.tax, count: count() })
    .from(subscriptions)
    .where(and(isLive, isNotNull(subscriptions.tax), sql`NOT ${isMoving}`))
    .groupBy(subscriptions.productId, subscriptions.tax)
    .orderBy(asc(subscriptions.productId), asc(subscriptions.tax));
export type TaxCount = Awaited<ReturnType<typeof countByTax>>[number];

/** Inserts the subscribers who are taxed in one way, but nobody who is in another move. */
export const insertMembersStatement = (
  move: Pick<TaxMoveRow, 'id' | 'productId' | 'startsAt'>,
  { tax, words }: { tax: string; words: string },
): Statement => sql`
  INSERT INTO ${taxMoveMembers} (move_id, subscription_id, from_rates, next_attempt_at)
  SELECT ${move.id}, ${subscriptions.stripeSubscriptionId}, ${words}, ${move.startsAt} FROM ${subscriptions}
  WHERE ${subscriptions.productId} = ${move.productId} AND ${subscriptions.tax} = ${tax} AND ${isLive} AND NOT ${isMoving}`;

const LISTED_MOVES_MAX = 50;

/** The newest moves, each with its subscribers by their state. */
export async function listMoveRows({ orm }: Database) {
  const moves = await orm.select().from(taxMoves).orderBy(desc(taxMoves.createdAt)).limit(LISTED_MOVES_MAX);
  const counts = await orm
    .select({ moveId: taxMoveMembers.moveId, state: taxMoveMembers.state, count: count() })
    .from(taxMoveMembers)
    .groupBy(taxMoveMembers.moveId, taxMoveMembers.state);
  return moves.map((move) => ({ move, counts: counts.filter(({ moveId }) => moveId === move.id) }));
}

export const findMoveRow = async ({ orm }: Database, id: string): Promise<TaxMoveRow | undefined> =>
  orm.query.taxMoves.findFirst({ where: eq(taxMoves.id, id) });

/** The next subscribers of a move behind the one with the id `after`, and how many follow them. */
export async function listMemberRows(
  { orm }: Database,
  moveId: string,
  { after, limit }: { after: number; limit: number },
) {
  const isNext = and(eq(taxMoveMembers.moveId, moveId), gt(taxMoveMembers.id, after));
  const rows = await orm
    .select({ member: taxMoveMembers, userId: users.id, email: users.email })
    .from(taxMoveMembers)
    .leftJoin(subscriptions, eq(subscriptions.stripeSubscriptionId, taxMoveMembers.subscriptionId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(isNext)
    .orderBy(asc(taxMoveMembers.id))
    .limit(limit);
  const [next] = await orm.select({ count: count() }).from(taxMoveMembers).where(isNext);
  return { rows, left: Math.max(0, (next?.count ?? 0) - rows.length) };
}

/** Takes a move back of which nothing has begun. */
export const undoMoveStatement = ({ orm }: Database, id: string, now: number) =>
  orm
    .update(taxMoves)
    .set({ undoneAt: now })
    .where(
      and(
        eq(taxMoves.id, id),
        isNull(taxMoves.undoneAt),
        sql`NOT EXISTS (SELECT 1 FROM ${taxMoveMembers} WHERE ${taxMoveMembers.moveId} = ${id}
          AND (${taxMoveMembers.state} <> 'waiting' OR ${taxMoveMembers.toldAt} IS NOT NULL))`,
      ),
    );

export const dropMembersStatement = ({ orm }: Database, moveId: string) =>
  orm.update(taxMoveMembers).set({ state: 'cancelled', nextAttemptAt: null }).where(eq(taxMoveMembers.moveId, moveId));

/** Subscribers that are to be moved now, the longest due first; with `id` that one alone. */
export const listDueMembers = ({ orm }: Database, now: number, { limit, id }: { limit: number; id?: number }) =>
  orm
    .select({
      member: taxMoveMembers,
      move: taxMoves,
      planKey: subscriptions.planName,
      user: { id: users.id, email: users.email, firstName: users.firstName },
    })
    .from(taxMoveMembers)
    .innerJoin(taxMoves, eq(taxMoves.id, taxMoveMembers.moveId))
    .innerJoin(subscriptions, eq(subscriptions.stripeSubscriptionId, taxMoveMembers.subscriptionId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(and(lte(taxMoveMembers.nextAttemptAt, now), id === undefined ? undefined : eq(taxMoveMembers.id, id)))
    .orderBy(asc(taxMoveMembers.nextAttemptAt))
    .limit(limit);
export type DueMember = Awaited<ReturnType<typeof listDueMembers>>[number];

/** When the next subscriber is to be moved (UTC ms), or null. */
export async function findNextAttemptAt({ orm }: Database): Promise<number | null> {
  const [row] = await orm.select({ next: min(taxMoveMembers.nextAttemptAt) }).from(taxMoveMembers);
  return row?.next ?? null;
}

export type MemberChange = Partial<
  Pick<MemberRow, 'state' | 'obstacle' | 'toldAt' | 'nextAttemptAt' | 'attempts' | 'lastError'>
>;

export async function updateMember(
  db: Database,
  id: number,
  change: MemberChange,
  others: readonly Statement[] = [],
): Promise<void> {
  await write(db, [db.orm.update(taxMoveMembers).set(change).where(eq(taxMoveMembers.id, id)), ...others]);
}
