import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type ComplimentaryEnd, liveSubscriptionStatuses } from '#api/domain/enums.ts';
import type { Database } from '#db/client.ts';
import { complimentaryPlans, subscriptions } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';

export type ComplimentaryRow = typeof complimentaryPlans.$inferSelect;

/** Plans that a user has free of charge now, the newest first. */
export const listCurrentComplimentaryPlans = ({ orm }: Database, userId: number): Promise<ComplimentaryRow[]> =>
  orm
    .select()
    .from(complimentaryPlans)
    .where(and(eq(complimentaryPlans.userId, userId), isNull(complimentaryPlans.endedAt)))
    .orderBy(desc(complimentaryPlans.createdAt), desc(complimentaryPlans.id));

/** Ends a plan that lasts; changes no row of one that has ended. */
export const endComplimentaryStatement = (
  { orm }: Database,
  { id, reason, now }: { id: string; reason: ComplimentaryEnd; now: number },
): Statement =>
  orm
    .update(complimentaryPlans)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(complimentaryPlans.id, id), isNull(complimentaryPlans.endedAt)));

/** The user pays for a plan of the product. */
export const hasLiveSubscriptionTo = (
  userId: number,
  productId: number,
): SQL => sql`EXISTS (SELECT 1 FROM ${subscriptions}
  WHERE ${subscriptions.userId} = ${userId} AND ${subscriptions.productId} = ${productId}
    AND ${subscriptions.status} IN ${[...liveSubscriptionStatuses]})`;
