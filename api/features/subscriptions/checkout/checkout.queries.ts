import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { CheckoutStatus } from '#api/domain/enums.ts';
import { checkoutAttempts, stripeCustomers } from '#db/schema/index.ts';

export type AttemptRow = typeof checkoutAttempts.$inferSelect;
export type NewAttempt = Pick<AttemptRow, 'userId' | 'productId' | 'planName' | 'priceId' | 'createdAt'>;

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

/** Links a user to a customer; one that was linked before no longer exists at Stripe. */
export const linkCustomerStatement = (db: Database, userId: number, customerId: string, now: number) =>
  db.orm
    .insert(stripeCustomers)
    .values({ userId, customerId, createdAt: now })
    .onConflictDoUpdate({ target: stripeCustomers.userId, set: { customerId, createdAt: now } });
