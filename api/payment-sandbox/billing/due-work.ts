import type { DueWork, FindDueWork } from '../state/engine.ts';
import type { Transaction } from '../state/transaction.ts';
import { expireSession } from './checkout/checkout-resource.ts';
import { findClockWork } from './clocks/clock-work.ts';
import { collectDueInvoice, finalizeDueInvoice } from './invoices/dunning.ts';
import type { Invoice, Refund } from './objects/stored.ts';
import { findRefundTime, settleRefund } from './refunds.ts';
import { advanceSubscription, findSubscriptionTime } from './subscriptions/advance-subscription.ts';
import type { Work } from './work.ts';

type Piece = { time: number | null | undefined; id: string; run(work: Work): void };

/** The earliest piece that is due on a clock at or before `until`. A test clock that advances counts as work of the sandbox's own clock. */
export function createFindDueWork(baseUrl: () => string): FindDueWork {
  const find: FindDueWork = (tx, clock, until): DueWork | null => {
    if (clock === null) {
      const step = findClockWork(tx, until, find);
      if (step) return step;
    }
    const due = listPieces(tx, clock).filter((piece): piece is Piece & { time: number } => isDue(piece.time, until));
    const [first] = due.toSorted((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
    return first
      ? { time: first.time, id: first.id, run: (inner) => first.run({ tx: inner, baseUrl: baseUrl() }) }
      : null;
  };
  return find;
}

const isDue = (time: number | null | undefined, until: number): boolean => typeof time === 'number' && time <= until;

function listPieces(tx: Transaction, clock: string | null): Piece[] {
  const subscriptions = tx
    .list('subscription', (each) => each.test_clock === clock)
    .map(({ id }): Piece => ({
      id,
      time: findSubscriptionTime(tx, tx.get('subscription', id)),
      run: (work) => advanceSubscription(work, work.tx.get('subscription', id)),
    }));
  const invoices = tx
    .list('invoice', (each) => each.test_clock === clock && each.auto_advance === true)
    .map((invoice): Piece => ({
      id: invoice.id,
      time: findInvoiceTime(invoice),
      run: (work) => {
        const run = invoice.status === 'draft' ? finalizeDueInvoice : collectDueInvoice;
        run(work, work.tx.get('invoice', invoice.id));
      },
    }));
  const refunds = tx
    .list('refund', (each) => findRefundTime(tx, each) !== null && findRefundClock(tx, each) === clock)
    .map((refund): Piece => ({
      id: refund.id,
      time: findRefundTime(tx, refund),
      run: (work) => settleRefund(work.tx, work.tx.get('refund', refund.id)),
    }));
  if (clock !== null) return [...subscriptions, ...invoices, ...refunds];
  const sessions = tx
    .list('checkout.session', ({ status }) => status === 'open')
    .map((session): Piece => ({
      id: session.id,
      time: session.expires_at,
      run: (work) => {
        expireSession(work.tx, work.tx.get('checkout.session', session.id));
      },
    }));
  return [...subscriptions, ...invoices, ...refunds, ...sessions];
}

/** That of the customer whose card it goes to. */
const findRefundClock = (tx: Transaction, { charge }: Refund): string | null => {
  const { customer } = tx.get('charge', charge);
  return (customer && tx.find('customer', customer)?.test_clock) ?? null;
};

const findInvoiceTime = (invoice: Invoice): number | null =>
  invoice.status === 'draft'
    ? invoice.automatically_finalizes_at
    : invoice.status === 'open'
      ? invoice.next_payment_attempt
      : null;
