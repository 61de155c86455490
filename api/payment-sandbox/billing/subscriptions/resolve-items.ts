import { z } from 'zod';
import { refuse } from '../../http/errors.ts';
import { boolean, integer, mergeMetadata, metadata, text } from '../../http/params.ts';
import type { Transaction } from '../../state/transaction.ts';
import type { Subscription, SubscriptionItem } from '../objects/stored.ts';
import { buildPlan } from '../objects/subscription.ts';
import { periodContaining } from '../periods.ts';
import { createItem } from './create-subscription.ts';
import { requireRecurringPrice } from './require-price.ts';

/** One element of `items` in a change of a subscription. */
export const itemChange = z.strictObject({
  id: text().optional(),
  price: text().optional(),
  quantity: integer().optional(),
  deleted: boolean().optional(),
  metadata: metadata().optional(),
});

export type ItemChange = z.output<typeof itemChange>;

/** The subscription's items after the change. An element without the id of an item adds one, as at Stripe. */
export function resolveItems(
  tx: Transaction,
  subscription: Subscription,
  changes: readonly ItemChange[],
  param = 'items',
) {
  let items: readonly SubscriptionItem[] = subscription.items.data;
  for (const [index, change] of changes.entries()) {
    items = applyChange(tx, subscription, { items, change, place: `${param}[${index}]` });
  }
  if (items.length === 0) throw refuse('A subscription must have at least one active item.', { param });
  const prices = items.map(({ price }) => price.id);
  const twice = prices.find((price, index) => prices.indexOf(price) !== index);
  if (twice) {
    throw refuse(`Cannot add multiple subscription items with the same price: \`${twice}\``, { param });
  }
  return items;
}

type Step = { items: readonly SubscriptionItem[]; change: ItemChange; place: string };

function applyChange(tx: Transaction, subscription: Subscription, { items, change, place }: Step): SubscriptionItem[] {
  if (change.id === undefined) return [...items, addItem(tx, subscription, change, place)];
  const item = items.find(({ id }) => id === change.id);
  if (!item) {
    throw refuse(`No such subscription item: '${change.id}'`, { code: 'resource_missing', param: `${place}[id]` });
  }
  if (change.deleted) return items.filter(({ id }) => id !== change.id);
  return items.map((each) => (each === item ? changeItem(tx, subscription, { item, change, place }) : each));
}

function addItem(tx: Transaction, subscription: Subscription, change: ItemChange, place: string): SubscriptionItem {
  const param = `${place}[price]`;
  if (change.price === undefined) {
    throw refuse(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const price = requireRecurringPrice(tx, change.price, param);
  checkCurrency(subscription, price.currency, param);
  return createItem(tx, {
    price,
    quantity: change.quantity ?? 1,
    metadata: mergeMetadata({}, change.metadata),
    subscription: subscription.id,
    anchor: subscription.billing_cycle_anchor,
    now: tx.now(subscription.test_clock),
  });
}

type ItemPlace = { item: SubscriptionItem; change: ItemChange; place: string };

function changeItem(tx: Transaction, subscription: Subscription, { item, change, place }: ItemPlace): SubscriptionItem {
  const metadataAfter = mergeMetadata(item.metadata, change.metadata);
  if (change.price === undefined || change.price === item.price.id) {
    return { ...item, metadata: metadataAfter, quantity: change.quantity ?? (change.price ? 1 : item.quantity) };
  }
  const price = requireRecurringPrice(tx, change.price, `${place}[price]`);
  checkCurrency(subscription, price.currency, `${place}[price]`);
  return {
    ...item,
    metadata: metadataAfter,
    plan: buildPlan(price),
    price,
    quantity: change.quantity ?? 1,
    ...movePeriod(tx, subscription, item, price.recurring),
  };
}

/** The same interval keeps the period; another one is counted from the anchor. */
function movePeriod(
  tx: Transaction,
  subscription: Subscription,
  { price }: SubscriptionItem,
  recurring: SubscriptionItem['price']['recurring'],
): Partial<SubscriptionItem> {
  const former = price.recurring;
  if (!recurring || (former?.interval === recurring.interval && former.interval_count === recurring.interval_count))
    return {};
  const period = periodContaining(subscription.billing_cycle_anchor, recurring, tx.now(subscription.test_clock));
  return { current_period_start: period.start, current_period_end: period.end };
}

function checkCurrency(subscription: Subscription, currency: string, param: string): void {
  if (currency === subscription.currency) return;
  throw refuse(
    `The price specified only supports \`${currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
    {
      param,
    },
  );
}
