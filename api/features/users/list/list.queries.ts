import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, not, type SQL, sql, sum } from 'drizzle-orm';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';
import { type UserRole, userRoles } from '#api/domain/permissions.ts';
import type { PlanFilter, SignInFilter } from '#api/domain/user-list.ts';
import type { Database } from '#db/client.ts';
import { signInTotals, subscriptions, users } from '#db/schema/index.ts';
import { listBlacklistedScopes } from '#api/features/users/blacklist/addresses.service.ts';
import type { ListUsersQuery } from '#api/features/users/users.contract.ts';
import type { UserParts } from '#api/features/users/users.mapper.ts';
import { hasRole, hasRoleInOrder, isBlacklistedNow, isVisible } from '#api/features/users/users.queries.ts';
import { isOneOf, type Match } from './search.queries.ts';

/** Up to this many hits are read and sorted; with more, the sorted users are read until the page is full. */
const FEW_HITS = 500;
/** From this offset on, reading all hits is faster than looking each row up in the search index. */
const DEEP_OFFSET = 1_000;

const DAY_MS = 24 * 3_600_000;
const RECENT_MS = 30 * DAY_MS;
const LONG_AGO_MS = 90 * DAY_MS;

/** Each has an index that holds the columns of the filters, too. */
const sortColumns = {
  email: users.email,
  role: users.role,
  last_login_at: users.lastSignInAt,
  created_at: users.createdAt,
} as const;

type Filter = Partial<Pick<ListUsersQuery, 'role' | 'isBlacklisted' | 'plan' | 'lastLogin'>> & {
  match?: Match | undefined;
};

type Page = ListUsersQuery & { ids?: number[] | undefined };

/** The ids of one page, from an index alone, and the order of the list. */
export function selectUserIds({ orm }: Database, query: Page, match: Match | undefined, now: number) {
  const direction = query.sortOrder === 'ASC' ? asc : desc;
  const column = sortColumns[query.sortBy ?? 'last_login_at'];
  const order = column === users.email ? [direction(column)] : [direction(column), direction(users.id)];
  const offset = (query.page - 1) * query.limit;
  const isSorted = match !== undefined && match.total <= FEW_HITS;
  const isHit = match && (match.isCommon && offset > DEEP_OFFSET ? isOneOf(match.ids) : match.condition);
  const ids = orm
    .select({ id: sql<number>`${users.id}`.as('id') })
    .from(users)
    .where(
      and(
        toCondition({ ...query, role: undefined }, now),
        query.role && hasRoleInOrder(query.role),
        query.ids && inArray(users.id, query.ids),
        isSorted ? inArray(users.id, match.ids) : isHit,
      ),
    )
    // The unary plus rules the index out.
    .orderBy(...(isSorted ? [direction(sql`+${column}`), direction(users.id)] : order))
    .limit(query.limit)
    .offset(offset);
  return { ids, order };
}

/** The rows of one page. */
export function listUserRows(db: Database, query: ListUsersQuery, match: Match | undefined, now: number) {
  const { ids, order } = selectUserIds(db, query, match, now);
  return db.orm
    .select()
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(...order);
}

/** Those of these users that still are in the list, in the order of the ids. */
export async function listUserRowsById({ orm }: Database, ids: readonly number[]) {
  const rows = await orm
    .select()
    .from(users)
    .where(and(inArray(users.id, [...ids]), isVisible));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A large number is the difference of a larger and a small one, each of which an index or the search knows. */
export async function countUsers(db: Database, filter: Filter, now: number): Promise<number> {
  const { role, isBlacklisted, plan, lastLogin, match } = filter;
  if (plan || lastLogin) return countRows(db, and(toCondition(filter, now), match?.condition));
  const subtract = async (from: Filter, other: Filter) => {
    const [total, rest] = await Promise.all([countUsers(db, from, now), countUsers(db, other, now)]);
    return total - rest;
  };
  if (isBlacklisted === 'false') return subtract({ role, match }, { role, match, isBlacklisted: 'true' });
  if (role || isBlacklisted) return countRows(db, and(toCondition(filter, now), match?.condition));
  const [all, hidden] = await Promise.all([
    match ? match.total : countRows(db, undefined),
    countRows(db, and(isNotNull(users.deleteAfter), eq(users.deletionAttempts, 0), match?.condition)),
  ]);
  return all - hidden;
}

/** All who are in the list, by their role. */
export async function countByRole({ orm }: Database): Promise<Record<UserRole, number>> {
  const rows = await orm.select({ role: users.role, count: count() }).from(users).where(isVisible).groupBy(users.role);
  const counts = new Map(rows.map((row) => [row.role, row.count]));
  return Object.fromEntries(userRoles.map((role) => [role, counts.get(role) ?? 0])) as Record<UserRole, number>;
}

async function countRows({ orm }: Database, where: SQL | undefined): Promise<number> {
  const [row] = await orm.select({ count: count() }).from(users).where(where);
  return row?.count ?? 0;
}

/** Of those who are blacklisted there are few, so their index is used and not that of roles. */
const toCondition = ({ role, isBlacklisted, plan, lastLogin }: Filter, now: number): SQL | undefined =>
  and(
    isVisible,
    plan && hasPlan(plan),
    lastLogin && hasSignedIn(lastLogin, now),
    role && (isBlacklisted ? hasRoleInOrder(role) : hasRole(role)),
    isBlacklisted && (isBlacklisted === 'true' ? isBlacklistedNow(now) : not(isBlacklistedNow(now))),
  );

function hasPlan(plan: PlanFilter): SQL {
  const isLive = inArray(subscriptions.status, [...liveSubscriptionStatuses]);
  const isOfPlan = plan === 'any' || plan === 'none' ? undefined : eq(subscriptions.planName, plan);
  // Those of deleted users have none, and NOT IN would find nobody.
  const isOfUser = isNotNull(subscriptions.userId);
  const ids = sql`(SELECT ${subscriptions.userId} FROM ${subscriptions} WHERE ${and(isLive, isOfUser, isOfPlan)})`;
  return plan === 'none' ? not(isOneOf(ids)) : isOneOf(ids);
}

function hasSignedIn(lastLogin: SignInFilter, now: number): SQL {
  if (lastLogin === 'never') return isNull(users.lastSignInAt);
  return lastLogin === 'last_30_days'
    ? gte(users.lastSignInAt, now - RECENT_MS)
    : lt(users.lastSignInAt, now - LONG_AGO_MS);
}

/** Sign-ins and subscriptions of some users, and what is blacklisted with them. */
export async function loadUserParts(db: Database, ids: number[], now: number): Promise<(id: number) => UserParts> {
  const { orm } = db;
  const [totals, subscriptionRows, getScopes] = await Promise.all([
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
    listBlacklistedScopes(db, ids, now),
  ]);
  const totalLogins = new Map(totals.map(({ userId, total }) => [userId, total]));
  const byUser = Map.groupBy(subscriptionRows, ({ userId }) => userId);
  return (id) => ({
    totalLogins: totalLogins.get(id) ?? 0,
    subscriptions: byUser.get(id) ?? [],
    blacklistedScopes: getScopes(id),
  });
}
