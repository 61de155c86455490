import { refuse } from '../../http/errors.ts';
import { createdBetween, text } from '../../http/params.ts';
import { listRoute, type Route } from '../../http/route.ts';
import type { CreditNote } from '../../objects/invoice.ts';
import type { Transaction } from '../../state/transaction.ts';

/** Credits a part of a paid invoice to the balance of its customer, as the dashboard does without a refund. */
export function createCreditNote(
  tx: Transaction,
  { invoice: id, amount }: { invoice: string; amount: number },
): CreditNote {
  const invoice = tx.get('invoice', id);
  const { post_payment_credit_notes_amount: before, customer, currency, amount_paid: paid } = invoice;
  if (invoice.status !== 'paid' || amount + before > paid)
    throw refuse('The credit note is more than what was paid of the invoice.', { param: 'amount' });
  const count = tx.list('credit_note', (each) => each.invoice === id).length + 1;
  const note = tx.put('credit_note', {
    id: tx.createId('credit_note'),
    object: 'credit_note',
    amount,
    created: tx.now(),
    currency,
    customer,
    invoice: id,
    number: `${invoice.number}-CN-${String(count).padStart(2, '0')}`,
    refunds: [],
    status: 'issued',
    total: amount,
  });
  move(tx, note, amount);
  tx.emit('credit_note.created', note);
  return note;
}

export function voidCreditNote(tx: Transaction, id: string): CreditNote {
  const note = tx.update('credit_note', id, { status: 'void' });
  move(tx, note, -note.total);
  tx.emit('credit_note.voided', note);
  return note;
}

function move(tx: Transaction, { invoice, customer }: CreditNote, amount: number): void {
  const { post_payment_credit_notes_amount: before } = tx.get('invoice', invoice);
  tx.update('invoice', invoice, { post_payment_credit_notes_amount: before + amount });
  tx.update('customer', customer, { balance: tx.get('customer', customer).balance - amount });
}

export const creditNoteRoutes: readonly Route[] = [
  listRoute({
    path: '/v1/credit_notes',
    kind: 'credit_note',
    filters: { created: createdBetween(), invoice: text().optional() },
    matches: (note, { created, invoice }) =>
      (invoice === undefined || note.invoice === invoice) &&
      (created === undefined || (note.created >= created.gte && note.created < created.lt)),
  }),
];
