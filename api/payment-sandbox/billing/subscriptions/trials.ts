import { refuse } from '../../http/errors.ts';
import type { Invoice } from '../../objects/invoice.ts';
import type { Subscription, SubscriptionItem } from '../../objects/subscription.ts';
import type { Transaction } from '../../state/transaction.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import { creditItems, recordCycleDebits } from '../proration.ts';

const DAY_SECONDS = 86_400;
const NOTICE_SECONDS = 3 * DAY_SECONDS;
const MAX_SECONDS = 2 * 366 * DAY_SECONDS;

export const toTrialEnd = (now: number, days: number): number => now + days * DAY_SECONDS;

/** @throws StripeError for a time that is not ahead, or too far. */
export function checkTrialEnd(now: number, trialEnd: number): void {
  if (trialEnd <= now) {
    throw refuse('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  }
  if (trialEnd > now + MAX_SECONDS) {
    throw refuse('Trials can be at most two years long.', { param: 'trial_end' });
  }
}

type TrialChange = { items: readonly SubscriptionItem[]; trialEnd: number; at: number; behavior: string };

/**
 * Begins a trial, or moves the end of the one that runs: what was paid for the time after `at` is credited, an invoice of 0 says so, and
 * the anchor is the end of the trial.
 */
export function startTrial(tx: Transaction, subscription: Subscription, change: TrialChange): Invoice {
  const { items, trialEnd, at, behavior } = change;
  checkTrialEnd(tx.now(), trialEnd);
  const isTrialing = subscription.status === 'trialing';
  if (behavior !== 'none') creditItems(tx, subscription, at);
  const cycleItems = items.map((item) => ({
    ...item,
    current_period_start: isTrialing ? item.current_period_start : tx.now(),
    current_period_end: trialEnd,
  }));
  const changed = tx.update('subscription', subscription.id, {
    billing_cycle_anchor: trialEnd,
    items: { ...subscription.items, data: cycleItems },
    status: 'trialing',
    trial_end: trialEnd,
    trial_start: isTrialing ? subscription.trial_start : tx.now(),
    ...(subscription.cancel_at_period_end && { cancel_at: trialEnd }),
  });
  announceDueEnd(tx, changed);
  return draftTrialInvoice(tx, changed);
}

/** Other items during a trial cost nothing before its end: the trial stays as it is. */
export function changeInTrial(
  tx: Transaction,
  subscription: Subscription,
  items: readonly SubscriptionItem[],
  behavior: string,
): Invoice | null {
  const data = [...items];
  const changed = tx.update('subscription', subscription.id, { items: { ...subscription.items, data } });
  return behavior === 'always_invoice' ? draftTrialInvoice(tx, changed) : null;
}

function draftTrialInvoice(tx: Transaction, subscription: Subscription): Invoice {
  const draft = draftInvoice(tx, subscription, {
    reason: 'subscription_update',
    cycleItems: subscription.items.data,
  });
  recordCycleDebits(tx, draft);
  return draft;
}

/** When the end of a trial is announced; null when it was. */
export function findNoticeTime(tx: Transaction, { id, status, trial_end: trialEnd }: Subscription): number | null {
  if (status !== 'trialing' || trialEnd === null) return null;
  return tx.find('sandbox.trial_notice', id)?.trialEnd === trialEnd ? null : trialEnd - NOTICE_SECONDS;
}

/** Announces the end of a trial three days before, and at once where it is nearer. Returns whether it did. */
export function announceDueEnd(tx: Transaction, subscription: Subscription): boolean {
  const time = findNoticeTime(tx, subscription);
  if (time === null || time > tx.now()) return false;
  tx.put('sandbox.trial_notice', { id: subscription.id, trialEnd: subscription.trial_end ?? 0 });
  tx.emit('customer.subscription.trial_will_end', subscription);
  return true;
}
