import type { Deps } from '#api/deps.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import { type Caller, isPermitted } from '#api/middleware/access.ts';
import type { SubscriptionJson } from './subscriptions.contract.ts';
import { type SubscriptionWithUrl, toSubscriptionJson } from './subscriptions.mapper.ts';
import { listSubscriptionRows } from './subscriptions.queries.ts';

/** The session says who is calling; a request may name another user only with a permission. @throws forbidden. */
export function requireOwner(caller: Caller, userId: number): void {
  if (caller.user.id === userId || isPermitted(caller, 'billing.manage')) return;
  throw new AppError('forbidden', 'You can only manage your own subscriptions.');
}

export async function listSubscriptions({ db }: Pick<Deps, 'db'>, userId: number): Promise<SubscriptionJson[]> {
  return (await listSubscriptionRows(db, { userId })).map(toSubscriptionJson);
}

/** The subscription that a user has to a product; null when it has ended. */
export async function findSubscription(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  productId: number,
): Promise<SubscriptionJson | null> {
  const [row] = await listSubscriptionRows(db, { userId, productId, isLive: true });
  return row ? toSubscriptionJson(row) : null;
}

/** One of another user does not exist for this one. @throws not_found. */
export async function requireOwnRow(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  stripeSubscriptionId: string,
): Promise<SubscriptionWithUrl> {
  const [row] = await listSubscriptionRows(db, { userId, stripeSubscriptionId });
  if (!row) throw notFoundError('Subscription not found');
  return row;
}

/** One of the user's, as the API shows it. @throws not_found. */
export const getSubscription = async (
  deps: Pick<Deps, 'db'>,
  userId: number,
  stripeSubscriptionId: string,
): Promise<SubscriptionJson> => toSubscriptionJson(await requireOwnRow(deps, userId, stripeSubscriptionId));
