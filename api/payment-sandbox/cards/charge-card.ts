import { buildCharge, type Charge, type PaymentIntent } from '../objects/payment.ts';
import type { Transaction } from '../state/transaction.ts';
import { getCard } from './payment-methods.ts';
import type { Decline } from './test-cards.ts';

export type Payment =
  | { status: 'succeeded'; intent: PaymentIntent; charge: Charge }
  | { status: 'requires_action'; intent: PaymentIntent; charge: null }
  | { status: 'failed'; intent: PaymentIntent; charge: Charge | null; decline: Decline };

export const AUTHENTICATION_FAILURE: Decline = {
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
};
const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

type ChargeRequest = {
  intent: PaymentIntent;
  paymentMethod: string;
  /** The payer is not there: nobody can answer the bank. */
  isOffSession: boolean;
  /** The outcome of the challenge page, once there was one. */
  authentication?: 'passed' | 'failed' | undefined;
};

/**
 * Charges a test card and writes payment intent and charge. It emits no event, because their order belongs to what is paid
 * (checkout, renewal): see `emitPayment`.
 */
export function chargeCard(tx: Transaction, request: ChargeRequest): Payment {
  const { intent, paymentMethod: method } = request;
  const outcome = decide(tx, request);
  if (outcome === 'authenticate') {
    const waiting = tx.update('payment_intent', intent.id, { status: 'requires_action', payment_method: method });
    return { status: 'requires_action', intent: waiting, charge: null };
  }
  // The card is kept for later payments: an authentication now counts for those.
  if (request.authentication === 'passed') markSetUp(tx, method);
  if (outcome === AUTHENTICATION_FAILURE) {
    return { status: 'failed', intent: failIntent(tx, intent, method, outcome), charge: null, decline: outcome };
  }
  const charge = tx.put(
    'charge',
    buildCharge({
      id: tx.createId('charge'),
      amount: intent.amount,
      created: tx.now(),
      currency: intent.currency,
      customer: intent.customer,
      description: intent.description,
      payment_intent: intent.id,
      payment_method: method,
      status: outcome ? 'failed' : 'succeeded',
    }),
  );
  if (outcome) {
    const failed = { ...failIntent(tx, intent, method, outcome), latest_charge: charge.id };
    return { status: 'failed', intent: tx.put('payment_intent', failed), charge, decline: outcome };
  }
  const succeeded = tx.update('payment_intent', intent.id, {
    status: 'succeeded',
    payment_method: method,
    latest_charge: charge.id,
    last_payment_error: null,
  });
  return { status: 'succeeded', intent: succeeded, charge };
}

/** null: the bank accepts. */
function decide(tx: Transaction, request: ChargeRequest): Decline | 'authenticate' | null {
  const { authentication, decline } = getCard(tx, request.paymentMethod);
  if (request.authentication === 'failed') return AUTHENTICATION_FAILURE;
  if (request.authentication === 'passed') return authentication === 'fails' ? AUTHENTICATION_FAILURE : decline;
  const { isSetUp } = tx.get('sandbox.card', request.paymentMethod);
  if (request.isOffSession) {
    const isAsked = authentication === 'always' || (authentication !== 'never' && !isSetUp);
    return isAsked ? AUTHENTICATION_REQUIRED : decline;
  }
  if (authentication === 'fails') return AUTHENTICATION_FAILURE;
  const isAsked = authentication !== 'never' && !(authentication === 'unless-set-up' && isSetUp);
  return isAsked ? 'authenticate' : decline;
}

const failIntent = (tx: Transaction, intent: PaymentIntent, method: string, decline: Decline): PaymentIntent =>
  tx.update('payment_intent', intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: {
      type: 'card_error',
      code: decline.code,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      payment_method: { id: method },
    },
  });

/** A card whose bank asked once and got its answer. */
export function markSetUp(tx: Transaction, paymentMethod: string): void {
  tx.update('sandbox.card', paymentMethod, { isSetUp: true });
}

/** Whether saving the card needs the challenge page, or is refused. */
export function checkSetup(tx: Transaction, paymentMethod: string): 'succeeded' | 'requires_action' | Decline {
  const { authentication, decline, refusesAttach } = getCard(tx, paymentMethod);
  if (decline && refusesAttach) return decline;
  if (authentication === 'fails') return AUTHENTICATION_FAILURE;
  const { isSetUp } = tx.get('sandbox.card', paymentMethod);
  return authentication === 'never' || isSetUp ? 'succeeded' : 'requires_action';
}
