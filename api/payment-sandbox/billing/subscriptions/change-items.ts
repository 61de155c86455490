import { refuse } from '../../http/errors.ts';
import type { Transaction } from '../../state/transaction.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import { finalizeInvoice } from '../invoices/finalize-invoice.ts';
import { paymentError, type PayOutcome, payInvoice } from '../invoices/pay-invoice.ts';
import type { Invoice, Subscription, SubscriptionItem } from '../objects/stored.ts';
import type { Work } from '../work.ts';
import { findDebits, putDebits } from './debits.ts';
import { pendingExpiry } from './pending-change.ts';
import { prorateItems } from './prorate-items.ts';

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';
export type PaymentBehavior =
  'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete';

export type ItemsChange = {
  items: readonly SubscriptionItem[];
  prorationBehavior: ProrationBehavior;
  /** Unix seconds; now by default. */
  prorationDate: number | undefined;
};

/** Writes the new items and their prorations. Returns the draft if these are invoiced at once. Previews stop here. */
export function putItems(tx: Transaction, subscription: Subscription, change: ItemsChange): Invoice | null {
  const at = checkProrationDate(tx, subscription, change);
  const isProrated = change.prorationBehavior !== 'none';
  const prorations = isProrated ? prorateItems(tx, subscription, change.items, at) : 0;
  const changed = tx.update('subscription', subscription.id, {
    items: { ...subscription.items, data: [...change.items] },
  });
  if (change.prorationBehavior !== 'always_invoice' || prorations === 0) return null;
  return draftChange(tx, changed);
}

/** Drafts an invoice of the pending prorations. */
export function draftChange(tx: Transaction, subscription: Subscription): Invoice {
  const now = tx.now(subscription.test_clock);
  const start = subscription.items.data[0]?.current_period_start ?? now;
  return draftInvoice(tx, subscription, {
    reason: 'subscription_update',
    period: { start, end: now },
    cycleItems: [],
  });
}

function checkProrationDate(
  tx: Transaction,
  { items, test_clock }: Subscription,
  { prorationDate, prorationBehavior }: ItemsChange,
) {
  if (prorationDate === undefined) return tx.now(test_clock);
  if (prorationBehavior === 'none') {
    throw refuse('You cannot pass `proration_date` when `proration_behavior` is `none`.', { param: 'proration_date' });
  }
  const isInside = items.data.every(
    (item) => item.current_period_start <= prorationDate && prorationDate < item.current_period_end,
  );
  if (!isInside) {
    throw refuse('The `proration_date` must be within the current billing period of the subscription.', {
      param: 'proration_date',
    });
  }
  return prorationDate;
}

type CollectOptions = {
  paymentBehavior: PaymentBehavior;
  isOffSession: boolean;
  /** Restores the debits from before the change, if it is postponed: see `rememberDebits`. */
  restoreDebits: () => void;
};

/**
 * Finalizes and pays the invoice of a change; the payment behavior says what becomes of the change when the payment fails.
 * `before`: the subscription before the request.
 */
export function collectChange(work: Work, before: Subscription, draft: Invoice, options: CollectOptions): void {
  const { tx } = work;
  const newDebits = tx.get('subscription', before.id).items.data.map(({ id }) => ({ id, debits: findDebits(tx, id) }));
  tx.update('subscription', before.id, { latest_invoice: draft.id });
  tx.emit('invoice.created', draft);
  const open = finalizeInvoice(work, draft);
  const outcome: PayOutcome | 'unpaid' =
    open.status === 'paid'
      ? { status: 'paid', invoice: open }
      : options.paymentBehavior === 'default_incomplete'
        ? 'unpaid'
        : payInvoice(work, open, { isOffSession: options.isOffSession });
  if (outcome === 'unpaid') {
    markPastDue(tx, before);
    return;
  }
  if (outcome.status === 'paid') {
    const { status } = before;
    if (status === 'past_due' || status === 'unpaid') tx.update('subscription', before.id, { status: 'active' });
    return;
  }
  if (options.paymentBehavior === 'error_if_incomplete') {
    throw paymentError(outcome.payment, {
      actionCode: 'subscription_payment_intent_requires_action',
      keepsChanges: false,
    });
  }
  if (options.paymentBehavior === 'pending_if_incomplete') {
    postpone(tx, before, { invoice: draft.id, newDebits });
    options.restoreDebits();
  } else markPastDue(tx, before);
}

function markPastDue(tx: Transaction, { id, status }: Subscription): void {
  if (status === 'active' || status === 'trialing') tx.update('subscription', id, { status: 'past_due' });
}

type Postponed = { invoice: string; newDebits: { id: string; debits: ReturnType<typeof findDebits> }[] };

/** Fields besides the items that a request with `pending_if_incomplete` may change. */
const OTHER_FIELDS = ['cancel_at', 'cancel_at_period_end', 'canceled_at', 'cancellation_details', 'metadata'] as const;

/** Reverts the change and stores it until its invoice is paid. */
function postpone(tx: Transaction, before: Subscription, { invoice, newDebits }: Postponed): void {
  const changed = tx.get('subscription', before.id);
  const names = OTHER_FIELDS.filter((name) => JSON.stringify(changed[name]) !== JSON.stringify(before[name]));
  const pick = (from: Subscription) => Object.fromEntries(names.map((name) => [name, from[name]]));
  tx.put('sandbox.pending_change', {
    id: before.id,
    invoice,
    fields: { items: changed.items, ...pick(changed) },
    debits: newDebits.map(({ id, debits }) => ({ id, debits: [...debits] })),
  });
  tx.update('subscription', before.id, {
    ...pick(before),
    items: before.items,
    pending_update: {
      billing_cycle_anchor: null,
      cancel_at_period_end: names.includes('cancel_at_period_end') ? changed.cancel_at_period_end : null,
      discount: null,
      discounts: null,
      expires_at: pendingExpiry(tx, before),
      metadata: names.includes('metadata') ? { ...changed.metadata } : null,
      subscription_items: [...changed.items.data],
      trial_end: null,
      trial_from_plan: null,
    },
  });
}

/** To be called before the change. The function it returns restores the debits of that moment. */
export function rememberDebits(tx: Transaction, { items }: Subscription): () => void {
  const before = items.data.map(({ id }) => ({ id, debits: findDebits(tx, id) }));
  return () => {
    for (const { id, debits } of before) putDebits(tx, id, debits);
  };
}
