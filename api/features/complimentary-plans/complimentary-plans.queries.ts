import { and, asc, eq, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { type ComplimentaryRow, hasLiveSubscriptionTo } from '#db/queries/complimentary-plans.ts';
import { complimentaryPlans, users } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';

export type NewComplimentary = Omit<ComplimentaryRow, 'endedAt' | 'endReason' | 'actorId'> & { actorId: number };

/** Gives a plan; inserts no row for somebody who has bought a plan of the product, or was given one. */
export const insertComplimentaryStatement = (plan: NewComplimentary): Statement => sql`
  INSERT INTO ${complimentaryPlans}
    (id, user_id, product_id, plan_key, quantity, reason, ends_at, actor_id, created_at)
  SELECT ${plan.id}, ${plan.userId}, ${plan.productId}, ${plan.planKey}, ${plan.quantity}, ${plan.reason}, ${plan.endsAt},
    ${plan.actorId}, ${plan.createdAt}
  WHERE NOT ${hasLiveSubscriptionTo(plan.userId, plan.productId)}
    AND NOT ${hasCurrent(plan.userId, plan.productId)}`;

const hasCurrent = (userId: number, productId: number) => sql`EXISTS (SELECT 1 FROM ${complimentaryPlans}
  WHERE ${complimentaryPlans.userId} = ${userId} AND ${complimentaryPlans.productId} = ${productId}
    AND ${complimentaryPlans.endedAt} IS NULL)`;

/** Takes back that staff ended a plan; changes no row where the user has another plan of the product by now, or its day has come. */
export const reopenComplimentaryStatement = (
  { orm }: Database,
  { id, userId, productId }: ComplimentaryRow,
  now: number,
): Statement =>
  orm
    .update(complimentaryPlans)
    .set({ endedAt: null, endReason: null })
    .where(
      sql`${complimentaryPlans.id} = ${id} AND ${complimentaryPlans.endReason} = 'ended_by_staff'
        AND (${complimentaryPlans.endsAt} IS NULL OR ${complimentaryPlans.endsAt} > ${now})
        AND NOT ${hasLiveSubscriptionTo(userId, productId)} AND NOT ${hasOther(userId, productId)}`,
    );

/** The same as `hasCurrent`, beside an update of the table itself. */
const hasOther = (userId: number, productId: number) => sql`EXISTS (SELECT 1 FROM ${complimentaryPlans} AS other
  WHERE other.user_id = ${userId} AND other.product_id = ${productId} AND other.ended_at IS NULL)`;

export async function findComplimentaryRow(db: Database, id: string): Promise<ComplimentaryRow | undefined> {
  return db.orm.query.complimentaryPlans.findFirst({ where: eq(complimentaryPlans.id, id) });
}

export const isPaying = async ({ orm }: Database, userId: number, productId: number): Promise<boolean> =>
  (await orm.all<{ pays: number }>(sql`SELECT ${hasLiveSubscriptionTo(userId, productId)} AS pays`))[0]?.pays === 1;

const isDue = (now: number) => and(isNull(complimentaryPlans.endedAt), lte(complimentaryPlans.endsAt, now));

/** Plans whose day has come, with their users, the longest due first. */
export const listDueComplimentaryPlans = ({ orm }: Database, now: number, limit: number) =>
  orm
    .select({ plan: complimentaryPlans, user: { email: users.email, firstName: users.firstName } })
    .from(complimentaryPlans)
    .innerJoin(users, eq(users.id, complimentaryPlans.userId))
    .where(isDue(now))
    .orderBy(asc(complimentaryPlans.endsAt))
    .limit(limit);

/** When the next plan ends by itself (UTC ms), or null. */
export async function findNextEndAt({ orm }: Database): Promise<number | null> {
  const [row] = await orm
    .select({ next: min(complimentaryPlans.endsAt) })
    .from(complimentaryPlans)
    .where(and(isNull(complimentaryPlans.endedAt), isNotNull(complimentaryPlans.endsAt)));
  return row?.next ?? null;
}
