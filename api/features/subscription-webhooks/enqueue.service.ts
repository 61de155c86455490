import { sql } from 'drizzle-orm';
import { isEnded, isLive } from '#api/domain/entitlements.ts';
import type { SubscriptionEvent } from '#api/domain/subscription-webhooks.ts';
import { type EntitledRow, toEntitledRow, toEntitlementJson } from '#api/features/entitlements/entitlements.service.ts';
import type { ComplimentaryRow } from '#db/queries/complimentary-plans.ts';
import { entitlementTimers, users } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import { enqueueStatement } from './subscription-webhooks.queries.ts';

type Subscription = EntitledRow & { userId: number | null };

/** For the batch that writes a subscription: tells the products what became of it. `row` is what was known before. */
export function subscriptionWebhookStatements(
  row: Subscription | null,
  values: Subscription,
  now: number,
): Statement[] {
  const type = findEvent(row, values);
  if (type === null) return [];
  const { stripeSubscriptionId: subscriptionId, userId, productId } = values;
  const entitlement = toEntitlementJson(values);
  return [enqueueStatement({ type, subscriptionId, userId, entitlement, to: { productId }, now })];
}

/** Null where a product would see nothing new, and while nobody is known whom it belongs to. */
function findEvent(row: Subscription | null, values: Subscription): SubscriptionEvent | null {
  if (values.userId === null) return null;
  const known = row !== null && row.userId !== null && isLive(row.status) ? row : null;
  if (known === null) return isLive(values.status) ? 'subscription.started' : null;
  if (isEnded(values.status)) return 'subscription.ended';
  const [before, after] = [known, values].map((each) => JSON.stringify(toEntitlementJson(each)));
  return before === after ? null : 'subscription.changed';
}

/** For the batch that gives a plan free of charge or ends one; `row` as it is afterwards. */
export const complimentaryWebhookStatement = (
  type: Extract<SubscriptionEvent, 'subscription.started' | 'subscription.ended'>,
  row: ComplimentaryRow,
  now: number,
): Statement =>
  enqueueStatement({
    type,
    subscriptionId: row.id,
    userId: row.userId,
    entitlement: toEntitlementJson(toEntitledRow(row)),
    to: { productId: row.productId },
    now,
  });

/**
 * For the batch that changes what a user may do otherwise than by a subscription: their suspension, address, deletion, or a plan
 * that was given to them. Of one product with `productId`. A blacklisting that ends by itself is told at its end, too: place these behind
 * the change of the user's row.
 */
export const entitlementsChangedStatements = (
  userId: number,
  now: number,
  { productId }: { productId?: number } = {},
): Statement[] => [
  enqueueStatement({
    type: 'entitlements.changed',
    subscriptionId: toOrderKey(userId),
    userId,
    entitlement: null,
    to: productId === undefined ? 'all' : { productId },
    now,
  }),
  sql`INSERT OR IGNORE INTO ${entitlementTimers} (user_id, due_at)
    SELECT ${users.id}, ${users.blacklistedUntil} FROM ${users}
    WHERE ${users.id} = ${userId} AND ${users.isBlacklisted} AND ${users.blacklistedUntil} > ${now}`,
];

/** Webhooks about one user that name no subscription are sent in their order. */
const toOrderKey = (userId: number) => `user:${userId}`;
