import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { blacklistings, invoices, sessions, signInTotals, users } from '#db/schema/index.ts';

/** What the user paid, less refunds (cents). */
export async function sumPayments({ orm }: Database, userId: number): Promise<number> {
  const net = sql<number>`coalesce(sum(${invoices.amountPaid} - ${invoices.amountRefunded}), 0)`;
  const [row] = await orm.select({ net }).from(invoices).where(eq(invoices.userId, userId));
  return row?.net ?? 0;
}

export const listSessionRows = ({ orm }: Database, userId: number, now: number) =>
  orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));

export const listSignInTotalRows = ({ orm }: Database, userId: number) =>
  orm
    .select()
    .from(signInTotals)
    .where(eq(signInTotals.userId, userId))
    .orderBy(desc(signInTotals.lastSignInAt), signInTotals.productName);

/** The blacklisting that was not removed or replaced, with its admin. */
export async function findOpenBlacklisting({ orm }: Database, userId: number) {
  const [row] = await orm
    .select({
      createdAt: blacklistings.createdAt,
      actorId: blacklistings.actorId,
      cancelAfter: blacklistings.cancelAfter,
      cancelError: blacklistings.cancelError,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(blacklistings)
    .leftJoin(users, eq(users.id, blacklistings.actorId))
    .where(and(eq(blacklistings.userId, userId), isNull(blacklistings.endedAt)))
    .orderBy(desc(blacklistings.id))
    .limit(1);
  return row;
}

const INVOICE_LIMIT = 500;

/** The newest first; drafts still change. */
export const listInvoiceRows = ({ orm }: Database, userId: number) =>
  orm
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), ne(invoices.status, 'draft')))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(INVOICE_LIMIT);
