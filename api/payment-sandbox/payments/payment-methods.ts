import { createHash } from 'node:crypto';
import { noSuch, StripeError } from '../http/errors.ts';
import type { Kinds } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';
import { type Decline, findCardByToken, findTestCard, type TestCard } from './test-cards.ts';

export type PaymentMethod = Kinds['payment_method'];

/** What a card form holds. Any future date and any security code do. */
export type CardInput = {
  number: string;
  expMonth?: number;
  expYear?: number;
  cvc?: string;
  name?: string | null;
  email?: string | null;
};

/** Writes a payment method that belongs to nobody yet. Its number is a record of its own, which no answer shows. */
export function createPaymentMethod(tx: Transaction, input: CardInput, clock: string | null = null): PaymentMethod {
  const card = findTestCard(input.number);
  const created = tx.now(clock);
  const id = tx.createId('payment_method');
  tx.put('sandbox.card', { id, number: card.number, isSetUp: card.number === '4000003800000446' });
  return tx.put('payment_method', {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: input.email ?? null,
      name: input.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: describeCard(card, {
      month: input.expMonth ?? 12,
      year: input.expYear ?? new Date(created * 1000).getUTCFullYear() + 5,
    }),
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });
}

function describeCard(card: TestCard, expiry: { month: number; year: number }): PaymentMethod['card'] {
  return {
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.number === '4000000000000101' ? 'fail' : 'pass',
    },
    country: 'US',
    display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
    exp_month: expiry.month,
    exp_year: expiry.year,
    fingerprint: createHash('sha256').update(card.number).digest('base64url').slice(0, 16),
    funding: 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

/** The payment method of a request: a stored one, or a new one for a ready-made name such as `pm_card_visa`. */
export function resolvePaymentMethod(tx: Transaction, id: string, param = 'payment_method'): PaymentMethod {
  const card = findCardByToken(id);
  if (card) return createPaymentMethod(tx, { number: card.number });
  const method = tx.find('payment_method', id);
  if (!method) throw noSuch('payment_method', id, param);
  return method;
}

/** Does not emit; Stripe's event is `payment_method.attached`. @throws 402 for a card that cannot be saved. */
export function attachPaymentMethod(tx: Transaction, id: string, customer: string): PaymentMethod {
  const { decline, refusesAttach } = getCard(tx, id);
  if (decline && refusesAttach) throw declineError(decline);
  return tx.update('payment_method', id, { customer });
}

export const getCard = (tx: Transaction, paymentMethod: string): TestCard =>
  findTestCard(tx.get('sandbox.card', paymentMethod).number);

/** 402 as Stripe answers for a card: `details` name the charge and its intent. */
export const declineError = (
  decline: Decline,
  details: { charge?: string; payment_intent?: object; setup_intent?: object; payment_method?: object } = {},
  { keepsChanges = false } = {},
): StripeError =>
  new StripeError(
    402,
    {
      type: 'card_error',
      code: decline.code,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      message: decline.message,
      ...details,
    },
    { keepsChanges },
  );
