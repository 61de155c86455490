import { eq } from 'drizzle-orm';
import type { UndoAction } from '#db/queries/undo-actions.ts';
import { users } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import type { ProviderSubscription } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { formatBillingDate } from '#api/domain/money.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { conflictError } from '#api/http/errors.ts';
import type { UndoJson } from '#api/http/undo-fields.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import {
  changeOwnSubscription,
  type ChangeTarget,
  type OwnSubscription,
  requireLive,
} from '#api/features/subscriptions/changes/own-subscription.service.ts';
import {
  recordWaitingChange,
  type WaitingExtension,
} from '#api/features/subscriptions/changes/waiting-change.service.ts';
import { onPaymentError } from '#api/features/subscriptions/provider.service.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { requireOwnRow } from '#api/features/subscriptions/subscriptions.service.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { runExclusive } from '#api/features/subscriptions/sync/lock.service.ts';
import { syncSubscription } from '#api/features/subscriptions/sync/sync.service.ts';
import { toPlanNames } from './support-act.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export type Supported = { message: string; subscription: SubscriptionJson; undo: UndoJson };

/**
 * Adds days to a subscription free of charge, once that can't be undone any more: its next payment moves, and the periods after it are
 * counted from there. @throws not_found, conflict where its state doesn’t allow it, unavailable.
 */
export async function extendSubscription(
  deps: Deps,
  { days, ...target }: ChangeTarget & { days: number },
): Promise<Supported> {
  const { actorId, userId, subscriptionId } = target;
  const made = { undo: null as UndoJson, until: 0, isTrial: false };
  const subscription = await changeOwnSubscription(deps, 'extend', target, async (provided, { current }) => {
    requireExtendable(current);
    const { currentPeriodEnd: before } = current;
    made.until = before + days * DAY_MS;
    made.isTrial = current.status === 'trialing';
    made.undo = await recordWaitingChange(provided, actorId, {
      kind: 'subscription.extended',
      snapshot: { userId, subscriptionId, days, before },
    });
  }).catch(onPaymentError(deps, 'Stripe didn’t extend the subscription'));
  const name = formatPlanName(subscription.product_name, subscription.plan_name);
  const day = formatBillingDate(made.until, deps.site.timeZone);
  const moved = made.isTrial ? 'The end of the trial' : 'The next payment';
  const message = `${moved} of ${name} moves to ${day} in ${UNDO_WINDOW_MS / 1_000} seconds.`;
  return { message, subscription, undo: made.undo };
}

/**
 * Moves the next payment at Stripe. Answers the email about it, for the batch that closes the action. A repeated run finds it moved.
 * @throws conflict where the subscription has changed since, PaymentError.
 */
export function makeExtension(deps: SyncDeps, { id, snapshot }: UndoAction): Promise<Statement[]> {
  const { userId, subscriptionId, days, before } = snapshot as WaitingExtension;
  return runExclusive(deps.db, `user ${userId}`, async (db) => {
    const provided = { ...deps, db };
    // One of an earlier version moved the payment at once.
    if (days === undefined) return [];
    const row = await requireOwnRow(provided, userId, subscriptionId);
    const current = await requireLive(provided, subscriptionId);
    const until = before + days * DAY_MS;
    if (current.currentPeriodEnd !== until) {
      requireExtendable(current);
      if (current.currentPeriodEnd !== before) throw conflictError('This subscription has renewed since.');
      await deps.payments.extendUntil(subscriptionId, until, `extension-${id}`);
    }
    await syncSubscription(provided, { id: subscriptionId, customerId: row.customerId });
    return emailStatements(provided, { row, current }, { id, days, until });
  });
}

async function emailStatements(
  deps: SyncDeps,
  own: OwnSubscription,
  { id, days, until }: { id: string; days: number; until: number },
): Promise<Statement[]> {
  const { db, clock, site } = deps;
  const user = await db.orm.query.users.findFirst({ where: eq(users.id, own.row.userId ?? 0) });
  if (!user) return [];
  const data = {
    ...toPlanNames(own),
    firstName: user.firstName,
    days,
    until: formatBillingDate(until, site.timeZone),
    isTrial: own.current.status === 'trialing',
  };
  const dedupeKey = `subscription-extended:${id}`;
  const now = clock.now();
  return [
    enqueueEmailStatement(deps, { kind: 'subscription-extended', data, dedupeKey, to: { email: user.email }, now }),
  ];
}

/** @throws conflict with what is to be done first. */
function requireExtendable({ status, cancelAt, pending, pendingUpdate }: ProviderSubscription): void {
  if (status !== 'active' && status !== 'trialing')
    throw conflictError('The last payment didn’t go through. It has to be paid first.');
  if (cancelAt !== null) throw conflictError('This subscription is set to end. Reactivate it first.');
  if (pending !== null) throw conflictError('A change of plan waits for the end of the period. Take it back first.');
  if (pendingUpdate !== null) throw conflictError('A change of plan waits for its payment.');
}
