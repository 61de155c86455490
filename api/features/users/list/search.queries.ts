import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import {
  checkoutAttempts,
  disputes,
  invoices,
  refunds,
  stripeCustomers,
  stripeEvents,
  subscriptions,
  users,
} from '#db/schema/index.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import { fromUsersLike, selectUserHits, toNameOrder } from '#db/queries/user-search.ts';

/** With more hits, comparing every name and address takes less than following the search index. */
const COMMON_HITS = 10_000;

/** An id at Stripe (`in_1Qx`), as its dashboard and support requests name it; a part of an address may look the same. */
const STRIPE_ID = /^[a-z]{2,6}_\w+$/;

/**
 * The users whose name or email address contains a text, in the order 'Surname, Name' too; the user with this id, or of
 * the invoice with this number, or of an object at Stripe with this id, as far as ids of its kind are stored.
 */
export async function findHits(db: Database, search: string): Promise<SQL> {
  const text = search.trim();
  if (STRIPE_ID.test(text)) {
    const ids = selectUsersOfStripeId(text);
    if ((await db.orm.$count(users, sql`${users.id} IN (${ids})`)) > 0) return ids;
  }
  return findTextHits(db, toNameOrder(search));
}

/** Charges and payment intents are known only by the events about them, which name the customer. */
const selectUsersOfStripeId = (id: string): SQL => sql`
  SELECT ${stripeCustomers.userId} FROM ${stripeCustomers} WHERE ${stripeCustomers.customerId} = ${id}
  UNION SELECT ${subscriptions.userId} FROM ${subscriptions} WHERE ${subscriptions.stripeSubscriptionId} = ${id}
  UNION SELECT ${checkoutAttempts.userId} FROM ${checkoutAttempts} WHERE ${checkoutAttempts.sessionId} = ${id}
  UNION SELECT ${invoices.userId} FROM ${invoices} WHERE ${invoices.stripeInvoiceId} IN (
    SELECT ${id}
    UNION ALL SELECT ${refunds.stripeInvoiceId} FROM ${refunds} WHERE ${refunds.stripeRefundId} = ${id}
    UNION ALL SELECT ${disputes.stripeInvoiceId} FROM ${disputes} WHERE ${disputes.stripeDisputeId} = ${id})
  UNION SELECT ${stripeCustomers.userId} FROM ${stripeCustomers} WHERE ${stripeCustomers.customerId} IN (
    SELECT ${stripeEvents.customerId} FROM ${stripeEvents} WHERE ${stripeEvents.objectId} = ${id}
    UNION ALL SELECT ${stripeEvents.customerId} FROM ${stripeEvents} WHERE ${stripeEvents.id} = ${id})`;

async function findTextHits(db: Database, text: string): Promise<SQL> {
  const pattern = toLikePattern(text);
  const named = selectUserHits(text, pattern);
  const found = await db.orm.$count(sql`(SELECT id FROM (${named}) LIMIT ${COMMON_HITS + 1})`);
  const names = found > COMMON_HITS ? sql`SELECT id ${fromUsersLike(pattern)}` : named;
  // A union reads all hits, so it is made only where there is something to add.
  const payers = await listInvoiceUsers(db, text);
  return payers.length === 0 ? names : sql`SELECT value AS id FROM json_each(${JSON.stringify(payers)}) UNION ${names}`;
}

/** Of the invoice with this number, in small letters too. */
async function listInvoiceUsers({ orm }: Database, text: string): Promise<number[]> {
  const { number, userId } = invoices;
  const rows = await orm
    .select({ userId })
    .from(invoices)
    .where(inArray(number, [text, text.toUpperCase()]));
  return rows.flatMap((row) => row.userId ?? []);
}
