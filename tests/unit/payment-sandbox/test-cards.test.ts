import { describe, expect, it } from 'vitest';
import { chargeCard } from '#api/payment-sandbox/cards/charge-card.ts';
import { attachPaymentMethod, createPaymentMethod } from '#api/payment-sandbox/cards/payment-methods.ts';
import { findTestCard, TEST_CARDS } from '#api/payment-sandbox/cards/test-cards.ts';
import { buildPaymentIntent } from '#api/payment-sandbox/objects/payment.ts';
import { Store } from '#api/payment-sandbox/state/store.ts';
import { Transaction } from '#api/payment-sandbox/state/transaction.ts';

type Authentication = 'passed' | 'failed' | undefined;

function startWithCard(number: string) {
  const tx = new Transaction(new Store(), 1_800_000_000);
  const method = createPaymentMethod(tx, { number });
  const created = { id: tx.createId('payment_intent'), amount: 1000, created: tx.now(), currency: 'usd' };
  const intent = tx.put('payment_intent', buildPaymentIntent(created));
  const charge = (isOffSession: boolean, authentication?: Authentication) => {
    const payment = chargeCard(tx, { intent, paymentMethod: method.id, isOffSession, authentication });
    return payment.status === 'failed'
      ? `${payment.decline.code} ${payment.decline.declineCode ?? ''}`.trim()
      : payment.status;
  };
  return { tx, method, charge };
}

describe('a test card', () => {
  it.each([
    ['4242 4242 4242 4242', 'succeeded'],
    ['5555555555554444', 'succeeded'],
    ['378282246310005', 'succeeded'],
    ['4000000000000259', 'succeeded'],
    ['4000000000000002', 'card_declined generic_decline'],
    ['4000000000009995', 'card_declined insufficient_funds'],
    ['4000000000009987', 'card_declined lost_card'],
    ['4000000000009979', 'card_declined stolen_card'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error'],
    ['4000000000000341', 'card_declined generic_decline'],
    ['4242424242424241', 'incorrect_number'],
    ['4111111111111111', 'card_declined live_mode_test_card'],
    ['4000008400001280', 'payment_intent_authentication_failure'],
  ])('%s ends as %s', (number, outcome) => {
    expect(startWithCard(number).charge(false)).toBe(outcome);
  });

  it.each([
    ['4000002500003155', 'requires_action', 'succeeded', 'succeeded'],
    ['4000002760003184', 'requires_action', 'succeeded', 'card_declined'],
    ['4000003800000446', 'requires_action', 'succeeded', 'succeeded'],
    ['4000008260003178', 'requires_action', 'card_declined insufficient_funds', 'card_declined insufficient_funds'],
    ['4000008400001629', 'requires_action', 'card_declined generic_decline', 'card_declined generic_decline'],
  ])('%s asks the bank, and again or not for a renewal', (number, first, passed, renewal) => {
    const { charge } = startWithCard(number);
    expect(charge(false)).toBe(first);
    expect(charge(false, 'failed')).toBe('payment_intent_authentication_failure');
    expect(charge(false, 'passed')).toBe(passed);
    expect(charge(true).replace(/^authentication_required.*/, 'card_declined')).toBe(renewal);
  });

  it('that asks is declined when nobody is there to answer', () => {
    expect(startWithCard('4000002500003155').charge(true)).toBe('authentication_required authentication_required');
    expect(startWithCard('4000003800000446').charge(true)).toBe('succeeded');
  });

  it('that fails leaves an intent to try again, with the error of its charge', () => {
    const { tx, charge } = startWithCard('4000000000009995');
    charge(false);
    const [intent] = tx.list('payment_intent');
    const [failed] = tx.list('charge');
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: failed?.id,
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    expect(failed?.status).toBe('failed');
  });

  it('can be saved, unless it is refused at once', () => {
    const refused = TEST_CARDS.filter(({ number }) => {
      const { tx, method } = startWithCard(number);
      try {
        return attachPaymentMethod(tx, method.id, 'cus_1').customer !== 'cus_1';
      } catch {
        return true;
      }
    });
    expect(refused.map(({ number }) => number.slice(-4))).toEqual([
      '0002',
      '9995',
      '9987',
      '9979',
      '0069',
      '0127',
      '0119',
    ]);
  });

  it('number is found as it is', () => {
    for (const { number } of TEST_CARDS) expect(findTestCard(number).number).toBe(number);
  });
});
