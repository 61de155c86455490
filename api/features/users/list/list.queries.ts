import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lt, not, type SQL, sql, sum } from 'drizzle-orm';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';
import { type UserRole, userRoles } from '#api/domain/permissions.ts';
import type { SignInFilter, UserOrder } from '#api/domain/user-list.ts';
import type { Database } from '#db/client.ts';
import { countMatches, type ListSource, listAllIds, listPageIds } from '#db/queries/list-source.ts';
import { signInTotals, subscriptions, users } from '#db/schema/index.ts';
import { listBlacklistedScopes } from '#api/features/users/blacklist/addresses.service.ts';
import type { ExportUsersQuery, ListUsersQuery } from '#api/features/users/users.contract.ts';
import type { UserParts } from '#api/features/users/users.mapper.ts';
import { hasRole, isBlacklistedNow, isVisible } from '#api/features/users/users.queries.ts';
import { findHits } from './search.queries.ts';
const DAY_MS = 24 * 3_600_000;
const RECENT_MS = 30 * DAY_MS;
const LONG_AGO_MS = 90 * DAY_MS;

const source: ListSource<UserOrder> = {
  table: users,
  id: users.id,
  sort: {
    last_login_at: { by: users.lastSignInAt, index: 'users_by_sign_in' },
    created_at: { by: users.createdAt, index: 'users_by_creation' },
    email: { by: users.email, index: 'users_by_email' },
    role: { by: users.role, index: 'users_by_role' },
  },
};

type Filter = Pick<ListUsersQuery, 'search' | 'role' | 'isBlacklisted' | 'plan' | 'lastLogin'>;

/** The ids of one page, and how many users match. */
export const listUserIds = async (db: Database, query: ListUsersQuery, now: number) =>
  listPageIds(db, source, await toMatches(db, query, now), query);

/** The ids of all users who match, or of those of a selection who do. */
export const listAllUserIds = async (db: Database, query: ExportUsersQuery, now: number) =>
  listAllIds(db, source, await toMatches(db, query, now), query);

/** All who are in the list, by their role. */
export async function countByRole({ orm }: Database): Promise<Record<UserRole, number>> {
  const rows = await orm.select({ role: users.role, count: count() }).from(users).where(isVisible).groupBy(users.role);
  const counts = new Map(rows.map((row) => [row.role, row.count]));
  return Object.fromEntries(userRoles.map((role) => [role, counts.get(role) ?? 0])) as Record<UserRole, number>;
}

export const countBlacklisted = (db: Database, now: number) =>
  countMatches(db, source, { where: toCondition({ isBlacklisted: 'true' }, now) });

/** The condition of all who match, for a bulk action on them. */
export async function matchUsers(db: Database, filter: Filter, now: number): Promise<SQL | undefined> {
  const { where, hits } = await toMatches(db, filter, now);
  return and(where, hits && sql`${users.id} IN (${hits})`);
}

const toMatches = async (db: Database, filter: Filter, now: number) => ({
  where: toCondition(filter, now),
  hits: filter.search ? await findHits(db, filter.search) : undefined,
});

/** Those of these users that still are in the list, in the order of the ids. */
export async function listUserRowsById({ orm }: Database, ids: readonly number[]) {
  const rows = await orm
    .select()
    .from(users)
    .where(and(inArray(users.id, [...ids]), isVisible));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const toCondition = ({ role, isBlacklisted, plan, lastLogin }: Filter, now: number): SQL | undefined =>
  and(
    isVisible,
    plan ? hasPlan(plan) : undefined,
    lastLogin && hasSignedIn(lastLogin, now),
    role && hasRole(role),
    isBlacklisted && (isBlacklisted === 'true' ? isBlacklistedNow(now) : not(isBlacklistedNow(now))),
  );

function hasPlan(plan: string): SQL {
  const isLive = inArray(subscriptions.status, [...liveSubscriptionStatuses]);
  const isOfPlan = plan === 'any' || plan === 'none' ? undefined : eq(subscriptions.planName, plan);
  // Those of deleted users have none, and NOT IN would find nobody.
  const isOfUser = isNotNull(subscriptions.userId);
  const ids = sql`(SELECT ${subscriptions.userId} FROM ${subscriptions} WHERE ${and(isLive, isOfUser, isOfPlan)})`;
  return plan === 'none' ? sql`${users.id} NOT IN ${ids}` : sql`${users.id} IN ${ids}`;
}

function hasSignedIn(lastLogin: SignInFilter, now: number): SQL {
  if (lastLogin === 'never') return isNull(users.lastSignInAt);
  return lastLogin === 'last_30_days'
    ? gte(users.lastSignInAt, now - RECENT_MS)
    : lt(users.lastSignInAt, now - LONG_AGO_MS);
}

/** Sign-ins and subscriptions of some users, and what is blacklisted with them. */
export async function loadUserParts(
  db: Database,
  of: readonly number[],
  now: number,
): Promise<(id: number) => UserParts> {
  const { orm } = db;
  const ids = [...of];
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
