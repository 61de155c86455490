import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { hasFailedRefund, isDisputed } from '#db/queries/invoice-money.ts';
import type { Database } from '#db/client.ts';
import { blacklistings, invoices, sessions, signInTotals, stripeCustomers, users } from '#db/schema/index.ts';

/** What the user paid, less refunds and disputes (cents), by currency; the largest first. */
export function sumPayments({ orm }: Database, userId: number): Promise<{ currency: string; net: number }[]> {
  const net = sql<number>`sum(${invoices.amountPaid} - ${invoices.amountRefunded} - ${invoices.amountDisputed})`;
  return orm
    .select({ currency: invoices.currency, net })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), gt(invoices.amountPaid, 0)))
    .groupBy(invoices.currency)
    .orderBy(desc(net), invoices.currency);
}

export async function findCustomerId({ orm }: Database, userId: number): Promise<string | null> {
  const [row] = await orm
    .select({ customerId: stripeCustomers.customerId })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId))
    .orderBy(desc(stripeCustomers.createdAt))
    .limit(1);
  return row?.customerId ?? null;
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
      cancelAct: blacklistings.cancelAct,
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
export async function listInvoiceRows({ orm }: Database, userId: number) {
  const rows = await orm
    .select({ invoice: invoices, hasFailedRefund, isDisputed })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), ne(invoices.status, 'draft')))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(INVOICE_LIMIT);
  return rows.map((row) => ({
    ...row.invoice,
    hasFailedRefund: row.hasFailedRefund === 1,
    isDisputed: row.isDisputed === 1,
  }));
}
