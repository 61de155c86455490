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

/** The users who match a text. */
export type Match = {
  /** How many there are, those in deletion included. */
  total: number;
  /** A query of their ids. */
  ids: SQL;
  /** True for a user that is one of them. */
  condition: SQL;
  /** There are so many that looking at a user takes less than a list of them all. */
  isCommon: boolean;
};

const COMMON_HITS = 10_000;

/** An id at Stripe (`in_1Qx`), as its dashboard and support requests name it; a part of an address may look the same. */
const STRIPE_ID = /^[a-z]{2,6}_\w+$/;

/**
 * The users whose name or email address contains a text, in the order 'Surname, Name' too; the user with this id, or of
 * the invoice with this number, or of an object at Stripe with this id, as far as ids of its kind are stored.
 */
export async function findMatch(db: Database, search: string): Promise<Match> {
  const text = search.trim();
  if (STRIPE_ID.test(text)) {
    const ids = selectUsersOfStripeId(text);
    const total = await db.orm.$count(users, sql`${users.id} IN ${ids}`);
    if (total > 0) return { total, ids, condition: isOneOf(ids), isCommon: false };
  }
  return findText(db, toNameOrder(search));
}

/** Charges and payment intents are known only by the events about them, which name the customer. */
const selectUsersOfStripeId = (id: string): SQL => sql`(
  SELECT ${stripeCustomers.userId} FROM ${stripeCustomers} WHERE ${stripeCustomers.customerId} = ${id}
  UNION SELECT ${subscriptions.userId} FROM ${subscriptions} WHERE ${subscriptions.stripeSubscriptionId} = ${id}
  UNION SELECT ${checkoutAttempts.userId} FROM ${checkoutAttempts} WHERE ${checkoutAttempts.sessionId} = ${id}
  UNION SELECT ${invoices.userId} FROM ${invoices} WHERE ${invoices.stripeInvoiceId} IN (
    SELECT ${id}
    UNION ALL SELECT ${refunds.stripeInvoiceId} FROM ${refunds} WHERE ${refunds.stripeRefundId} = ${id}
    UNION ALL SELECT ${disputes.stripeInvoiceId} FROM ${disputes} WHERE ${disputes.stripeDisputeId} = ${id})
  UNION SELECT ${stripeCustomers.userId} FROM ${stripeCustomers} WHERE ${stripeCustomers.customerId} IN (
    SELECT ${stripeEvents.customerId} FROM ${stripeEvents} WHERE ${stripeEvents.objectId} = ${id}
    UNION ALL SELECT ${stripeEvents.customerId} FROM ${stripeEvents} WHERE ${stripeEvents.id} = ${id}))`;

async function findText(db: Database, text: string): Promise<Match> {
  const { orm } = db;
  const pattern = toLikePattern(text);
  const named = selectUserHits(text, pattern);
  // A union reads all hits, so it is made only where there is something to add.
  const payers = await listInvoiceUsers(db, text);
  const hits =
    payers.length === 0 ? named : sql`SELECT value AS id FROM json_each(${JSON.stringify(payers)}) UNION ${named}`;
  const { list, total } = await orm.get<{ list: string; total: number }>(
    sql`SELECT json_group_array(id) AS list, count(*) AS total FROM (${hits} LIMIT ${COMMON_HITS + 1})`,
  );
  if (total <= COMMON_HITS) {
    const ids = sql`(SELECT value FROM json_each(${list}))`;
    return { total, ids, condition: isOneOf(ids), isCommon: false };
  }
  const name = sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`;
  const containing = fromUsersLike(pattern);
  return {
    total: (await orm.get<{ total: number }>(sql`SELECT count(*) AS total ${containing}`)).total,
    ids: sql`(SELECT id ${containing})`,
    condition: sql`(${users.email} LIKE ${pattern} ESCAPE '\\' OR ${name} LIKE ${pattern} ESCAPE '\\')`,
    isCommon: true,
  };
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

/** The unary plus keeps the order of the index that is read. */
export const isOneOf = (ids: SQL): SQL => sql`+${users.id} IN ${ids}`;
