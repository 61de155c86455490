import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { integer, text } from '../../http/params.ts';
import type { Price } from '../../objects/catalogue.ts';
import type { Invoice } from '../../objects/invoice.ts';
import { endOfPeriod, type Subscription, type SubscriptionItem } from '../../objects/subscription.ts';
import type { Transaction } from '../../state/transaction.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import { finalizeInvoice, type Work } from '../invoices/finalize-invoice.ts';
import { payInvoice } from '../invoices/pay-invoice.ts';
import { periodContaining } from '../periods.ts';
import { creditItems, findDebits, prorateItems, putDebits, recordCycleDebits } from '../proration.ts';
import { postponeChange } from './pending-change.ts';
import { changeInTrial, startTrial } from './trials.ts';

/** How the items of a subscription change; the same for the change and its preview. */
export const itemsParams = {
  billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
  items: z.array(z.strictObject({ id: text(), price: text().optional(), quantity: integer().optional() })).optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  proration_date: integer().optional(),
  trial_end: z.union([z.literal('now'), integer()]).optional(),
};
const itemsSchema = z.strictObject(itemsParams);
export type ItemsParams = z.output<typeof itemsSchema>;

/** A price for a new use. Archived ones are refused here; existing subscriptions keep them. */
export function requireActivePrice(tx: Transaction, id: string, param: string): Price {
  const price = requireObject(tx, 'price', id, param);
  if (price.active && tx.get('product', price.product).active) return price;
  throw refuse('The price specified is inactive. This field only accepts active prices.', { param });
}

/** The subscription's items after the change. */
function resolveItems(
  tx: Transaction,
  subscription: Subscription,
  changes: NonNullable<ItemsParams['items']>,
): SubscriptionItem[] {
  const unknown = changes.find(({ id }) => !subscription.items.data.some((item) => item.id === id));
  if (unknown) throw refuse(`No such subscription item: '${unknown.id}'`, { code: 'resource_missing', param: 'items' });
  return subscription.items.data.map((item) => {
    const { price: priceId, quantity } = changes.find(({ id }) => id === item.id) ?? {};
    // A price without a quantity makes it 1, as at Stripe.
    if (!priceId || priceId === item.price.id) return { ...item, quantity: quantity ?? (priceId ? 1 : item.quantity) };
    const price = requireActivePrice(tx, priceId, 'items[0][price]');
    if (price.currency !== subscription.currency) {
      throw refuse(`The price specified only supports \`${price.currency}\`.`, { param: 'items[0][price]' });
    }
    return { ...item, price, quantity: quantity ?? 1 };
  });
}

const hasSameInterval = ({ recurring: a }: Price, { recurring: b }: Price): boolean =>
  a.interval === b.interval && a.interval_count === b.interval_count;

/** Whether the change begins a new period now: where it says so, and where an item gets another interval. */
function resetsAnchor(
  { items, status }: Subscription,
  after: readonly SubscriptionItem[],
  params: ItemsParams,
): boolean {
  const { billing_cycle_anchor: anchor, trial_end: trialEnd } = params;
  if (trialEnd === 'now') return items.data.length > 0 && status === 'trialing';
  if (anchor) return anchor.type === 'now';
  return after.some((item, index) => !hasSameInterval(item.price, items.data[index]?.price ?? item.price));
}

/** Gives every item the period that contains `tx.now()`, counted from the anchor. */
const placeItems = (tx: Transaction, anchor: number, items: readonly SubscriptionItem[]): SubscriptionItem[] =>
  items.map((item) => {
    const period = periodContaining(anchor, item.price.recurring, tx.now());
    return { ...item, current_period_start: period.start, current_period_end: period.end };
  });

/** A new period begins now: the unused part of the current one is credited, and the new one is charged in whole, at once. */
function restartPeriods(
  tx: Transaction,
  subscription: Subscription,
  items: readonly SubscriptionItem[],
  { behavior, at }: { behavior: string; at: number },
): Invoice {
  if (behavior !== 'none') creditItems(tx, subscription, at);
  const cycleItems = placeItems(tx, tx.now(), items);
  const changed = tx.update('subscription', subscription.id, {
    billing_cycle_anchor: tx.now(),
    items: { ...subscription.items, data: cycleItems },
    ...(subscription.status === 'trialing' && { status: 'active', trial_end: tx.now() }),
  });
  // A cancellation at the end of the period means that of the new one.
  if (changed.cancel_at_period_end) tx.update('subscription', changed.id, { cancel_at: endOfPeriod(changed) });
  const draft = draftInvoice(tx, changed, { reason: 'subscription_update', cycleItems });
  recordCycleDebits(tx, draft);
  return draft;
}

/** @throws StripeError for an anchor before the end of the trial. */
function checkTrialAnchor(
  { status }: Subscription,
  { billing_cycle_anchor: anchor, trial_end: trialEnd }: ItemsParams,
): void {
  if (status !== 'trialing' || anchor?.type !== 'now' || trialEnd === 'now') return;
  throw refuse('The `billing_cycle_anchor` cannot be earlier than the `trial_end` of the subscription.', {
    code: 'subscription_update_trial_after_billing_cycle_anchor',
    param: 'billing_cycle_anchor',
  });
}

/** Writes the new items and their prorations. Returns the draft if these are invoiced at once. Previews stop here. */
export function putItems(tx: Transaction, subscription: Subscription, params: ItemsParams): Invoice | null {
  const { proration_behavior: behavior = 'create_prorations', proration_date: at = tx.now() } = params;
  const isInside = subscription.items.data.every(
    (item) => item.current_period_start <= at && at < item.current_period_end,
  );
  if (!isInside) {
    throw refuse('The `proration_date` must be within the current billing period of the subscription.', {
      param: 'proration_date',
    });
  }
  const resolved = resolveItems(tx, subscription, params.items ?? []);
  checkTrialAnchor(subscription, params);
  if (typeof params.trial_end === 'number') {
    return startTrial(tx, subscription, { items: resolved, trialEnd: params.trial_end, at, behavior });
  }
  if (subscription.status === 'trialing' && params.trial_end === undefined) {
    return changeInTrial(tx, subscription, resolved, behavior);
  }
  if (resetsAnchor(subscription, resolved, params)) return restartPeriods(tx, subscription, resolved, { behavior, at });
  const items = resolved.map((item, index) => {
    const before = subscription.items.data[index] ?? item;
    if (hasSameInterval(item.price, before.price)) return item;
    return placeItems(tx, subscription.billing_cycle_anchor, [item])[0] ?? item;
  });
  const prorations = behavior === 'none' ? 0 : prorateItems(tx, subscription, items, at);
  const changed = tx.update('subscription', subscription.id, { items: { ...subscription.items, data: items } });
  if (behavior !== 'always_invoice' || prorations === 0) return null;
  return draftInvoice(tx, changed, { reason: 'subscription_update', cycleItems: [] });
}

/**
 * Changes the items and pays for the change where that is due at once. If the payment fails, the subscription is past due;
 * `isPending`: the items stay as they were until it is paid.
 */
export function changeItems(
  work: Work,
  before: Subscription,
  { isPending, ...params }: ItemsParams & { isPending: boolean },
): void {
  const { tx } = work;
  const debits = before.items.data.map(({ id }) => ({ id, debits: findDebits(tx, id) }));
  const draft = putItems(tx, before, params);
  if (!draft) return;
  tx.update('subscription', before.id, { latest_invoice: draft.id });
  tx.emit('invoice.created', draft);
  const open = finalizeInvoice(work, draft);
  const isPaid = open.status === 'paid' || payInvoice(work, open, { isOffSession: false }).status === 'paid';
  if (isPaid || !isPending) {
    const { status } = tx.get('subscription', before.id);
    if (status !== 'trialing') tx.update('subscription', before.id, { status: isPaid ? 'active' : 'past_due' });
    return;
  }
  const restoreDebits = () => {
    for (const each of debits) putDebits(tx, each.id, each.debits);
  };
  postponeChange(tx, before, { invoice: draft.id, restoreDebits });
}
