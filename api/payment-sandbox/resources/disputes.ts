import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { listRoute, retrieveRoute } from '../http/lists.ts';
import { boolean, isWithin, mergeMetadata, metadata, text, timeFilter } from '../http/params.ts';
import { type Resource, route } from '../http/resource.ts';
import { getCard } from '../payments/payment-methods.ts';
import type { Kinds } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';

type Dispute = Kinds['dispute'];
type Charge = Kinds['charge'];

/** What becomes of a payment by these cards. An inquiry takes no money. */
const REASONS: Record<string, { reason: string; isInquiry: boolean }> = {
  '4000000000000259': { reason: 'fraudulent', isInquiry: false },
  '4000000000002685': { reason: 'product_not_received', isInquiry: false },
  '4000000000001976': { reason: 'fraudulent', isInquiry: true },
};
const ANSWER_SECONDS = 7 * 86_400;

const EVIDENCE = {
  access_activity_log: null,
  appeal: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
} satisfies Dispute['evidence'];

/** After a transaction: for each charge that it made with a card whose owner objects. */
export function openDisputes(tx: Transaction): void {
  const charged = tx.events.filter(({ type }) => type === 'charge.succeeded').map(({ data }) => String(data.object.id));
  for (const id of charged) {
    const charge = tx.get('charge', id);
    const objection = charge.payment_method && REASONS[getCard(tx, charge.payment_method).number];
    if (objection) openDispute(tx, charge, objection);
  }
}

function openDispute(
  tx: Transaction,
  charge: Charge,
  { reason, isInquiry }: { reason: string; isInquiry: boolean },
): void {
  const clock = tx.find('customer', charge.customer)?.test_clock ?? null;
  const created = tx.now(clock);
  const dispute = tx.put('dispute', {
    id: tx.createId('dispute'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: EVIDENCE,
    evidence_details: {
      due_by: created + ANSWER_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: reason === 'fraudulent' ? '10.4' : '13.1',
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  });
  const after = tx.update('charge', charge.id, { disputed: true });
  tx.emit('charge.dispute.created', dispute);
  if (!isInquiry) tx.emit('charge.dispute.funds_withdrawn', dispute);
  tx.emit('charge.updated', after, charge);
}

function close(tx: Transaction, before: Dispute, isWon: boolean): Dispute {
  const isInquiry = before.status.startsWith('warning_');
  const closed = tx.update('dispute', before.id, { status: isInquiry ? 'warning_closed' : isWon ? 'won' : 'lost' });
  tx.emit('charge.dispute.closed', closed);
  if (isWon && !isInquiry) tx.emit('charge.dispute.funds_reinstated', closed);
  return closed;
}

function requireOpen(tx: Transaction, id: string): Dispute {
  const dispute = requireObject(tx, 'dispute', id);
  if (dispute.status.endsWith('needs_response')) return dispute;
  throw refuse('This dispute is already closed', { param: 'id' });
}

export const disputes: Resource = {
  routes: [
    listRoute({
      path: '/v1/disputes',
      kind: 'dispute',
      filters: { charge: text().optional(), payment_intent: text().optional(), created: timeFilter().optional() },
      matches: (dispute, { charge, payment_intent, created }) =>
        (charge === undefined || dispute.charge === charge) &&
        (payment_intent === undefined || dispute.payment_intent === payment_intent) &&
        isWithin(dispute.created, created),
    }),
    retrieveRoute('/v1/disputes/:id', 'dispute'),
    route({
      method: 'POST',
      path: '/v1/disputes/:id',
      params: z.strictObject({
        evidence: z.strictObject({ uncategorized_text: text().optional() }).optional(),
        metadata: metadata().optional(),
        submit: boolean().optional(),
      }),
      handle: ({ tx, id, params }) => {
        const before = requireOpen(tx, id);
        const uncategorized = params.evidence?.uncategorized_text;
        const after = tx.update('dispute', id, {
          evidence: { ...before.evidence, ...params.evidence },
          evidence_details: {
            ...before.evidence_details,
            has_evidence: uncategorized !== undefined || before.evidence_details.has_evidence,
            submission_count: before.evidence_details.submission_count + (params.submit === false ? 0 : 1),
          },
          metadata: mergeMetadata(before.metadata, params.metadata),
        });
        tx.emit('charge.dispute.updated', after, before);
        const isDecided = uncategorized === 'winning_evidence' || uncategorized === 'losing_evidence';
        return isDecided && params.submit !== false ? close(tx, after, uncategorized === 'winning_evidence') : after;
      },
    }),
    route({
      method: 'POST',
      path: '/v1/disputes/:id/close',
      params: z.strictObject({}),
      handle: ({ tx, id }) => close(tx, requireOpen(tx, id), false),
    }),
  ],
};
