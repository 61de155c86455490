import { and, asc, count, desc, eq, inArray, isNotNull, not, type SQL, sql, sum } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { signInTotals, subscriptions, users } from '#db/schema/index.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import type { ListUsersQuery } from '#api/features/users/users.contract.ts';
import type { UserParts } from '#api/features/users/users.mapper.ts';
import { hasRole, hasRoleInOrder, isBlacklistedNow, isVisible } from '#api/features/users/users.queries.ts';

/** Each has an index that holds the columns of the filters, too. */
const sortColumns = {
  email: users.email,
  role: users.role,
  last_login_at: users.lastSignInAt,
  created_at: users.createdAt,
} as const;

type Filter = Partial<Pick<ListUsersQuery, 'role' | 'isBlacklisted'>> & { match?: SQL | undefined };

/** Behind so many hits of a search, sorting all of them takes less than reading the rows in order. */
const DEEP_OFFSET = 1_000;

/** The rows of one page. Their ids are found first, from an index alone. */
export async function listUserRows({ orm }: Database, query: ListUsersQuery, match: SQL | undefined, now: number) {
  const direction = query.sortOrder === 'ASC' ? asc : desc;
  const column = sortColumns[query.sortBy ?? 'last_login_at'];
  const order = column === users.email ? [direction(column)] : [direction(column), direction(users.id)];
  const offset = (query.page - 1) * query.limit;
  const isSorted = match !== undefined && offset > DEEP_OFFSET;
  const ids = orm
    .select({ id: users.id })
    .from(users)
    .where(
      and(query.role && hasRoleInOrder(query.role), toCondition({ isBlacklisted: query.isBlacklisted, match }, now)),
    )
    // The unary plus rules the index out.
    .orderBy(...(isSorted ? [direction(sql`+${column}`), direction(users.id)] : order))
    .limit(query.limit)
    .offset(offset);
  return orm
    .select()
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(...order);
}

/** A large number is the difference of the whole and a small one: SQLite knows how many rows a table has without a scan. */
export async function countUsers(db: Database, filter: Filter, now: number): Promise<number> {
  const { match, ...others } = filter;
  if (match) return countRows(db, toCondition(filter, now));
  if (filter.isBlacklisted === 'false') {
    const [all, blacklisted] = await Promise.all([
      countUsers(db, { role: filter.role }, now),
      countUsers(db, { ...others, isBlacklisted: 'true' }, now),
    ]);
    return all - blacklisted;
  }
  if (filter.isBlacklisted === 'true' || filter.role) return countRows(db, toCondition(filter, now));
  const [all, hidden] = await Promise.all([
    countRows(db, undefined),
    countRows(db, and(isNotNull(users.deleteAfter), eq(users.deletionAttempts, 0))),
  ]);
  return all - hidden;
}

async function countRows({ orm }: Database, where: SQL | undefined): Promise<number> {
  const [row] = await orm.select({ count: count() }).from(users).where(where);
  return row?.count ?? 0;
}

function toCondition({ role, isBlacklisted, match }: Filter, now: number): SQL | undefined {
  return and(
    isVisible,
    role && hasRole(role),
    isBlacklisted && (isBlacklisted === 'true' ? isBlacklistedNow(now) : not(isBlacklistedNow(now))),
    match,
  );
}

/** With up to so many hits, the page is sorted from the hits; with more, they are met soon on the way through the sorted users. */
const HITS_LIMIT = 500;
/** The index holds sequences of three characters. */
const INDEXED_MIN_LENGTH = 3;

/** The condition for a text anywhere in the name or the email address. */
export async function findMatch({ orm }: Database, text: string): Promise<SQL> {
  const isHit =
    [...text].length < INDEXED_MIN_LENGTH
      ? sql`SELECT ${users.id} AS id FROM ${users} WHERE ${containsText(text)}`
      : sql`SELECT rowid AS id FROM users_search WHERE users_search MATCH ${`"${text.replaceAll('"', '""')}"`}`;
  const hits = await orm.all<{ id: number }>(sql`${isHit} LIMIT ${HITS_LIMIT + 1}`);
  if (hits.length > HITS_LIMIT) return containsText(text);
  return sql`${users.id} IN (SELECT value FROM json_each(${JSON.stringify(hits.map(({ id }) => id))}))`;
}

function containsText(text: string): SQL {
  const pattern = toLikePattern(text);
  const name = sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`;
  return sql`(${users.email} LIKE ${pattern} ESCAPE '\\' OR ${name} LIKE ${pattern} ESCAPE '\\')`;
}

/** Sign-ins and subscriptions of some users. */
export async function loadUserParts({ orm }: Database, ids: number[]): Promise<(id: number) => UserParts> {
  const [totals, subscriptionRows] = await Promise.all([
    orm
      .select({ userId: signInTotals.userId, total: sum(signInTotals.signIns).mapWith(Number) })
      .from(signInTotals)
      .where(inArray(signInTotals.userId, ids))
      .groupBy(signInTotals.userId),
    orm
      .select()
      .from(subscriptions)
      .where(inArray(subscriptions.userId, ids))
      .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id)),
  ]);
  const totalLogins = new Map(totals.map(({ userId, total }) => [userId, total]));
  const byUser = Map.groupBy(subscriptionRows, ({ userId }) => userId);
  return (id) => ({ totalLogins: totalLogins.get(id) ?? 0, subscriptions: byUser.get(id) ?? [] });
}
