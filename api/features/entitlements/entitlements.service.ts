import { and, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { isBlacklistActive, isInDeletion } from '#api/domain/blacklist.ts';
import { findPlanByKey, findProduct, getPlanName } from '#api/domain/catalogue.ts';
import { isEntitled } from '#api/domain/entitlements.ts';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';
import { notFoundError } from '#api/http/errors.ts';
import { type ComplimentaryRow, listCurrentComplimentaryPlans } from '#db/queries/complimentary-plans.ts';
import { subscriptions, users } from '#db/schema/index.ts';
import type { EntitlementJson, entitlementsResponse } from './entitlements.contract.ts';

export type EntitledRow = Pick<
  typeof subscriptions.$inferSelect,
  'productId' | 'planName' | 'status' | 'currentPeriodStart' | 'cancelAt'
> & {
  /** Null for a plan that was given free of charge without an end. */
  currentPeriodEnd: number | null;
};

/** A plan that was given free of charge, in the form of a subscription. */
export const toEntitledRow = ({ productId, planKey, createdAt, endsAt, endedAt }: ComplimentaryRow): EntitledRow => ({
  productId,
  planName: planKey,
  status: endedAt === null ? 'active' : 'canceled',
  currentPeriodStart: createdAt,
  currentPeriodEnd: endedAt ?? endsAt,
  cancelAt: endedAt ?? endsAt,
});

export function toEntitlementJson(row: EntitledRow): EntitlementJson {
  const product = findProduct(row.productId);
  const limits = findPlanByKey(row.planName)?.limits ?? [];
  return {
    product: product?.key ?? '',
    product_name: product?.name ?? '',
    plan: row.planName,
    plan_name: getPlanName(row.planName),
    status: row.status,
    is_active: isEntitled(row.status),
    limits: Object.fromEntries(limits.map(({ key, number }) => [key, number])),
    period_start: toIso(row.currentPeriodStart),
    period_end: toIsoOrNull(row.currentPeriodEnd),
    ends_at: toIsoOrNull(row.cancelAt),
  };
}

/** What a user has paid for or was given. `user` is an id or an email address. @throws not_found, also for an account that is being deleted. */
export async function getEntitlements(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: string,
): Promise<z.infer<typeof entitlementsResponse>> {
  const isId = /^\d{1,15}$/.test(user);
  const found = await db.orm.query.users.findFirst({
    where: isId ? eq(users.id, Number(user)) : eq(users.email, user.toLowerCase()),
  });
  if (!found || isInDeletion(found)) throw notFoundError('User not found');
  const rows = await db.orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, found.id), inArray(subscriptions.status, [...liveSubscriptionStatuses])))
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id));
  const given = await listCurrentComplimentaryPlans(db, found.id);
  return {
    data: {
      user: { id: found.id, email: found.email, is_suspended: isBlacklistActive(found, clock.now()) },
      entitlements: [...rows, ...given.map(toEntitledRow)].map(toEntitlementJson),
    },
  };
}
