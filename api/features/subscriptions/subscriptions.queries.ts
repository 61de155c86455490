import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';
import { invoices, stripeCustomers, subscriptions, users } from '#db/schema/index.ts';
import type { SubscriptionWithUrl } from './subscriptions.mapper.ts';

/** A user's subscriptions, the newest first, ended ones included. */
export async function listSubscriptionRows(
  db: Database,
  where: { userId: number; stripeSubscriptionId?: string; productId?: number; isLive?: boolean },
): Promise<SubscriptionWithUrl[]> {
  const rows = await db.orm
    .select({ subscription: subscriptions, unpaidUpgradeUrl: invoices.hostedUrl })
    .from(subscriptions)
    .leftJoin(invoices, eq(invoices.stripeInvoiceId, subscriptions.unpaidUpgradeInvoiceId))
    .where(
      and(
        eq(subscriptions.userId, where.userId),
        where.stripeSubscriptionId === undefined
          ? undefined
          : eq(subscriptions.stripeSubscriptionId, where.stripeSubscriptionId),
        where.productId === undefined ? undefined : eq(subscriptions.productId, where.productId),
        where.isLive ? inArray(subscriptions.status, [...liveSubscriptionStatuses]) : undefined,
      ),
    )
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id));
  return rows.map(({ subscription, unpaidUpgradeUrl }) => ({ ...subscription, unpaidUpgradeUrl }));
}

export const findUser = (db: Database, userId: number) => db.orm.query.users.findFirst({ where: eq(users.id, userId) });

/** Of several customers of a user the one that pays for something now, else the newest: that of the currency that the company sells in. */
export async function findCustomerId(db: Database, userId: number): Promise<string | null> {
  const pays = sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.customerId} = ${stripeCustomers.customerId}
    AND ${inArray(subscriptions.status, [...liveSubscriptionStatuses])})`;
  const [row] = await db.orm
    .select({ customerId: stripeCustomers.customerId })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId))
    .orderBy(desc(pays), desc(stripeCustomers.createdAt), desc(stripeCustomers.customerId))
    .limit(1);
  return row?.customerId ?? null;
}
