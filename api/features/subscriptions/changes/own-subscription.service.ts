import { isLive } from '#api/domain/entitlements.ts';
import { randomUUID } from 'node:crypto';
import type { Payments, ProviderSubscription } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { findRateOfChange } from '#api/domain/charged-rate.ts';
import type { SubscriptionAct } from '#api/domain/enums.ts';
import { conflictError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { requirePayments } from '#api/features/subscriptions/provider.service.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { SubscriptionWithUrl } from '#api/features/subscriptions/subscriptions.mapper.ts';
import { getSubscription, requireOwnRow } from '#api/features/subscriptions/subscriptions.service.ts';
import { closingRequest, recordChangeRequest } from '#api/features/subscriptions/sync/change-requests.service.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { runExclusive } from '#api/features/subscriptions/sync/lock.service.ts';
import { syncSubscription } from '#api/features/subscriptions/sync/sync.service.ts';
import { write } from '#db/write.ts';

export type ChangeDeps = Deps & { payments: Payments };

/** Whose subscription a request is about. */
export type Target = { userId: number; subscriptionId: string };
/** `actorId` is who changes it: the user, or an admin for the user. */
export type ChangeTarget = Target & { actorId: number };
/** `row` says which product it is to; `current` is how it is at the provider now, which decides what is possible. */
export type OwnSubscription = { row: SubscriptionWithUrl; current: ProviderSubscription };

/**
 * Runs work on a subscription of the user, one at a time for each user, and answers how it is afterwards.
 * @throws not_found for an unknown one or another user's; conflict for one that has ended.
 */
export async function changeOwnSubscription(
  deps: Deps,
  act: SubscriptionAct,
  { userId, subscriptionId, actorId }: ChangeTarget,
  work: (deps: ChangeDeps, own: OwnSubscription) => Promise<void>,
): Promise<SubscriptionJson> {
  const row = await requireOwnRow(deps, userId, subscriptionId);
  const payments = requirePayments(deps);
  return runExclusive(deps.db, `user ${userId}`, async (db) => {
    const provided = { ...deps, db, payments };
    const isForUser = actorId !== userId;
    const current = await requireLive(provided, subscriptionId, isForUser ? 'This subscription has ended.' : ENDED);
    if (isForUser) await recordAdminChange(provided, act, { userId, subscriptionId, actorId });
    // The terms of another plan are known to the work alone.
    if (act !== 'change_plan') await recordChangeRequest(db, subscriptionId, { isByStaff: isForUser, act });
    await closingRequest(db, subscriptionId, async () => {
      await work(provided, { row, current });
      await syncSubscription(provided, { id: subscriptionId, customerId: row.customerId });
    });
    return getSubscription(provided, { userId, viewerId: actorId }, subscriptionId);
  });
}

/** Before the change, which happens at the provider: what comes of it is recorded by the sync, which knows no actor. */
async function recordAdminChange(
  { db, clock }: Deps,
  act: SubscriptionAct,
  { userId, subscriptionId, actorId }: ChangeTarget,
) {
  const subject = `subscription:${subscriptionId}`;
  const entry = { action: 'billing.subscription_changed', actorId, subject, detail: { user: userId, act } } as const;
  await write(db, [insertAuditStatement(db, { ...entry, at: clock.now() })]);
}

const ENDED = 'This subscription has ended. Choose a plan to subscribe again.';

export async function requireLive(
  { payments }: Pick<ChangeDeps, 'payments'>,
  subscriptionId: string,
  message = ENDED,
): Promise<ProviderSubscription> {
  const current = await payments.getSubscription(subscriptionId);
  if (!isLive(current.status)) throw conflictError(message);
  return current;
}

/**
 * A schedule blocks a cancellation and would undo an upgrade at its next phase, so it is released first. When the work
 * then fails, its change of plan is scheduled again, after the response: the provider may be slow to fail twice.
 */
export async function withoutSchedule<Result>(
  deps: SyncDeps,
  own: OwnSubscription,
  work: () => Promise<Result>,
): Promise<Result> {
  const { current, row } = own;
  if (current.scheduleId === null) return work();
  try {
    await deps.payments.releaseSchedule(current.id);
    return await work();
  } catch (error) {
    void runExclusive(deps.db, `user ${row.userId}`, (db) => restoreSchedule({ ...deps, db }, own)).catch(
      (err: unknown) => deps.log.error({ err, subscription: current.id }, 'couldn’t schedule a change of plan again'),
    );
    throw error;
  }
}

/** Only where nothing else has changed: work whose response was lost may have been done all the same. */
async function restoreSchedule(deps: SyncDeps, { current: before, row }: OwnSubscription): Promise<void> {
  const { payments } = deps;
  const current = await payments.getSubscription(before.id);
  const isUnchanged = current.priceId === before.priceId && current.cancelAt === null && current.scheduleId === null;
  if (isUnchanged && before.pending !== null) {
    const { priceId, quantity } = before.pending;
    const rate = findRateOfChange(deps.site.settings, row.productId);
    await payments.scheduleChange(
      { subscriptionId: before.id, priceId, quantity, rate, prorationAt: null },
      randomUUID(),
    );
  }
  await syncSubscription(deps, { id: before.id, customerId: row.customerId });
}
