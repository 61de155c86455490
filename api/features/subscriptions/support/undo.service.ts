import { randomUUID } from 'node:crypto';
import { write } from '#db/write.ts';
import type { UndoAction } from '#db/queries/undo-actions.ts';
import type { Payments, ProviderSubscription } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import type { SubscriptionAct } from '#api/domain/enums.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { onPaymentError, requirePayments } from '#api/features/subscriptions/provider.service.ts';
import { runExclusive } from '#api/features/subscriptions/sync/lock.service.ts';
import { syncSubscription } from '#api/features/subscriptions/sync/sync.service.ts';
import type { UndoHandler } from '#api/undo/undo-kit.ts';
import { without } from './coupons.service.ts';

const CHANGED = 'This subscription has changed since, so this can’t be undone.';

type Snapshot = {
  userId: number;
  subscriptionId: string;
  couponId?: string;
};

type Undo = { act: SubscriptionAct; note: string; run: (payments: Payments, state: State) => Promise<unknown> };
type State = { current: ProviderSubscription; snapshot: Snapshot };

const undos = {
  'subscription.coupon_added': {
    act: 'undo_coupon',
    note: 'Undone. The coupon is removed, and no email is sent.',
    run: removeAdded,
  },
  'subscription.coupon_removed': {
    act: 'undo_coupon',
    note: 'Undone. The coupon is on the subscription again, and no email is sent.',
    run: addRemoved,
  },
} satisfies Record<string, Undo>;

/**
 * Takes back what staff did to a subscription at Stripe. Who asked for it is recorded before Stripe is changed, as with every act at
 * Stripe; the action is closed afterwards: if Stripe fails, nothing was undone here either, and a second undo may try again.
 */
export const supportUndo: UndoHandler = {
  kinds: Object.keys(undos) as (keyof typeof undos)[],
  permission: 'billing.manage',
  plan: async (deps, action, now) => {
    const { act, note, run }: Undo = undos[action.kind as keyof typeof undos];
    const snapshot = action.snapshot as Snapshot;
    await write(deps.db, [auditStatement(deps, action, { act, snapshot, now })]);
    await changeAtStripe(deps, snapshot, (payments, current) => run(payments, { current, snapshot }));
    return { statements: {}, note, changed: CHANGED };
  },
  summarize: ({ undone }) => undone.map(({ note }) => note).join(' ') || 'Nothing was undone.',
  wake: ({ outboxWorker }) => outboxWorker.wake(),
};

function changeAtStripe(
  deps: Deps,
  { userId, subscriptionId }: Snapshot,
  change: (payments: Payments, current: ProviderSubscription) => Promise<unknown>,
): Promise<unknown> {
  const payments = requirePayments(deps);
  return runExclusive(deps.db, `user ${userId}`, async (db) => {
    const current = await payments.getSubscription(subscriptionId);
    await change(payments, current);
    await syncSubscription({ ...deps, db, payments }, { id: subscriptionId, customerId: current.customerId });
  }).catch(onPaymentError(deps, 'Stripe didn’t undo it'));
}

async function removeAdded(payments: Payments, { current, snapshot }: State): Promise<void> {
  const discounts = await payments.listDiscounts(current.id);
  const added = discounts.find(({ coupon }) => coupon.id === snapshot.couponId);
  if (added) await payments.setDiscounts(current.id, without(discounts, added.id), randomUUID());
}

async function addRemoved(payments: Payments, { current, snapshot }: State): Promise<void> {
  const { couponId = '' } = snapshot;
  const discounts = await payments.listDiscounts(current.id);
  if (discounts.some(({ coupon }) => coupon.id === couponId)) return;
  await payments.setDiscounts(current.id, [...discounts, { couponId }], randomUUID());
}

const auditStatement = (
  { db }: Pick<Deps, 'db'>,
  { actorId }: UndoAction,
  { act, snapshot, now }: { act: SubscriptionAct; snapshot: Snapshot; now: number },
) =>
  insertAuditStatement(db, {
    at: now,
    action: 'billing.subscription_changed',
    actorId,
    subject: `subscription:${snapshot.subscriptionId}`,
    detail: { user: snapshot.userId, act },
  });
