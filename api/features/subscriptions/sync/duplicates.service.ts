import { PaymentError, type ProviderSubscription } from '#api/adapters/payments.ts';
import { write } from '#db/write.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { subscriptionWebhookStatements } from '#api/features/subscription-webhooks/enqueue.service.ts';
import { isLive } from '#api/domain/entitlements.ts';
import type { SyncDeps } from './effects.service.ts';
import type { SubscriptionRow } from './sync.mapper.ts';
import * as queries from './sync.queries.ts';

type Candidate = {
  row: SubscriptionRow;
  subscription: ProviderSubscription;
  refresh(subscriptionId: string): Promise<SubscriptionRow | null>;
};

/**
 * One user has one subscription to a product. When a second one was paid for all the same (two tabs), the newer is refunded
 * and cancelled. The refund comes first: after a crash between the two calls the pair is found again, and the refund has
 * one key. True when it was this subscription.
 */
export async function cancelDuplicate(deps: SyncDeps, { row, subscription, refresh }: Candidate): Promise<boolean> {
  for (const candidate of await queries.listOtherLiveRows(deps.db, row)) {
    // Its row may be out of date: the event of its end may come later than this subscription.
    const other = await refresh(candidate.stripeSubscriptionId).catch(endIfGone(deps, candidate));
    if (!other || !isLive(other.status)) continue;
    const isNewer = compareAge(row, other) > 0;
    if (isNewer) {
      await refundAndCancel(deps, row, subscription.latestInvoiceId);
      return true;
    }
    const { latestInvoiceId } = await deps.payments.getSubscription(other.stripeSubscriptionId);
    await refundAndCancel(deps, other, latestInvoiceId);
    await refresh(other.stripeSubscriptionId);
  }
  return false;
}

/** For `.catch`: a row that Stripe does not know, as after a change of the account, ends and stands in nobody's way. */
const endIfGone =
  ({ db, clock, log, subscriptionWebhooks }: SyncDeps, row: SubscriptionRow) =>
  async (error: unknown): Promise<null> => {
    const id = row.stripeSubscriptionId;
    if (!(error instanceof PaymentError && error.kind === 'not_found')) throw error;
    log.error({ subscription: id }, 'subscription that Stripe doesn’t know: ended here');
    const now = clock.now();
    const ended = { ...row, status: 'canceled', endedAt: now } as const;
    await write(db, [queries.endUnknownStatement(db, id, now), ...subscriptionWebhookStatements(row, ended, now)]);
    subscriptionWebhooks.wake();
    return null;
  };

const compareAge = (one: SubscriptionRow, other: SubscriptionRow): number =>
  one.createdAt - other.createdAt || (one.stripeSubscriptionId < other.stripeSubscriptionId ? -1 : 1);

async function refundAndCancel(deps: SyncDeps, row: SubscriptionRow, invoiceId: string | null): Promise<void> {
  const { db, clock, log, payments } = deps;
  const { stripeSubscriptionId: id, userId } = row;
  log.error(
    { subscription: id, user: userId, invoice: invoiceId },
    'second subscription to a product: cancelled and refunded',
  );
  if (invoiceId !== null)
    await payments.refundInvoice(
      invoiceId,
      { amount: null, reason: 'duplicate', refundedBefore: null },
      `duplicate:${id}`,
    );
  await payments.cancelNow(id);
  await write(db, [
    insertAuditStatement(db, {
      at: clock.now(),
      action: 'payment.refunded',
      actorId: null,
      subject: `subscription:${id}`,
      detail: { user: userId, reason: 'duplicate' },
      dedupeKey: `payment.refunded:${id}:duplicate`,
    }),
  ]);
}
