import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { embedList, listRoute, retrieveRoute } from '../http/lists.ts';
import { integer, isWithin, mergeMetadata, metadata, text, timeFilter } from '../http/params.ts';
import { type Resource, route } from '../http/resource.ts';
import { getCard } from '../payments/payment-methods.ts';
import type { Transaction } from '../state/transaction.ts';
import { buildRefund } from './objects/payment.ts';
import type { Charge, Refund } from './objects/stored.ts';

const createParams = z.strictObject({
  amount: integer().optional(),
  charge: text().optional(),
  metadata: metadata().optional(),
  payment_intent: text().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
type CreateParams = z.output<typeof createParams>;

function findCharge(tx: Transaction, { charge, payment_intent: intent }: CreateParams): Charge {
  if (charge) return requireObject(tx, 'charge', charge, 'charge');
  if (!intent) {
    throw refuse('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const latest = requireObject(tx, 'payment_intent', intent, 'payment_intent').latest_charge as string | null;
  const found = tx.find('charge', latest);
  if (!found) {
    throw refuse(`The PaymentIntent (${intent}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  return found;
}

/** Refunds a charge. Invoice and subscription do not change. */
function createRefund(tx: Transaction, params: CreateParams): Refund {
  const before = findCharge(tx, params);
  const left = before.amount - before.amount_refunded;
  const amount = params.amount ?? left;
  if (before.status !== 'succeeded') throw refuse(`Charge ${before.id} did not succeed, so it cannot be refunded.`);
  if (left === 0) {
    throw refuse(`Charge ${before.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (amount <= 0 || amount > left) {
    throw refuse(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  const clock = tx.find('customer', before.customer)?.test_clock ?? null;
  const refund = tx.put(
    'refund',
    buildRefund({
      id: tx.createId('refund'),
      amount,
      charge: before.id,
      created: tx.now(clock),
      currency: before.currency,
      customer: before.customer,
      metadata: mergeMetadata({}, params.metadata),
      payment_intent: before.payment_intent,
      payment_method: before.payment_method,
      reason: params.reason ?? null,
      status: findOutcome(tx, before.payment_method) === 'succeeds-later' ? 'pending' : 'succeeded',
    }),
  );
  tx.emit('refund.created', refund);
  const refunded = before.amount_refunded + amount;
  const after = tx.update('charge', before.id, { amount_refunded: refunded, refunded: refunded === before.amount });
  tx.emit('charge.refunded', after);
  tx.emit('charge.updated', after, before);
  return refund;
}

/** After how long the bank answers, for the test cards whose refunds are not settled at once. */
const SETTLE_SECONDS = 60;

/** What becomes of a refund to a test card: one is pending first, another succeeds and is sent back later. */
function findOutcome(tx: Transaction, method: string | null): 'succeeds-later' | 'fails-later' | null {
  const number = method === null ? null : getCard(tx, method).number;
  if (number === '4000000000007726') return 'succeeds-later';
  return number === '4000000000005126' ? 'fails-later' : null;
}

/** When the bank answers about a refund; null when it has, or never does. */
export function findRefundTime(tx: Transaction, { status, payment_method: method, created }: Refund): number | null {
  const outcome = findOutcome(tx, method);
  const waits =
    (outcome === 'succeeds-later' && status === 'pending') || (outcome === 'fails-later' && status === 'succeeded');
  return waits ? created + SETTLE_SECONDS : null;
}

/** The bank's answer: a pending refund succeeds, a succeeded one is sent back. */
export function settleRefund(tx: Transaction, before: Refund): void {
  if (before.status === 'pending') {
    tx.emit('refund.updated', tx.update('refund', before.id, { status: 'succeeded' }), before);
    return;
  }
  const failed = tx.update('refund', before.id, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  tx.emit('refund.updated', failed, before);
  tx.emit('charge.refund.updated', failed, before);
  tx.emit('refund.failed', failed);
  const charge = tx.get('charge', before.charge);
  const amount_refunded = charge.amount_refunded - before.amount;
  tx.emit('charge.updated', tx.update('charge', charge.id, { amount_refunded, refunded: false }), charge);
}

export const refundsResource: Resource = {
  routes: [
    route({
      method: 'POST',
      path: '/v1/refunds',
      params: createParams,
      handle: ({ tx, params }) => createRefund(tx, params),
    }),
    listRoute({
      path: '/v1/refunds',
      kind: 'refund',
      filters: { charge: text().optional(), payment_intent: text().optional(), created: timeFilter().optional() },
      matches: (refund, { charge, payment_intent: intent, created }) =>
        (charge === undefined || refund.charge === charge) &&
        (intent === undefined || refund.payment_intent === intent) &&
        isWithin(refund.created, created),
    }),
    retrieveRoute('/v1/refunds/:id', 'refund'),
  ],
  expandOnly: {
    charge: {
      refunds: (tx, { id }) =>
        embedList(tx.list('refund', ({ charge }) => charge === id).reverse(), `/v1/charges/${id}/refunds`),
    },
  },
};
