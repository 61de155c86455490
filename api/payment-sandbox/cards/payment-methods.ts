import { declineError, refuse, requireObject } from '../http/errors.ts';
import type { PaymentMethod } from '../objects/customer.ts';
import type { Transaction } from '../state/transaction.ts';
import { findTestCard, type TestCard } from './test-cards.ts';

/** What a card form holds. Any future date and any security code do. */
export type CardInput = { number: string; expMonth?: number; expYear?: number };

/** Writes a payment method that belongs to nobody yet. Its number is a record of its own, which no answer shows. */
export function createPaymentMethod(tx: Transaction, { number, expMonth, expYear }: CardInput): PaymentMethod {
  const card = findTestCard(number);
  const created = tx.now();
  const id = tx.createId('payment_method');
  tx.put('sandbox.card', { id, number: card.number, isSetUp: card.number === '4000003800000446' });
  return tx.put('payment_method', {
    id,
    object: 'payment_method',
    card: {
      brand: card.brand,
      exp_month: expMonth ?? 12,
      exp_year: expYear ?? new Date(created * 1000).getUTCFullYear() + 5,
      last4: card.number.slice(-4),
    },
    created,
    customer: null,
    type: 'card',
  });
}

/** Does not emit; Stripe's event is `payment_method.attached`. @throws 402 for a card that cannot be saved. */
export function attachPaymentMethod(tx: Transaction, id: string, customer: string): PaymentMethod {
  const { decline, refusesAttach } = getCard(tx, id);
  if (decline && refusesAttach) throw declineError(decline, { keepsChanges: false });
  return tx.update('payment_method', id, { customer });
}

export const getCard = (tx: Transaction, paymentMethod: string): TestCard =>
  findTestCard(tx.get('sandbox.card', paymentMethod).number);

/** A payment method of this customer. */
export function requireOwnMethod(tx: Transaction, customer: string, id: string, param: string): PaymentMethod {
  const method = requireObject(tx, 'payment_method', id, param);
  if (method.customer === customer) return method;
  throw refuse(`The customer does not have a payment method with the ID ${id}.`, { code: 'resource_missing', param });
}
