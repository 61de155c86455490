import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { listPaidPlans } from '#api/domain/catalogue.ts';
import type { EventRow } from './webhooks.queries.ts';

/** Logs what a person must look at. False for a price or a product that isn’t ours. */
export async function logAlert({ log, payments }: SyncDeps, event: EventRow): Promise<boolean> {
  const { type, objectId, customerId } = event;
  const about = { event: event.id, object: objectId, customer: customerId };
  if (type === 'price.updated' || type === 'product.updated') {
    const isSold =
      type === 'price.updated'
        ? payments.findPlanKey(objectId ?? '') !== null
        : await isOwnProduct(payments, objectId ?? '');
    if (isSold && isArchived(event.payload)) log.error(about, `${type}: archived, no one can buy it any more`);
    return isSold;
  }
  log.error(about, `${type}: look at it in the Stripe dashboard`);
  return true;
}

/** True for the product of a price that we sell. */
async function isOwnProduct(payments: SyncDeps['payments'], productId: string): Promise<boolean> {
  const priceIds = listPaidPlans().flatMap(({ key }) => payments.listPriceIds(key));
  const prices = await Promise.all(priceIds.map((priceId) => payments.setup.findPrice(priceId)));
  return prices.some((price) => price?.productId === productId);
}

function isArchived(payload: string): boolean {
  const event = JSON.parse(payload) as { data?: { object?: { active?: boolean } } };
  return event.data?.object?.active === false;
}
