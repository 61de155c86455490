import type Stripe from 'stripe';
import type { Kept, New, Wire } from './wire.ts';

const PAYMENT_INTENT = {
  object: 'payment_intent',
  customer: null,
  description: null,
  latest_charge: null,
  payment_method: null,
  status: 'requires_payment_method',
} as const;
type NewIntent = 'id' | 'amount' | 'created' | 'currency';
export type PaymentIntent = Kept<Stripe.PaymentIntent, typeof PAYMENT_INTENT, NewIntent> & {
  last_payment_error: {
    type: 'card_error';
    code: string;
    decline_code?: string;
    payment_method: { id: string };
  } | null;
};
export const buildPaymentIntent = (fields: New<PaymentIntent, NewIntent>): PaymentIntent => ({
  ...PAYMENT_INTENT,
  last_payment_error: null,
  ...fields,
});

const CHARGE = { object: 'charge', amount_refunded: 0, disputed: false, receipt_url: null, refunded: false } as const;
type NewCharge =
  | 'id'
  | 'amount'
  | 'created'
  | 'currency'
  | 'customer'
  | 'description'
  | 'payment_intent'
  | 'payment_method'
  | 'status';
export type Charge = Kept<Stripe.Charge, typeof CHARGE, NewCharge>;
export const buildCharge = (fields: New<Charge, NewCharge>): Charge => ({ ...CHARGE, ...fields });

type RefundFields = 'id' | 'object' | 'amount' | 'created' | 'currency' | 'payment_intent' | 'reason' | 'status';
export type Refund = Wire<Pick<Stripe.Refund, RefundFields | 'failure_reason'>> & {
  charge: string;
  metadata: Record<string, string>;
};

export type Dispute = Wire<
  Pick<Stripe.Dispute, 'id' | 'object' | 'amount' | 'created' | 'currency' | 'payment_intent' | 'reason' | 'status'>
> & { balance_transactions: readonly BalanceTransaction[]; charge: string; evidence_details: { due_by: number } };

/** What a payment, a refund or a dispute did to the balance of the account. */
export type BalanceTransaction = Wire<
  Pick<Stripe.BalanceTransaction, 'id' | 'object' | 'amount' | 'created' | 'currency' | 'exchange_rate' | 'fee' | 'net'>
>;
