import type { ProviderEvent } from '#api/adapters/payments.ts';

/** An object that an event says has changed, to be fetched from Stripe. Its order is the order of the work. */
export type EventTarget = {
  kind: 'session' | 'subscription' | 'invoice' | 'charge' | 'refund' | 'dispute' | 'customer' | 'deletedCustomer';
  id: string;
};

type EventRef = Pick<ProviderEvent, 'type' | 'objectId' | 'customerId'>;

/** What Stripe must send to this site; docs/stripe.md lists the same. */
export const webhookEventTypes: readonly string[] = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.refund.updated',
  'charge.refunded',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'credit_note.created',
  'credit_note.updated',
  'credit_note.voided',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.created',
  'invoice.finalization_failed',
  'invoice.finalized',
  'invoice.marked_uncollectible',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.updated',
  'invoice.voided',
  'price.updated',
  'product.updated',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'subscription_schedule.aborted',
  'subscription_schedule.canceled',
  'subscription_schedule.completed',
  'subscription_schedule.created',
  'subscription_schedule.released',
  'subscription_schedule.updated',
];

/** What needs a person: a log line or an audit row, by the event's own text. */
const ALERT_TYPES = new Set(['invoice.finalization_failed', 'price.updated', 'product.updated']);

/** Events of one object, and what of it is fetched. The first pattern that matches counts. */
const RULES: readonly [pattern: RegExp, target: EventTarget['kind'] | null, by: 'object' | 'customer'][] = [
  [/^checkout\.session\./, 'session', 'object'],
  [/^customer\.subscription\./, 'subscription', 'object'],
  // It has no id: nothing has happened yet.
  [/^invoice\.upcoming$/, null, 'object'],
  // The same payment as `invoice.paid`.
  [/^invoice\.payment_succeeded$/, null, 'object'],
  [/^invoice\./, 'invoice', 'object'],
  // A schedule names its subscription only in a payload whose shape depends on the version of the endpoint.
  [/^subscription_schedule\./, 'customer', 'customer'],
  // The invoice of a credit note is one of its customer's.
  [/^credit_note\./, 'customer', 'customer'],
  [/^charge\.refunded$/, 'charge', 'object'],
  [/^charge\.refund\.updated$|^refund\./, 'refund', 'object'],
  [/^charge\.dispute\./, 'dispute', 'object'],
  // The card that pays next may be the customer’s.
  [/^customer\.updated$/, 'customer', 'object'],
  [/^customer\.deleted$/, 'deletedCustomer', 'object'],
];

/** What an event makes us fetch; empty for one that only alerts, or needs nothing. */
export function listTargets({ type, objectId, customerId }: EventRef): EventTarget[] {
  const [, kind, by] = RULES.find(([pattern]) => pattern.test(type)) ?? [];
  const id = by === 'customer' ? customerId : objectId;
  return kind && id ? [{ kind, id }] : [];
}

export const isAlert = (type: string): boolean => ALERT_TYPES.has(type);

/** False for an event that is stored and answered, and needs nothing from us. */
export const needsWork = (event: EventRef): boolean => listTargets(event).length > 0 || isAlert(event.type);
