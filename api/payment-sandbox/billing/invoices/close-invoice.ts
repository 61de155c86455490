import type { Transaction } from '../../state/transaction.ts';
import type { Invoice } from '../objects/stored.ts';
import { findInvoicePayment } from './finalize-invoice.ts';

/** Voids an unpaid invoice and cancels its payment. */
export function voidInvoice(tx: Transaction, before: Invoice): Invoice {
  const now = tx.now(before.test_clock);
  const closed = tx.update('invoice', before.id, {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...before.status_transitions, voided_at: now },
  });
  const record = findInvoicePayment(tx, before.id);
  const intent = tx.find('payment_intent', record?.payment.payment_intent as string | undefined);
  if (record) {
    tx.update('invoice_payment', record.id, {
      status: 'canceled',
      status_transitions: { ...record.status_transitions, canceled_at: now },
    });
  }
  if (intent && intent.status !== 'succeeded') {
    const canceled = tx.update('payment_intent', intent.id, {
      canceled_at: now,
      cancellation_reason: 'void_invoice',
      next_action: null,
      status: 'canceled',
    });
    tx.emit('payment_intent.canceled', canceled);
  }
  tx.emit('invoice.updated', closed, before);
  tx.emit('invoice.voided', closed);
  return closed;
}

export function markUncollectible(tx: Transaction, before: Invoice): Invoice {
  const closed = tx.update('invoice', before.id, {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_transitions: { ...before.status_transitions, marked_uncollectible_at: tx.now(before.test_clock) },
  });
  tx.emit('invoice.updated', closed, before);
  tx.emit('invoice.marked_uncollectible', closed);
  return closed;
}
