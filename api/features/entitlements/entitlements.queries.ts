import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';
import type { Database } from '#db/client.ts';
import { type ComplimentaryRow, listCurrentComplimentaryPlans } from '#db/queries/complimentary-plans.ts';
import { complimentaryPlans, entitlementVersion, subscriptions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

/** The columns of a subscription that say what its user may do. */
export type EntitledRow = Pick<
  typeof subscriptions.$inferSelect,
  | 'stripeSubscriptionId'
  | 'productId'
  | 'planName'
  | 'status'
  | 'quantity'
  | 'interval'
  | 'trialEnd'
  | 'currentPeriodStart'
  | 'cancelAt'
> & {
  /** Null for a plan that was given free of charge without an end. */
  currentPeriodEnd: number | null;
};

/** A plan that was given free of charge, in the form of a subscription. */
export const toEntitledRow = (given: ComplimentaryRow): EntitledRow => ({
  stripeSubscriptionId: given.id,
  productId: given.productId,
  planName: given.planKey,
  status: given.endedAt === null ? 'active' : 'canceled',
  quantity: given.quantity,
  interval: null,
  trialEnd: null,
  currentPeriodStart: given.createdAt,
  currentPeriodEnd: given.endedAt ?? given.endsAt,
  cancelAt: given.endedAt ?? given.endsAt,
});

const isLiveRow = inArray(subscriptions.status, [...liveSubscriptionStatuses]);

/** Everything that a user has now, what is paid for first: the one place that says so, for programs that ask and for webhooks. */
export async function listUserEntitlements(
  db: Database,
  userId: number,
  productId: number | null = null,
): Promise<EntitledRow[]> {
  const rows = await db.orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isLiveRow))
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id));
  const given = await listCurrentComplimentaryPlans(db, userId);
  return [...rows, ...given.map(toEntitledRow)].filter((row) => productId === null || row.productId === productId);
}

/** Users who have a plan now, in the order of their ids: the next `limit` after one. */
export async function listUsersOfPlan(
  db: Database,
  { planKey, afterUserId, limit }: { planKey: string; afterUserId: number; limit: number },
): Promise<number[]> {
  const rows = await db.orm.all<{ userId: number }>(sql`
    SELECT ${subscriptions.userId} AS "userId" FROM ${subscriptions}
      WHERE ${subscriptions.planName} = ${planKey} AND ${isLiveRow} AND ${subscriptions.userId} > ${afterUserId}
    UNION SELECT ${complimentaryPlans.userId} FROM ${complimentaryPlans}
      WHERE ${complimentaryPlans.planKey} = ${planKey} AND ${complimentaryPlans.endedAt} IS NULL
        AND ${complimentaryPlans.userId} > ${afterUserId}
    ORDER BY 1 LIMIT ${limit}`);
  return rows.map((row) => row.userId);
}

const VERSION_ROW = 1;
const version: SQL<number> = sql`${entitlementVersion.version}`;

/**
 * A version that is higher than all before, for a state that is read after it: of two states the one with the higher version holds
 * whatever was changed before the lower one was taken. By the clock, so that a restored backup goes on with higher ones.
 */
export async function takeVersion(db: Database, now: number): Promise<number> {
  const [result] = await write(db, [
    sql`INSERT INTO ${entitlementVersion} (id, version) VALUES (${VERSION_ROW}, ${now})
      ON CONFLICT (id) DO UPDATE SET version = max(${version} + 1, excluded.version)
      RETURNING version`,
  ]);
  return Number(result?.rows[0]?.version);
}

/** The last version that was taken: a state that is read after it is at least as new as that of this version. */
export async function readVersion(db: Database): Promise<number> {
  const [row] = await db.orm.select({ version }).from(entitlementVersion);
  return row?.version ?? 0;
}
