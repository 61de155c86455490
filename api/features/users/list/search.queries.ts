import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { invoices, stripeCustomers, subscriptions, users } from '#db/schema/index.ts';
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

/** Customers, subscriptions and invoices, as Stripe and support requests name them. */
const STRIPE_ID = /^(cus|sub|in)_\w+$/;

/**
 * The users whose name or email address contains a text, in the order 'Surname, Name' too; the user with this id, or of
 * this customer, subscription or invoice at Stripe.
 */
export async function findMatch(db: Database, search: string): Promise<Match> {
  const text = search.trim();
  if (STRIPE_ID.test(text)) {
    const ids = sql`(
      SELECT ${stripeCustomers.userId} FROM ${stripeCustomers} WHERE ${stripeCustomers.customerId} = ${text}
      UNION SELECT ${subscriptions.userId} FROM ${subscriptions} WHERE ${subscriptions.stripeSubscriptionId} = ${text}
      UNION SELECT ${invoices.userId} FROM ${invoices} WHERE ${invoices.stripeInvoiceId} = ${text})`;
    const total = await db.orm.$count(users, sql`${users.id} IN ${ids}`);
    if (total > 0) return { total, ids, condition: isOneOf(ids), isCommon: false };
  }
  return findText(db, toNameOrder(search));
}

async function findText({ orm }: Database, text: string): Promise<Match> {
  const pattern = toLikePattern(text);
  const hits = selectUserHits(text, pattern);
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

/** The unary plus keeps the order of the index that is read. */
export const isOneOf = (ids: SQL): SQL => sql`+${users.id} IN ${ids}`;
