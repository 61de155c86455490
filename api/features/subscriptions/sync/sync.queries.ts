import { and, desc, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import type { ProviderDispute, ProviderRefund } from '#api/adapters/payments.ts';
import type { Database } from '#db/client.ts';
import type { Statement } from '#db/write.ts';
import { listUsersWithPermission } from '#db/queries/permission-holders.ts';
import { endedSubscriptionStatuses, liveSubscriptionStatuses } from '#api/domain/enums.ts';
import {
  checkoutAttempts,
  disputes,
  invoices,
  receiptNumbers,
  refunds,
  stripeCustomers,
  subscriptions,
  users,
} from '#db/schema/index.ts';
import type { InvoiceRow, InvoiceValues, SubscriptionRow, SubscriptionValues } from './sync.mapper.ts';

export type BillingUser = { id: number; email: string; firstName: string | null };

export async function findSubscriptionRow(
  db: Database,
  subscriptionId: string | null,
): Promise<SubscriptionRow | null> {
  if (subscriptionId === null) return null;
  const where = eq(subscriptions.stripeSubscriptionId, subscriptionId);
  return (await db.orm.query.subscriptions.findFirst({ where })) ?? null;
}

export async function findInvoiceRow(db: Database, invoiceId: string): Promise<InvoiceRow | null> {
  return (await db.orm.query.invoices.findFirst({ where: eq(invoices.stripeInvoiceId, invoiceId) })) ?? null;
}

/** The refunds and disputes of an invoice. */
export type InvoiceParts = { refunds: RefundRow[]; disputes: DisputeRow[] };
export type RefundRow = typeof refunds.$inferSelect;
export type DisputeRow = typeof disputes.$inferSelect;

export async function listInvoiceParts(db: Database, invoiceId: string): Promise<InvoiceParts> {
  const [refundRows, disputeRows] = await Promise.all([
    db.orm.select().from(refunds).where(eq(refunds.stripeInvoiceId, invoiceId)),
    db.orm.select().from(disputes).where(eq(disputes.stripeInvoiceId, invoiceId)),
  ]);
  return { refunds: refundRows, disputes: disputeRows };
}

export function upsertRefundStatement(db: Database, invoiceId: string, { id, ...refund }: ProviderRefund) {
  const row = { ...refund, stripeRefundId: id, stripeInvoiceId: invoiceId };
  return db.orm.insert(refunds).values(row).onConflictDoUpdate({ target: refunds.stripeRefundId, set: row });
}

/** Null without one, as in a row of an earlier version. */
export const toStoredMovements = ({ movements }: ProviderDispute): string | null =>
  movements.length === 0 ? null : JSON.stringify(movements);

export function upsertDisputeStatement(db: Database, invoiceId: string, dispute: ProviderDispute) {
  const { id, movements: _, ...columns } = dispute;
  const row = {
    ...columns,
    movements: toStoredMovements(dispute),
    stripeDisputeId: id,
    stripeInvoiceId: invoiceId,
  };
  return db.orm.insert(disputes).values(row).onConflictDoUpdate({ target: disputes.stripeDisputeId, set: row });
}

/** Whoever looks after payments: they are told of a dispute, and of a refund that failed. */
export const listBillingManagers = (db: Database, now: number): Promise<BillingUser[]> =>
  listUsersWithPermission(db, 'billing.manage', now);

/** True for a customer that is linked to a user, or has a subscription or an invoice of ours. */
export async function isOwnCustomer(db: Database, customerId: string): Promise<boolean> {
  const [row] = await db.orm.all<{ found: number }>(sql`SELECT
    EXISTS (SELECT 1 FROM ${stripeCustomers} WHERE ${stripeCustomers.customerId} = ${customerId})
    OR EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.customerId} = ${customerId})
    OR EXISTS (SELECT 1 FROM ${invoices} WHERE ${invoices.customerId} = ${customerId}) AS found`);
  return row?.found === 1;
}

export async function hasAttempt(db: Database, sessionId: string): Promise<boolean> {
  return (
    (await db.orm.query.checkoutAttempts.findFirst({ where: eq(checkoutAttempts.sessionId, sessionId) })) !== undefined
  );
}

/** Subscriptions whose price was never read, or, of those that live, the customer's balance or the tax: written before these were stored. */
export const listIncompleteSubscriptions = (db: Database) =>
  db.orm
    .select({ id: subscriptions.stripeSubscriptionId, customerId: subscriptions.customerId })
    .from(subscriptions)
    .where(
      or(
        isNull(subscriptions.currency),
        and(
          or(isNull(subscriptions.customerBalance), isNull(subscriptions.tax)),
          inArray(subscriptions.status, [...liveSubscriptionStatuses]),
        ),
      ),
    );

/** Invoices of an earlier version, which didn't store what they say of taxes, the newest first. */
export const listIncompleteInvoices = (db: Database, limit: number) =>
  db.orm
    .select({ id: invoices.stripeInvoiceId, customerId: invoices.customerId })
    .from(invoices)
    .where(isNull(invoices.subtotal))
    .orderBy(desc(invoices.createdAt))
    .limit(limit);

/** Invoices that can still be paid though their subscription has ended. */
export const listOpenInvoicesOfEnded = (db: Database) =>
  db.orm
    .select({
      id: invoices.stripeInvoiceId,
      customerId: invoices.customerId,
      subscriptionId: subscriptions.stripeSubscriptionId,
    })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.stripeSubscriptionId, invoices.stripeSubscriptionId))
    .where(and(eq(invoices.status, 'open'), inArray(subscriptions.status, [...endedSubscriptionStatuses])));

/** The user of a customer; for a customer that is not linked, the user that its metadata names; null when both are gone. */
export async function findBillingUser(
  db: Database,
  { customerId, userId }: { customerId: string; userId: number | null },
): Promise<BillingUser | null> {
  const selected = { id: users.id, email: users.email, firstName: users.firstName };
  const [linked] = await db.orm
    .select(selected)
    .from(users)
    .innerJoin(stripeCustomers, eq(stripeCustomers.userId, users.id))
    .where(eq(stripeCustomers.customerId, customerId));
  if (linked || userId === null) return linked ?? null;
  const [named] = await db.orm.select(selected).from(users).where(eq(users.id, userId));
  return named ?? null;
}

/** The user's other subscriptions to the product that exist, as far as the database knows. */
export const listOtherLiveRows = (db: Database, { stripeSubscriptionId, userId, productId }: SubscriptionValues) =>
  userId === null
    ? []
    : db.orm
        .select()
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.userId, userId),
            eq(subscriptions.productId, productId),
            ne(subscriptions.stripeSubscriptionId, stripeSubscriptionId),
            inArray(subscriptions.status, [...liveSubscriptionStatuses]),
          ),
        );

/** A subscription that has ended never comes back: its row is not written over by anything but another ended state. */
export function upsertSubscriptionStatement(
  db: Database,
  values: SubscriptionValues & Partial<SubscriptionRow>,
  now: number,
) {
  const isEnded = endedSubscriptionStatuses.some((ended) => ended === values.status);
  const row = { ...values, syncedAt: now };
  return db.orm
    .insert(subscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: subscriptions.stripeSubscriptionId,
      set: row,
      setWhere: isEnded ? undefined : notInArray(subscriptions.status, [...endedSubscriptionStatuses]),
    });
}

export function upsertInvoiceStatement(db: Database, values: InvoiceValues, now: number) {
  const row = { ...values, syncedAt: now };
  return db.orm.insert(invoices).values(row).onConflictDoUpdate({ target: invoices.stripeInvoiceId, set: row });
}

/** Links a customer to its user and the currency that it pays in from now on, unless the user has another customer for that. */
export const linkCustomerStatements = (
  db: Database,
  link: { userId: number; customerId: string; currency: string; now: number },
): Statement[] => [
  db.orm
    .insert(stripeCustomers)
    .values({ userId: link.userId, customerId: link.customerId, currency: link.currency, createdAt: link.now })
    .onConflictDoNothing(),
  sql`UPDATE OR IGNORE ${stripeCustomers} SET currency = ${link.currency}
    WHERE customer_id = ${link.customerId} AND currency = ''`,
];

/** Closes the open attempt that led to a subscription. */
export const completeAttemptsStatement = (db: Database, bought: SubscriptionValues, now: number) =>
  db.orm
    .update(checkoutAttempts)
    .set({ status: 'complete', closedAt: now })
    .where(
      and(
        sql`${checkoutAttempts.userId} IS ${bought.userId}`,
        eq(checkoutAttempts.productId, bought.productId),
        eq(checkoutAttempts.status, 'open'),
      ),
    );

export const closeAttemptStatement = (
  db: Database,
  closed: { sessionId: string; status: 'complete' | 'expired' | 'failed'; now: number },
) =>
  db.orm
    .update(checkoutAttempts)
    .set({ status: closed.status, closedAt: closed.now })
    .where(and(eq(checkoutAttempts.sessionId, closed.sessionId), eq(checkoutAttempts.status, 'open')));

/** Customers whose name or address at Stripe isn’t that of the account: support or they themselves changed it. */
export const listMovedCustomers = (db: Database, limit: number) =>
  db.orm
    .select({ customerId: stripeCustomers.customerId, email: users.email, name: fullName, contact })
    .from(stripeCustomers)
    .innerJoin(users, eq(users.id, stripeCustomers.userId))
    .where(sql`${stripeCustomers.contact} IS NOT ${contact}`)
    .limit(limit);

const fullName = sql<string>`trim(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, ''))`;
const contact = sql<string>`json_array(${users.email}, ${fullName})`;

export const saveContactStatement = (db: Database, { customerId, contact }: { customerId: string; contact: string }) =>
  db.orm.update(stripeCustomers).set({ contact }).where(eq(stripeCustomers.customerId, customerId));

export const unlinkCustomerStatement = (db: Database, customerId: string) =>
  db.orm.delete(stripeCustomers).where(eq(stripeCustomers.customerId, customerId));

export const listSubscriptionIdsOfCustomer = async (db: Database, customerId: string): Promise<string[]> => {
  const rows = await db.orm
    .select({ id: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId));
  return rows.map(({ id }) => id);
};

/** Every customer at Stripe that is or was this user's. */
export const customersOfUser = (userId: number) => sql`
  SELECT ${stripeCustomers.customerId} FROM ${stripeCustomers} WHERE ${stripeCustomers.userId} = ${userId}
  UNION SELECT ${subscriptions.customerId} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${userId}`;

export async function listCustomerIds(db: Database, userId: number): Promise<string[]> {
  const rows = await db.orm.all<{ customer_id: string }>(customersOfUser(userId));
  return rows.map((row) => row.customer_id);
}

/** Ends a subscription that Stripe does not know any more. */
export const endUnknownStatement = (db: Database, subscriptionId: string, now: number) =>
  db.orm
    .update(subscriptions)
    .set({ status: 'canceled', endedAt: now, syncedAt: now })
    .where(
      and(
        eq(subscriptions.stripeSubscriptionId, subscriptionId),
        notInArray(subscriptions.status, [...endedSubscriptionStatuses]),
      ),
    );

/** Gives an invoice the next number of a receipt, unless it has one: numbers follow each other without a gap. */
export const claimReceiptNumberStatement = (stripeInvoiceId: string, now: number) => sql`
  INSERT INTO receipt_numbers (number, stripe_invoice_id, issued_at)
  SELECT coalesce(max(number), 0) + 1, ${stripeInvoiceId}, ${now} FROM receipt_numbers WHERE true
  ON CONFLICT (stripe_invoice_id) DO NOTHING`;

export async function findReceiptNumber(db: Database, stripeInvoiceId: string): Promise<number | null> {
  const row = await db.orm.query.receiptNumbers.findFirst({
    where: eq(receiptNumbers.stripeInvoiceId, stripeInvoiceId),
  });
  return row?.number ?? null;
}
