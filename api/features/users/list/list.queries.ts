import { and, asc, count, desc, inArray, notInArray, type SQL, sql, sum } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { signInTotals, subscriptions, users } from '#db/schema/index.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import type { ListUsersQuery } from '#api/features/users/users.contract.ts';
import type { UserParts } from '#api/features/users/users.mapper.ts';
import { hasRole, isBlacklistedSet, isHiddenSet } from '#api/features/users/users.queries.ts';

/** Each has an index that ends with the id. */
const sortColumns = {
  email: users.email,
  role: users.role,
  last_login_at: users.lastSignInAt,
  created_at: users.createdAt,
} as const;

export type UserFilter = Pick<ListUsersQuery, 'search' | 'role' | 'isBlacklisted'>;

/** The rows of one page. Their ids are found first, from indexes alone. */
export async function listUserRows(db: Database, query: ListUsersQuery, now: number) {
  const direction = query.sortOrder === 'ASC' ? asc : desc;
  const order = [direction(sortColumns[query.sortBy ?? 'last_login_at']), direction(users.id)];
  const ids = db.orm
    .select({ id: users.id })
    .from(users)
    .where(toUserFilter(db, query, now))
    .orderBy(...order)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  return db.orm
    .select()
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(...order);
}

export async function countUsers(db: Database, filter: UserFilter, now: number): Promise<number> {
  const [row] = await db.orm
    .select({ count: count() })
    .from(users)
    .where(toUserFilter(db, filter, now));
  return row?.count ?? 0;
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

function toUserFilter(db: Database, { search, role, isBlacklisted }: UserFilter, now: number): SQL | undefined {
  return and(
    notInArray(users.id, isHiddenSet(db)),
    role && hasRole(db, role),
    isBlacklisted && (isBlacklisted === 'true' ? inArray : notInArray)(users.id, isBlacklistedSet(db, now)),
    search ? containsText(search) : undefined,
  );
}

function containsText(text: string): SQL {
  const haystack = sql`${users.email} || ' ' || coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`;
  return sql`${haystack} LIKE ${toLikePattern(text)} ESCAPE '\\'`;
}
