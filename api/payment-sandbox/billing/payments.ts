import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { createdBetween, createdSince, integer, metadata, text } from '../http/params.ts';
import { type ExpandOnly, listRoute, retrieveRoute, type Route, route } from '../http/route.ts';
import type { BalanceTransaction, Charge, Dispute, Refund } from '../objects/payment.ts';
import { embedList } from '../objects/wire.ts';
import { checkAmount } from './amount-rules.ts';
import { getCard } from '../cards/payment-methods.ts';
import type { Transaction } from '../state/transaction.ts';

const refundParams = z.strictObject({
  amount: integer().optional(),
  metadata: metadata().optional(),
  payment_intent: text(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

/** Refunds the charge of a payment intent. Invoice and subscription do not change. */
export function createRefund(tx: Transaction, params: z.output<typeof refundParams>): Refund {
  const { latest_charge: latest } = requireObject(tx, 'payment_intent', params.payment_intent, 'payment_intent');
  const before = tx.find('charge', latest);
  if (before?.status !== 'succeeded') throw refuse('The PaymentIntent does not have a successful charge to refund.');
  const left = before.amount - before.amount_refunded;
  const amount = params.amount ?? left;
  if (left === 0) {
    throw refuse(`Charge ${before.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (params.amount !== undefined && params.amount > 0) checkAmount(params.amount, before.currency, 'amount');
  if (amount <= 0 || amount > left) {
    throw refuse(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  const refund = tx.put('refund', {
    id: tx.createId('refund'),
    object: 'refund',
    amount,
    charge: before.id,
    created: tx.now(),
    currency: before.currency,
    metadata: { ...params.metadata },
    payment_intent: before.payment_intent,
    reason: params.reason ?? null,
    status: findOutcome(tx, before.id) === 'succeeds-later' ? 'pending' : 'succeeded',
  });
  tx.emit('refund.created', refund);
  const refunded = before.amount_refunded + amount;
  const after = tx.update('charge', before.id, { amount_refunded: refunded, refunded: refunded === before.amount });
  tx.emit('charge.refunded', after);
  tx.emit('charge.updated', after);
  return refund;
}

/** After how long the bank answers, for the test cards whose refunds are not settled at once. */
const SETTLE_SECONDS = 60;

/** What becomes of a refund to a test card: one is pending first, another succeeds and is sent back later. */
function findOutcome(tx: Transaction, charge: string): 'succeeds-later' | 'fails-later' | null {
  const { number } = getCard(tx, String(tx.get('charge', charge).payment_method));
  if (number === '4000000000007726') return 'succeeds-later';
  return number === '4000000000005126' ? 'fails-later' : null;
}

/** When the bank answers about a refund; null when it has, or never does. */
export function findRefundTime(tx: Transaction, { status, charge, created }: Refund): number | null {
  const outcome = findOutcome(tx, charge);
  const waits =
    (outcome === 'succeeds-later' && status === 'pending') || (outcome === 'fails-later' && status === 'succeeded');
  return waits ? created + SETTLE_SECONDS : null;
}

/** The bank's answer: a pending refund succeeds, a succeeded one is sent back. */
export function settleRefund(tx: Transaction, before: Refund): void {
  if (before.status === 'pending') {
    tx.emit('refund.updated', tx.update('refund', before.id, { status: 'succeeded' }));
    return;
  }
  const failed = tx.update('refund', before.id, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  tx.emit('refund.updated', failed);
  tx.emit('charge.refund.updated', failed);
  tx.emit('refund.failed', failed);
  const charge = tx.get('charge', before.charge);
  const amount_refunded = charge.amount_refunded - before.amount;
  tx.emit('charge.updated', tx.update('charge', charge.id, { amount_refunded, refunded: false }));
}

/** Why the owner of a test card objects to its payments. An inquiry takes no money. */
const OBJECTIONS: Record<string, { reason: string; isInquiry: boolean }> = {
  '4000000000000259': { reason: 'fraudulent', isInquiry: false },
  '4000000000002685': { reason: 'product_not_received', isInquiry: false },
  '4000000000001976': { reason: 'fraudulent', isInquiry: true },
};
const ANSWER_SECONDS = 7 * 86_400;
/** Minor units, also of a dispute that is won. */
const DISPUTE_FEE = 2000;

/** The account is paid in the currency of each payment: the sandbox changes no money. */
function moveBalance(
  tx: Transaction,
  { id, currency }: Pick<Charge | Dispute, 'id' | 'currency'>,
  { amount, fee }: { amount: number; fee: number },
): BalanceTransaction {
  return toBalance({ id, currency, created: tx.now() }, { amount, fee });
}

const toBalance = (
  { id, currency, created }: { id: string; currency: string; created: number },
  { amount, fee }: { amount: number; fee: number },
): BalanceTransaction => ({
  id: `txn_${id}_${created}`,
  object: 'balance_transaction',
  amount,
  created,
  currency,
  exchange_rate: null,
  fee,
  net: amount - fee,
});

/** What a payment costs: 1.5 % and 25 minor units. */
const computeFee = (amount: number): number => Math.round(amount * 0.015) + 25;

/** After a transaction: for each charge that it made with a card whose owner objects. */
export function openDisputes(tx: Transaction): void {
  const charged = tx.events.filter(({ type }) => type === 'charge.succeeded').map(({ data }) => String(data.object.id));
  for (const id of charged) openDispute(tx, tx.get('charge', id));
}

function openDispute(tx: Transaction, charge: Charge): void {
  const objection = OBJECTIONS[getCard(tx, String(charge.payment_method)).number];
  if (!objection) return;
  const { reason, isInquiry } = objection;
  const dispute = tx.put('dispute', {
    id: tx.createId('dispute'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: tx.now(),
    currency: charge.currency,
    balance_transactions: isInquiry ? [] : [moveBalance(tx, charge, { amount: -charge.amount, fee: DISPUTE_FEE })],
    evidence_details: { due_by: tx.now() + ANSWER_SECONDS },
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  });
  const after = tx.update('charge', charge.id, { disputed: true });
  tx.emit('charge.dispute.created', dispute);
  if (!isInquiry) tx.emit('charge.dispute.funds_withdrawn', dispute);
  tx.emit('charge.updated', after);
}

/** The bank's decision. */
export function closeDispute(tx: Transaction, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = tx.get('dispute', id);
  const isInquiry = dispute.status.startsWith('warning_');
  // One that a sandbox of an earlier version stored has no list.
  const known = (dispute.balance_transactions as Dispute['balance_transactions'] | undefined) ?? [];
  const isReinstated = status === 'won' && !isInquiry;
  const given = isReinstated ? [moveBalance(tx, dispute, { amount: dispute.amount, fee: 0 })] : [];
  const closed = tx.update('dispute', id, {
    status: isInquiry ? 'warning_closed' : status,
    balance_transactions: [...known, ...given],
  });
  tx.emit('charge.dispute.closed', closed);
  if (isReinstated) tx.emit('charge.dispute.funds_reinstated', closed);
  return closed;
}

const isWithin = ({ created }: { created: number }, time: { gte: number; lt: number } | undefined): boolean =>
  time === undefined || (created >= time.gte && created < time.lt);

/** Payments, and what becomes of them: checkout and invoices make intents and charges, requests only read them. */
export const paymentRoutes: readonly Route[] = [
  retrieveRoute('/v1/payment_intents/:id', 'payment_intent'),
  retrieveRoute('/v1/charges/:id', 'charge'),
  listRoute({
    path: '/v1/charges',
    kind: 'charge',
    filters: { created: createdSince(), customer: text().optional(), payment_intent: text().optional() },
    matches: (charge, { created, customer, payment_intent: intent }) =>
      (created === undefined || charge.created >= created.gte) &&
      (customer === undefined || charge.customer === customer) &&
      (intent === undefined || charge.payment_intent === intent),
  }),
  route({
    method: 'POST',
    path: '/v1/refunds',
    params: refundParams,
    handle: ({ tx, params }) => createRefund(tx, params),
  }),
  retrieveRoute('/v1/refunds/:id', 'refund'),
  listRoute({
    path: '/v1/refunds',
    kind: 'refund',
    filters: { created: createdBetween(), payment_intent: text().optional() },
    matches: (refund, { created, payment_intent: intent }) =>
      (intent === undefined || refund.payment_intent === intent) && isWithin(refund, created),
  }),
  retrieveRoute('/v1/disputes/:id', 'dispute'),
  listRoute({
    path: '/v1/disputes',
    kind: 'dispute',
    filters: { charge: text().optional(), created: createdBetween() },
    matches: (dispute, { charge, created }) =>
      (charge === undefined || dispute.charge === charge) && isWithin(dispute, created),
  }),
];

export const expandedRefund: ExpandOnly['refund'] = {
  balance_transaction: (_tx, refund) => toBalance(refund, { amount: -refund.amount, fee: 0 }),
};

export const expandedCharge: ExpandOnly['charge'] = {
  balance_transaction: (_tx, charge) =>
    charge.status === 'succeeded' ? toBalance(charge, { amount: charge.amount, fee: computeFee(charge.amount) }) : null,
  refunds: (tx, { id }) =>
    embedList(tx.list('refund', ({ charge }) => charge === id).reverse(), `/v1/charges/${id}/refunds`),
};
