import { PaymentError, type ProviderSubscription } from '#api/adapters/payments.ts';
import { getCurrency } from '#api/domain/currencies.ts';
import type { BlacklistedSubscriptionAct } from '#api/domain/enums.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { recordChangeRequest } from '#api/features/subscriptions/sync/change-requests.service.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { applyInvoice, syncSubscription } from '#api/features/subscriptions/sync/sync.service.ts';
import { write } from '#db/write.ts';
import { type EndDeps, endSubscription, endSubscriptions } from './deletion.service.ts';
import { listPaidAhead, type PaidAhead } from './deletion.queries.ts';

type Blacklisting = {
  id: number;
  userId: number;
  actorId: number;
  /** From when on nothing could be used (UTC ms). */
  createdAt: number;
  cancelAct: BlacklistedSubscriptionAct;
};

/**
 * Does with the subscriptions of a blacklisted user what was chosen. Repeating it is harmless: a refund has one key.
 * @throws unavailable while Stripe can't be reached.
 */
export const cancelOfBlacklisted = (deps: EndDeps, blacklisting: Blacklisting): Promise<{ cancelled: number }> =>
  endSubscriptions(deps, blacklisting.userId, {
    async end(provided, subscription) {
      await recordChangeRequest(provided.db, subscription.id, { isByStaff: true, act: 'end_plan' });
      if (blacklisting.cancelAct === 'period_end') return endWithPeriod(provided, subscription);
      if (blacklisting.cancelAct === 'refund') return refundAndEnd(provided, subscription, blacklisting);
      return endSubscription(provided, subscription);
    },
  });

/** One that isn't paid ends at once: there is no paid period to wait for, and nobody tries its card again. */
async function endWithPeriod(deps: SyncDeps, subscription: ProviderSubscription): Promise<0 | 1> {
  const { id, customerId, status, cancelAt, scheduleId } = subscription;
  if (status !== 'active' && status !== 'trialing') return endSubscription(deps, subscription);
  if (cancelAt !== null) return 0;
  if (scheduleId !== null) await deps.payments.releaseSchedule(id);
  await deps.payments.setCancelAtPeriodEnd(id, true);
  await syncSubscription(deps, { id, customerId });
  return 1;
}

/** The refund comes first: after a crash between the two the subscription is found again. */
async function refundAndEnd(
  deps: SyncDeps,
  subscription: ProviderSubscription,
  blacklisting: Blacklisting,
): Promise<0 | 1> {
  for (const invoice of await listPaidAhead(deps.db, subscription.id, blacklisting.createdAt))
    await refundRest(deps, invoice, blacklisting);
  return endSubscription(deps, subscription);
}

async function refundRest(deps: SyncDeps, invoice: PaidAhead, { id, userId, actorId, createdAt }: Blacklisting) {
  const { db, clock, log, payments } = deps;
  const { stripeInvoiceId: invoiceId, currency } = invoice;
  const amount = computeRest(invoice, createdAt);
  if (amount === 0) return;
  const key = `blacklisting:${id}:${invoiceId}`;
  await write(db, [
    insertAuditStatement(db, {
      at: clock.now(),
      action: 'payment.refund_requested',
      actorId,
      subject: `invoice:${invoiceId}`,
      detail: { user: userId, cents: amount, currency, reason: 'other' },
      dedupeKey: `payment.refund_requested:${key}`,
    }),
  ]);
  const refund = (cents: number | null) =>
    payments.refundInvoice(invoiceId, { amount: cents, reason: 'other', refundedBefore: null }, key);
  try {
    await refund(amount).catch((error: unknown) => {
      // Somebody refunded a part before: the rest of the payment is what is left.
      if (error instanceof PaymentError && error.code === 'amount_too_large') return refund(null);
      throw error;
    });
  } catch (error) {
    // A payment that is disputed at the bank, for one: the subscription ends all the same.
    if (!(error instanceof PaymentError && error.kind === 'refused')) throw error;
    log.error({ err: error, invoice: invoiceId, user: userId }, 'rest of a blacklisted user’s payment not refunded');
  }
  await applyInvoice(deps, { id: invoiceId, customerId: invoice.customerId });
}

/** The part of a payment for the time after `from`, in the minor unit, rounded down to what Stripe refunds in the currency. */
function computeRest({ amountPaid, currency, periodStart, periodEnd }: PaidAhead, from: number): number {
  const { step } = getCurrency(currency);
  const share = (periodEnd - Math.max(from, periodStart)) / (periodEnd - periodStart);
  return Math.floor((amountPaid * share) / step) * step;
}
