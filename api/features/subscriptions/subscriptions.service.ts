import type { Deps } from '#api/deps.ts';
import { isLive } from '#api/domain/entitlements.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import { type Caller, isPermitted } from '#api/endpoints/access.ts';
import { createInvoiceLink } from './invoices/invoice-links.service.ts';
import { toLowerPriceJson } from './lower-price.service.ts';
import { NO_PAYMENTS, toComingPayments } from './prices.service.ts';
import type { SubscriptionJson } from './subscriptions.contract.ts';
import { type SubscriptionWithUrl, toSubscriptionJson } from './subscriptions.mapper.ts';
import { listAddedTaxes, listSubscriptionRows } from './subscriptions.queries.ts';

type ReadDeps = Pick<Deps, 'db' | 'secrets' | 'clock' | 'site'>;
/** Whose subscriptions, and who sees them: links are signed for one viewer. */
export type Reader = { userId: number; viewerId: number };

/** The session says who is calling; a request may name another user only with a permission. @throws forbidden. */
export function requireOwner(caller: Caller, userId: number): void {
  if (caller.user.id === userId || isPermitted(caller, 'billing.manage')) return;
  throw new AppError('forbidden', 'You can only manage your own subscriptions.');
}

/** For what takes something from a user that was paid for. @throws forbidden. */
export function requireBillingManager(caller: Caller): void {
  if (!isPermitted(caller, 'billing.manage'))
    throw new AppError('forbidden', 'Subscriptions end with their period. Contact us to end one sooner.');
}

/** The newest first, ended ones included. */
export async function listSubscriptions(deps: ReadDeps, { userId, viewerId }: Reader): Promise<SubscriptionJson[]> {
  const rows = await listSubscriptionRows(deps.db, { userId });
  const taxes = await listAddedTaxes(deps.db, rows);
  const coming = toComingPayments(rows, taxes);
  return rows.map((row) =>
    toSubscriptionJson(row, {
      payments: coming.get(row.stripeSubscriptionId) ?? NO_PAYMENTS,
      lowerPrice: toLowerPriceJson(deps, row, { rows, taxes }),
      unpaidUpgradeUrl: createPayLink(deps, row, viewerId),
    }),
  );
}

const createPayLink = (deps: ReadDeps, row: SubscriptionWithUrl, viewerId: number): string | null =>
  row.unpaidUpgradeUrl &&
  row.unpaidUpgradeInvoiceId &&
  createInvoiceLink(deps, { invoiceId: row.unpaidUpgradeInvoiceId, document: 'pay', viewerId });

/** The subscription that a user has to a product; null when it has ended. */
export async function findSubscription(
  deps: ReadDeps,
  reader: Reader,
  productId: number,
): Promise<SubscriptionJson | null> {
  const own = await listSubscriptions(deps, reader);
  return own.find(({ product_id, status }) => product_id === productId && isLive(status)) ?? null;
}

const notFound = () => notFoundError('Subscription not found');

/** One of another user does not exist for this one. @throws not_found. */
export async function requireOwnRow(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  stripeSubscriptionId: string,
): Promise<SubscriptionWithUrl> {
  const [row] = await listSubscriptionRows(db, { userId, stripeSubscriptionId });
  if (!row) throw notFound();
  return row;
}

/** One of the user's, as the API shows it. @throws not_found. */
export async function getSubscription(
  deps: ReadDeps,
  reader: Reader,
  stripeSubscriptionId: string,
): Promise<SubscriptionJson> {
  const own = await listSubscriptions(deps, reader);
  const found = own.find(({ stripe_subscription_id }) => stripe_subscription_id === stripeSubscriptionId);
  if (!found) throw notFound();
  return found;
}
