import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { invoices, stripeCustomers, subscriptions, users } from '#db/schema/index.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import { toTrigramPhrase } from '#db/queries/full-text-search.ts';

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
const USER_ID = /^\d{1,15}$/;

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
  const [, surname, name] = /^([^,]+),\s*(.+)$/.exec(text) ?? [];
  return findText(db, surname && name ? `${name} ${surname}` : search);
}

async function findText({ orm }: Database, text: string): Promise<Match> {
  // The texts of the index, as FTS5 keeps them: smaller rows than those of the users.
  const containing = sql`FROM users_search_content WHERE ${contains(sql`c0`, sql`c1`, text)}`;
  const phrase = toTrigramPhrase(text);
  const withText =
    phrase === null
      ? sql`SELECT id ${containing}`
      : sql`SELECT rowid AS id FROM users_search WHERE users_search MATCH ${phrase}`;
  const hits = USER_ID.test(text)
    ? sql`SELECT ${users.id} AS id FROM ${users} WHERE ${users.id} = ${Number(text)} UNION ${withText}`
    : withText;
  const { list, total } = await orm.get<{ list: string; total: number }>(
    sql`SELECT json_group_array(id) AS list, count(*) AS total FROM (${hits} LIMIT ${COMMON_HITS + 1})`,
  );
  if (total <= COMMON_HITS) {
    const ids = sql`(SELECT value FROM json_each(${list}))`;
    return { total, ids, condition: isOneOf(ids), isCommon: false };
  }
  const name = sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`;
  return {
    total: (await orm.get<{ total: number }>(sql`SELECT count(*) AS total ${containing}`)).total,
    ids: sql`(SELECT id ${containing})`,
    condition: contains(sql`${users.email}`, name, text),
    isCommon: true,
  };
}

/** The unary plus keeps the order of the index that is read. */
export const isOneOf = (ids: SQL): SQL => sql`+${users.id} IN ${ids}`;

function contains(email: SQL, name: SQL, text: string): SQL {
  const pattern = toLikePattern(text);
  return sql`(${email} LIKE ${pattern} ESCAPE '\\' OR ${name} LIKE ${pattern} ESCAPE '\\')`;
}
