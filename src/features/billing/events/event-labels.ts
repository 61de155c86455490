import type { StripeEventJson } from '#api/features/billing/billing.contract.ts';
import type { StripeEventStatus } from '#api/domain/enums.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { BadgeTone } from '#src/ui/feedback/Badge.tsx';

/** Types whose own words say too little. */
const TYPE_LABELS: Record<string, string> = {
  'checkout.session.async_payment_failed': 'Delayed payment failed',
  'checkout.session.async_payment_succeeded': 'Delayed payment arrived',
  'checkout.session.completed': 'Checkout completed',
  'checkout.session.expired': 'Checkout expired',
  'customer.subscription.deleted': 'Subscription ended',
  'customer.subscription.pending_update_applied': 'Upgrade paid',
  'customer.subscription.pending_update_expired': 'Upgrade expired unpaid',
  'customer.subscription.trial_will_end': 'Trial ends soon',
  'invoice.marked_uncollectible': 'Invoice written off',
  'invoice.payment_action_required': 'Payment needs the bank’s confirmation',
  'invoice.payment_failed': 'Payment failed',
  'invoice.payment_succeeded': 'Payment succeeded',
  'invoice.upcoming': 'Renewal coming up',
  'invoice_payment.paid': 'Payment added to the invoice',
  'charge.refunded': 'Payment refunded',
  'charge.dispute.created': 'Payment disputed',
  'charge.dispute.closed': 'Dispute closed',
  'credit_note.created': 'Credit note issued',
  'credit_note.voided': 'Credit note voided',
};

/** What happened, in words: 'Invoice paid' for `invoice.paid`. */
export function formatEventType(type: string): string {
  const words = type
    .replace(/^customer\.(?=subscription)/, '')
    .replace(/^payment_intent\.(payment_)?/, 'payment attempt ')
    .replace(/[._]/g, ' ');
  return TYPE_LABELS[type] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export const EVENT_STATUS_TONES: Record<StripeEventStatus, BadgeTone> = {
  received: 'yellow',
  applied: 'green',
  failed: 'red',
  ignored: 'grey',
};

/** '3 attempts'; null for an event that was applied at the first. */
export const formatAttempts = ({ status, attempts }: Pick<StripeEventJson, 'status' | 'attempts'>): string | null =>
  attempts > 1 || (attempts > 0 && status === 'failed') ? formatCount(attempts, 'attempt') : null;
