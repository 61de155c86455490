import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { CheckoutStatus } from '#api/domain/enums.ts';
import { checkoutAttempts, stripeCustomers, subscriptions } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';

export type AttemptRow = typeof checkoutAttempts.$inferSelect;
export type NewAttempt = Pick<AttemptRow, 'userId' | 'productId' | 'planName' | 'priceId' | 'quantity' | 'createdAt'>;

export const findOpenAttempt = (db: Database, userId: number, productId: number) =>
  db.orm.query.checkoutAttempts.findFirst({
    where: and(
      eq(checkoutAttempts.userId, userId),
      eq(checkoutAttempts.productId, productId),
      eq(checkoutAttempts.status, 'open'),
    ),
  });

export const insertAttemptStatement = (db: Database, attempt: NewAttempt) =>
  db.orm.insert(checkoutAttempts).values(attempt).returning({ id: checkoutAttempts.id });

export const setAttemptSessionStatement = (
  db: Database,
  id: number,
  session: Pick<AttemptRow, 'sessionId' | 'url' | 'expiresAt'>,
) => db.orm.update(checkoutAttempts).set(session).where(eq(checkoutAttempts.id, id));

export const closeAttemptStatement = (db: Database, id: number, status: Exclude<CheckoutStatus, 'open'>, now: number) =>
  db.orm
    .update(checkoutAttempts)
    .set({ status, closedAt: now })
    .where(and(eq(checkoutAttempts.id, id), eq(checkoutAttempts.status, 'open')));

/** A trial of a product is given once, whichever plan it was of, and however it ended. */
export async function hasHadTrial(db: Database, userId: number, productId: number): Promise<boolean> {
  const row = await db.orm.query.subscriptions.findFirst({
    where: and(
      eq(subscriptions.userId, userId),
      eq(subscriptions.productId, productId),
      isNotNull(subscriptions.trialEnd),
    ),
  });
  return row !== undefined;
}

/** The user's customer that pays in a currency, else one that may pay in any; null without one. */
export async function findCustomerToCharge(db: Database, userId: number, currency: string): Promise<string | null> {
  const [row] = await db.orm
    .select({ customerId: stripeCustomers.customerId })
    .from(stripeCustomers)
    .where(and(eq(stripeCustomers.userId, userId), inArray(stripeCustomers.currency, [currency, ''])))
    .orderBy(desc(stripeCustomers.currency))
    .limit(1);
  return row?.customerId ?? null;
}

/** Links a user to a new customer. One that `replaces` names no longer exists at Stripe. */
export const linkCustomerStatements = (
  db: Database,
  link: { userId: number; customerId: string; replaces: string | null; now: number },
): Statement[] => [
  db.orm.delete(stripeCustomers).where(sql`${stripeCustomers.customerId} = ${link.replaces}`),
  db.orm
    .insert(stripeCustomers)
    .values({ userId: link.userId, customerId: link.customerId, createdAt: link.now })
    .onConflictDoUpdate({
      target: [stripeCustomers.userId, stripeCustomers.currency],
      set: { customerId: link.customerId, createdAt: link.now, contact: null },
    }),
];
