import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { isBlacklistActive, isInDeletion } from '#api/domain/blacklist.ts';
import { notFoundError } from '#api/http/errors.ts';
import { users } from '#db/schema/index.ts';
import type { EntitlementJson, entitlementsResponse, FreePlanJson } from './entitlements.contract.ts';
import { listFreePlansJson, toEntitlementJson } from './entitlements.mapper.ts';
import { listUserEntitlements, readVersion, takeVersion } from './entitlements.queries.ts';

export { toEntitlementJson, toFreePlanJson, toLimitsJson } from './entitlements.mapper.ts';
export { type EntitledRow, listUsersOfPlan, toEntitledRow } from './entitlements.queries.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

/** What a user may do, as it is told to a program. `email` is null once the account is deleted. */
export type EntitlementState = {
  version: number;
  user: { id: number; email: string | null; is_suspended: boolean } | null;
  entitlements: EntitlementJson[];
  free_plans: FreePlanJson[];
};

/** What a user has paid for or was given. `user` is an id or an email address. @throws not_found, also for an account that is being deleted. */
export async function getEntitlements(
  { db, clock }: ReadDeps,
  user: string,
): Promise<z.infer<typeof entitlementsResponse>> {
  // Before the state is read: a program that holds this version from a webhook has a state that is no newer.
  const version = await readVersion(db);
  const isId = /^\d{1,15}$/.test(user);
  const found = await db.orm.query.users.findFirst({
    where: isId ? eq(users.id, Number(user)) : eq(users.email, user.toLowerCase()),
  });
  if (!found || isInDeletion(found)) throw notFoundError('User not found');
  return {
    data: {
      version,
      // Otherwise a key that is meant for one question would read all addresses by counting.
      user: { id: found.id, email: isId ? null : found.email, is_suspended: isBlacklistActive(found, clock.now()) },
      entitlements: (await listUserEntitlements(db, found.id)).map(toEntitlementJson),
      free_plans: listFreePlansJson(),
    },
  };
}

/**
 * The state of a user with a new version, for a webhook; of one product where `productId` is given. Of a deleted account the id is
 * left, and without a user there are only the free plans.
 */
export async function readEntitlementState(
  { db, clock }: ReadDeps,
  { userId, productId }: { userId: number | null; productId: number | null },
): Promise<EntitlementState> {
  const version = await takeVersion(db, clock.now());
  const free_plans = listFreePlansJson(productId);
  if (userId === null) return { version, user: null, entitlements: [], free_plans };
  const found = await db.orm.query.users.findFirst({ where: eq(users.id, userId) });
  return {
    version,
    user: {
      id: userId,
      email: found?.email ?? null,
      is_suspended: !found || isInDeletion(found) || isBlacklistActive(found, clock.now()),
    },
    entitlements: found ? (await listUserEntitlements(db, userId, productId)).map(toEntitlementJson) : [],
    free_plans,
  };
}
