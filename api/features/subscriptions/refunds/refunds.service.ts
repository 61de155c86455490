import { PaymentError } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import type { RefundReason } from '#api/domain/enums.ts';
import { describeAmountFault } from '#api/domain/charge-amounts.ts';
import { formatCents } from '#api/domain/money.ts';
import { conflictError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { findInvoiceByStripeId } from '#api/features/subscriptions/invoices/invoices.queries.ts';
import { onPaymentError, requirePayments } from '#api/features/subscriptions/provider.service.ts';
import { runExclusive } from '#api/features/subscriptions/sync/lock.service.ts';
import { applyInvoice } from '#api/features/subscriptions/sync/sync.service.ts';
import type { invoices } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

type InvoiceRow = typeof invoices.$inferSelect;

const UNANSWERED =
  'Stripe didn’t answer, so we don’t know whether the refund was made. Try again: it’s made only once.';
const ALL_REFUNDED = 'This payment is already refunded.';
const DISPUTED = 'The customer disputes this payment at their bank. Answer the dispute in the Stripe dashboard.';
const LOW_BALANCE =
  'Your balance at Stripe is too low for this refund. Add to it in the Stripe dashboard, then try again.';

/** Stripe's refusals in words, by its codes. */
const REFUSALS: Readonly<Record<string, string>> = {
  charge_disputed: DISPUTED,
  refund_disputed_payment: DISPUTED,
  balance_insufficient: LOW_BALANCE,
  insufficient_funds: LOW_BALANCE,
  charge_not_refundable: 'Stripe can’t refund this payment. Pay it back another way.',
  no_payment: 'This invoice wasn’t paid through Stripe. Pay it back another way.',
};
const REFUSED = 'Stripe refused this refund. Its dashboard says why.';

/** What can still be refunded of an invoice (cents), and, when that is nothing, why. */
export function getRefundable(row: InvoiceRow): { amount: number; obstacle: string | null } {
  const left = row.amountPaid - row.amountRefunded;
  if (row.status !== 'paid' || row.amountPaid === 0) return { amount: 0, obstacle: 'Nothing was paid.' };
  if (left <= 0) return { amount: 0, obstacle: ALL_REFUNDED };
  return row.amountDisputed > 0 ? { amount: 0, obstacle: DISPUTED } : { amount: left, obstacle: null };
}

export type RefundRequest = {
  /** Cents, and what was refunded when this was chosen. */
  amount: number;
  refundedBefore: number;
  reason: RefundReason;
  /** The same for each attempt at one refund. */
  idempotencyKey: string;
};

/**
 * Refunds a payment of a user, all or a part, for an admin. That it was asked for is in the audit log first; what comes of it is
 * recorded by the sync, as any refund, which also tells the customer. Repeating it with its key refunds nothing more.
 * @throws not_found; validation_failed for a fraction that the currency doesn’t have; conflict with Stripe's refusal in words; unavailable without an answer.
 */
export async function refundPayment(
  deps: Deps,
  { actorId, userId, invoiceId }: { actorId: number; userId: number; invoiceId: string },
  { idempotencyKey, ...refund }: RefundRequest,
): Promise<{ message: string }> {
  const { db, clock } = deps;
  const row = await findInvoiceByStripeId(db, invoiceId);
  if (row?.userId !== userId) throw notFoundError('Payment not found');
  if (row.status !== 'paid') throw conflictError('Only a paid invoice can be refunded.');
  const fault = describeAmountFault('A refund', refund.amount, row.currency);
  if (fault !== null) throw invalidFieldError('amount', fault);
  const payments = requirePayments(deps);
  const { amount, reason } = refund;
  await write(db, [
    insertAuditStatement(db, {
      at: clock.now(),
      action: 'payment.refund_requested',
      actorId,
      subject: `invoice:${invoiceId}`,
      detail: { user: userId, cents: amount, currency: row.currency, reason },
      dedupeKey: `payment.refund_requested:${invoiceId}:${amount}:${idempotencyKey}`,
    }),
  ]);
  await runExclusive(db, `user ${userId}`, async (lockedDb) => {
    const locked = { ...deps, db: lockedDb, payments };
    const sync = () => applyInvoice(locked, { id: invoiceId, customerId: row.customerId });
    await payments.refundInvoice(invoiceId, refund, idempotencyKey).catch(async (error: unknown) => {
      if (!(error instanceof PaymentError && error.kind === 'refused')) throw error;
      deps.log.warn({ err: error, code: error.code, invoice: invoiceId }, 'refund refused');
      // What the screen shows may be out of date, which is why.
      await sync();
      throw conflictError(explainRefusal(error.code, refund, (await findInvoiceByStripeId(db, invoiceId)) ?? row));
    });
    await sync();
  }).catch(onPaymentError(deps, UNANSWERED));
  return { message: `${formatCents(amount, row.currency)} refunded` };
}

function explainRefusal(code: string | null, { refundedBefore }: { refundedBefore: number }, row: InvoiceRow): string {
  const { amount: left, obstacle } = getRefundable(row);
  if (obstacle !== null) return obstacle;
  if (row.amountRefunded !== refundedBefore)
    return `${formatCents(row.amountRefunded, row.currency)} of this payment is refunded by now. Check the amount, then try again.`;
  if (code === 'amount_too_large') return `Only ${formatCents(left, row.currency)} is left to refund.`;
  return (code !== null && REFUSALS[code]) || REFUSED;
}
