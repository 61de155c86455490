import { and, desc, eq, inArray, isNotNull, max, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';
import { parseSubscriptionTax } from '#api/domain/charged-rate.ts';
import { listAddedPercents, parseTaxes } from '#api/domain/invoice-tax.ts';
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

/**
 * By subscription, the percentages that will come on top of its next invoice: of its rates at Stripe; where Stripe computes the tax, and for
 * rows of an earlier version, those of the newest invoice.
 */
export async function listAddedTaxes(
  db: Database,
  rows: readonly { stripeSubscriptionId: string; tax: string | null }[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const ids = rows.map(({ stripeSubscriptionId }) => stripeSubscriptionId);
  // Of the bare columns of a group with max(), SQLite returns those of the row that has it.
  const newest = await db.orm
    .select({ id: invoices.stripeSubscriptionId, taxes: invoices.taxes, createdAt: max(invoices.createdAt) })
    .from(invoices)
    .where(and(inArray(invoices.stripeSubscriptionId, ids), isNotNull(invoices.taxes)))
    .groupBy(invoices.stripeSubscriptionId);
  const known = rows.flatMap(({ stripeSubscriptionId: id, tax: stored }) => {
    const tax = parseSubscriptionTax(stored);
    if (tax === null || tax.isAutomatic) return [];
    const added = (tax.nextRates ?? tax.rates).filter(({ isInclusive }) => !isInclusive);
    return [[id, added.map(({ percent }) => percent)] as const];
  });
  return new Map([
    ...newest.map(({ id, taxes }) => [id ?? '', listAddedPercents(parseTaxes(taxes))] as const),
    ...known,
  ]);
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
