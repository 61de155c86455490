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
      status: isPendingCard(tx, before) ? 'pending' : 'succeeded',
    }),
  );
  tx.emit('refund.created', refund);
  const refunded = before.amount_refunded + amount;
  const after = tx.update('charge', before.id, { amount_refunded: refunded, refunded: refunded === before.amount });
  tx.emit('charge.refunded', after);
  tx.emit('charge.updated', after, before);
  return refund.status === 'pending' ? settle(tx, refund) : refund;
}

const isPendingCard = (tx: Transaction, { payment_method: method }: Charge): boolean =>
  method !== null && ['4000000000007726', '4000000000005126'].includes(getCard(tx, method).number);

/** For the test cards whose refunds are pending first: the answer says pending, the outcome follows at once. */
function settle(tx: Transaction, pending: Refund): Refund {
  const hasFailed =
    pending.payment_method !== null && getCard(tx, pending.payment_method).number === '4000000000005126';
  const settled = tx.update('refund', pending.id, {
    status: hasFailed ? 'failed' : 'succeeded',
    ...(hasFailed && { failure_reason: 'expired_or_canceled_card' }),
  });
  tx.emit('refund.updated', settled, pending);
  if (!hasFailed) return pending;
  tx.emit('refund.failed', settled);
  const before = tx.get('charge', pending.charge);
  const after = tx.update('charge', before.id, {
    amount_refunded: before.amount_refunded - pending.amount,
    refunded: false,
  });
  tx.emit('charge.updated', after, before);
  return pending;
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
