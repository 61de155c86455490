import type { DueWork, FindDueWork } from '../state/engine.ts';
import type { Transaction } from '../state/transaction.ts';
import { expireSession } from './checkout/sessions-api.ts';
import { collectDueInvoice, finalizeDueInvoice } from './invoices/collect-invoice.ts';
import type { Work } from './invoices/finalize-invoice.ts';
import { findRefundTime, settleRefund } from './payments.ts';
import { advanceSubscription, findSubscriptionTime } from './subscriptions/advance-subscription.ts';

type Piece = { time: number | null; id: string; run(work: Work): void };

/** The earliest piece that is due at or before `until`. */
export const createFindDueWork =
  (baseUrl: () => string): FindDueWork =>
  (tx, until): DueWork | null => {
    const due = listPieces(tx).filter(
      (piece): piece is Piece & { time: number } => piece.time !== null && piece.time <= until,
    );
    const [first] = due.toSorted((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
    if (!first) return null;
    return { time: first.time, id: first.id, run: (inner) => first.run({ tx: inner, baseUrl: baseUrl() }) };
  };

function listPieces(tx: Transaction): Piece[] {
  const subscriptions = tx.list('subscription').map((subscription): Piece => ({
    id: subscription.id,
    time: findSubscriptionTime(tx, subscription),
    run: ({ tx: inner }) => advanceSubscription(inner, inner.get('subscription', subscription.id)),
  }));
  const invoices = tx
    .list('invoice', ({ auto_advance: isCollected }) => isCollected === true)
    .map(({ id, status, automatically_finalizes_at: finalizesAt, next_payment_attempt: triesAt }): Piece => ({
      id,
      time: status === 'draft' ? finalizesAt : triesAt,
      run: (work) => (status === 'draft' ? finalizeDueInvoice : collectDueInvoice)(work, work.tx.get('invoice', id)),
    }));
  const refunds = tx.list('refund').map((refund): Piece => ({
    id: refund.id,
    time: findRefundTime(tx, refund),
    run: ({ tx: inner }) => settleRefund(inner, inner.get('refund', refund.id)),
  }));
  const sessions = tx
    .list('checkout.session', ({ status }) => status === 'open')
    .map(({ id, expires_at }): Piece => ({
      id,
      time: expires_at,
      run: ({ tx: inner }) => void expireSession(inner, inner.get('checkout.session', id)),
    }));
  return [...subscriptions, ...invoices, ...refunds, ...sessions];
}
