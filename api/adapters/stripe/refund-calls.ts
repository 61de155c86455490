import type Stripe from 'stripe';
import { type NewRefund, PaymentError, type Payments } from '#api/adapters/payments.ts';
import { getWithPayments } from './invoice-calls.ts';
import { throwPaymentError } from './stripe-errors.ts';

/** A payment of an invoice. Amounts are cents. */
type Payment = {
  intent: string;
  left: number;
  refunded: number;
  /** Of `refunded`, what has the key of this request. */ own: number;
};

const PAGE_SIZE = 100;

export function createRefundCalls(stripe: Stripe): Pick<Payments, 'refundInvoice'> {
  return {
    async refundInvoice(invoiceId, refund, idempotencyKey) {
      const { intents } = await getWithPayments(stripe, invoiceId);
      const payments = await Promise.all(intents.map((intent) => readPayment(stripe, intent, idempotencyKey)));
      let open = findOpenAmount(payments, refund);
      for (const { intent, left } of payments) {
        const amount = Math.min(open, left);
        if (amount <= 0) continue;
        await stripe.refunds
          .create(
            {
              payment_intent: intent,
              amount,
              metadata: { request: idempotencyKey },
              ...(refund.reason !== null && refund.reason !== 'other' && { reason: refund.reason }),
            },
            { idempotencyKey: `${idempotencyKey}-${intent}` },
          )
          .catch(throwPaymentError);
        open -= amount;
      }
    },
  };
}

/**
 * What is still to be refunded. Stripe forgets keys after a day and an answer may be lost, so what has the key of this request is
 * subtracted, and what has another one must be known.
 */
function findOpenAmount(payments: readonly Payment[], { amount, refundedBefore }: NewRefund): number {
  const sum = (read: (payment: Payment) => number) => payments.reduce((total, payment) => total + read(payment), 0);
  const own = sum((payment) => payment.own);
  if (amount === null) return Number.POSITIVE_INFINITY;
  if (payments.length === 0) throw refused('no_payment', 'The invoice has no payment to refund.');
  const others = sum((payment) => payment.refunded) - own;
  if (own > amount || (refundedBefore !== null && others !== refundedBefore))
    throw refused('refunded_meanwhile', 'Something else was refunded meanwhile.');
  if (amount - own > sum((payment) => payment.left)) throw refused('amount_too_large', 'Less is left to refund.');
  return amount - own;
}

const refused = (code: string, message: string) => new PaymentError('refused', message, { code });

async function readPayment(stripe: Stripe, intent: string, key: string): Promise<Payment> {
  const params = { payment_intent: intent, limit: PAGE_SIZE };
  const payment = { intent, left: 0, refunded: 0, own: 0 };
  try {
    for await (const charge of stripe.charges.list(params))
      if (charge.status === 'succeeded') payment.left += charge.amount;
    for await (const refund of stripe.refunds.list(params)) {
      if (refund.status === 'failed' || refund.status === 'canceled') continue;
      payment.left -= refund.amount;
      payment.refunded += refund.amount;
      if (refund.metadata?.request === key) payment.own += refund.amount;
    }
  } catch (error) {
    throwPaymentError(error);
  }
  return payment;
}
