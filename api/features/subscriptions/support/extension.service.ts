import { randomUUID } from 'node:crypto';
import type { ProviderSubscription } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { formatBillingDate } from '#api/domain/money.ts';
import { conflictError } from '#api/http/errors.ts';
import type { UndoJson } from '#api/http/undo-fields.ts';
import {
  changeOwnSubscription,
  type ChangeTarget,
} from '#api/features/subscriptions/changes/own-subscription.service.ts';
import { onPaymentError } from '#api/features/subscriptions/provider.service.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { recordSupportAct, toPlanNames } from './support-act.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export type Supported = { message: string; subscription: SubscriptionJson; undo: UndoJson };

/**
 * Adds days to a subscription free of charge: its next payment moves, and the periods after it are counted from there.
 * @throws not_found, conflict where its state doesn’t allow it, unavailable.
 */
export async function extendSubscription(
  deps: Deps,
  { days, ...target }: ChangeTarget & { days: number },
): Promise<Supported> {
  let undo: UndoJson = null;
  const subscription = await changeOwnSubscription(deps, 'extend', target, async (provided, own) => {
    const { current } = own;
    requireExtendable(current);
    const until = current.currentPeriodEnd + days * DAY_MS;
    await provided.payments.extendUntil(current.id, until, randomUUID());
    undo = await recordSupportAct(provided, own, {
      actorId: target.actorId,
      kind: 'subscription.extended',
      snapshot: { until, before: current.currentPeriodEnd },
      email: {
        kind: 'subscription-extended',
        data: { ...toPlanNames(own), days, until: formatBillingDate(until, deps.site.timeZone) },
      },
    });
  }).catch(onPaymentError(deps, 'Stripe didn’t extend the subscription'));
  const name = formatPlanName(subscription.product_name, subscription.plan_name);
  const day = formatBillingDate(Date.parse(subscription.current_period_end), deps.site.timeZone);
  return { message: `The next payment of ${name} is on ${day}`, subscription, undo };
}

/** @throws conflict with what is to be done first. */
function requireExtendable({ status, cancelAt, pending, pendingUpdate }: ProviderSubscription): void {
  if (status !== 'active' && status !== 'trialing')
    throw conflictError('The last payment didn’t go through. It has to be paid first.');
  if (cancelAt !== null) throw conflictError('This subscription is set to end. Reactivate it first.');
  if (pending !== null) throw conflictError('A change of plan waits for the end of the period. Take it back first.');
  if (pendingUpdate !== null) throw conflictError('A change of plan waits for its payment.');
}
