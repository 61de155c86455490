import { buildCharge, buildPaymentIntent } from '../billing/objects/payment.ts';
import type { Kinds } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';
import { getCard, type PaymentMethod } from './payment-methods.ts';
import type { Decline } from './test-cards.ts';

type PaymentIntent = Kinds['payment_intent'];
type Charge = Kinds['charge'];

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
  amount: number;
  currency: string;
  customer: string | null;
  paymentMethod: string;
  description: string | null;
  /** The test clock of the customer. */
  clock: string | null;
  /** The payer is not there: nobody can answer the bank. */
  isOffSession: boolean;
  /** The outcome of the challenge page, once there was one. */
  authentication?: 'passed' | 'failed';
  /** The card is kept for later payments: an authentication now counts for those. */
  savesCard?: boolean;
  /** To try again on; otherwise a new one is made. */
  intent?: PaymentIntent | null;
  metadata?: Record<string, string>;
};

/**
 * Charges a test card and writes payment intent and charge. It emits no event, because their order belongs to what is paid
 * (checkout, renewal): see `payment_intent.*` and `charge.*` there.
 */
export function chargeCard(tx: Transaction, request: ChargeRequest): Payment {
  const method = tx.get('payment_method', request.paymentMethod);
  const intent = prepareIntent(tx, request);
  const outcome = decide(tx, request);
  if (outcome === 'authenticate') {
    return { status: 'requires_action', intent: requireAction(tx, intent, method), charge: null };
  }
  if (request.authentication === 'passed' && request.savesCard) markSetUp(tx, method.id);
  if (outcome === AUTHENTICATION_FAILURE) {
    return {
      status: 'failed',
      intent: failIntent(tx, intent, { decline: outcome, method }),
      charge: null,
      decline: outcome,
    };
  }
  const charge = writeCharge(tx, request, { intent, method, decline: outcome });
  if (outcome) {
    const failed = failIntent(tx, intent, { decline: outcome, method, charge });
    return { status: 'failed', intent: failed, charge, decline: outcome };
  }
  const succeeded = tx.update('payment_intent', intent.id, {
    status: 'succeeded',
    amount_received: intent.amount,
    payment_method: method.id,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  });
  return { status: 'succeeded', intent: succeeded, charge };
}

function prepareIntent(tx: Transaction, request: ChargeRequest): PaymentIntent {
  const { intent, amount, currency, customer, description, metadata = {} } = request;
  if (intent) return intent;
  return tx.put(
    'payment_intent',
    buildPaymentIntent({
      id: tx.createId('payment_intent'),
      amount,
      created: tx.now(request.clock),
      currency,
      customer,
      description,
      metadata,
      setup_future_usage: request.savesCard ? 'off_session' : null,
    }),
  );
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

const requireAction = (tx: Transaction, intent: PaymentIntent, method: PaymentMethod): PaymentIntent =>
  tx.update('payment_intent', intent.id, {
    status: 'requires_action',
    payment_method: method.id,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  });

type Failure = { decline: Decline; method: PaymentMethod; charge?: Charge };

function failIntent(tx: Transaction, intent: PaymentIntent, { decline, method, charge }: Failure): PaymentIntent {
  return tx.update('payment_intent', intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    ...(charge && { latest_charge: charge.id }),
    last_payment_error: {
      type: 'card_error',
      code: decline.code,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      ...(charge && { charge: charge.id }),
      doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
      message: decline.message,
      payment_method: method,
    } as PaymentIntent['last_payment_error'],
  });
}

function writeCharge(
  tx: Transaction,
  request: ChargeRequest,
  { intent, method, decline }: { intent: PaymentIntent; method: PaymentMethod; decline: Decline | null },
): Charge {
  const charge = buildCharge({
    id: tx.createId('charge'),
    amount: intent.amount,
    created: tx.now(request.clock),
    currency: intent.currency,
    customer: request.customer,
    description: request.description,
    payment_intent: intent.id,
    status: decline ? 'failed' : 'succeeded',
    metadata: intent.metadata,
    method,
    ...(decline && { failure_code: decline.code, failure_message: decline.message }),
  });
  return tx.put('charge', decline ? { ...charge, outcome: describeDecline(charge, decline) } : charge);
}

function describeDecline(charge: Charge, { code, declineCode }: Decline): Charge['outcome'] {
  const isBlocked = declineCode === 'fraudulent';
  if (!charge.outcome) return null;
  return {
    ...charge.outcome,
    network_status: isBlocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: isBlocked ? 'highest_risk_level' : (declineCode ?? code),
    type: isBlocked ? 'blocked' : 'issuer_declined',
  };
}

/** A card whose bank asked once and got its answer. */
export function markSetUp(tx: Transaction, paymentMethod: string): void {
  tx.update('sandbox.card', paymentMethod, { isSetUp: true });
}

/** For a setup intent: whether saving the card needs the challenge page, or is refused. */
export function checkSetup(tx: Transaction, paymentMethod: string): 'succeeded' | 'requires_action' | Decline {
  const { authentication, decline, refusesAttach } = getCard(tx, paymentMethod);
  if (decline && refusesAttach) return decline;
  if (authentication === 'fails') return AUTHENTICATION_FAILURE;
  const { isSetUp } = tx.get('sandbox.card', paymentMethod);
  return authentication === 'never' || isSetUp ? 'succeeded' : 'requires_action';
}
