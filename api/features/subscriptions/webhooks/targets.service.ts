import type { ProviderEvent } from '#api/adapters/payments.ts';

/** An object that an event says has changed, to be fetched from Stripe. Its order is the order of the work. */
export type EventTarget = { kind: 'session' | 'subscription' | 'invoice' | 'customer' | 'deletedCustomer'; id: string };

type EventRef = Pick<ProviderEvent, 'type' | 'objectId' | 'customerId'>;

/** What needs a person: a log line or an audit row, by the event's own text. */
const ALERT_TYPES = new Set([
  'charge.dispute.created',
  'charge.dispute.closed',
  'invoice.finalization_failed',
  'price.updated',
  'product.updated',
  'refund.failed',
]);

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
  [/^charge\.refunded$/, 'customer', 'customer'],
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
