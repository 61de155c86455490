import { OLDER_VERSION } from '../state/api-version.ts';
import type { WireEvent } from '../state/kinds.ts';
import type { Store } from '../state/store.ts';
import { signPayload } from './signature.ts';

/** What can be wrong with a delivery: a signature by another secret, one of an hour ago, an endpoint with an older API version. */
export const DELIVERY_FLAWS = ['wrong-signature', 'old-timestamp', 'older-version'] as const;
export type DeliveryFlaw = (typeof DELIVERY_FLAWS)[number];

const HOUR_SECONDS = 3600;

/** Body and signature of one attempt. The timestamp is real time, whatever the clocks of the sandbox say. */
export function createPayload(
  store: Store,
  event: WireEvent,
  { secret, realNow, flaw }: { secret: string; realNow: number; flaw: DeliveryFlaw | null },
): { body: string; signature: string } {
  const body = JSON.stringify(flaw === 'older-version' ? toOlderVersion(store, event) : event, null, 2);
  const seconds = Math.floor(realNow / 1000) - (flaw === 'old-timestamp' ? HOUR_SECONDS : 0);
  return { body, signature: signPayload(body, flaw === 'wrong-signature' ? `${secret}_wrong` : secret, seconds) };
}

/** As an endpoint made in 2024 gets it: periods on the subscription, subscription and payment intent on the invoice. */
function toOlderVersion(store: Store, event: WireEvent): WireEvent {
  const { object } = event.data;
  return { ...event, api_version: OLDER_VERSION, data: { ...event.data, object: toOlderObject(store, object) } };
}

function toOlderObject(store: Store, object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (object.object === 'subscription') {
    const items = object.items as { data: Record<string, unknown>[] };
    const { current_period_start, current_period_end } = items.data[0] ?? {};
    const data = items.data.map(({ current_period_start: _start, current_period_end: _end, ...item }) => item);
    const { billing_mode: _mode, ...rest } = object;
    return { ...rest, current_period_start, current_period_end, items: { ...items, data } };
  }
  if (object.object === 'invoice') {
    const { parent, confirmation_secret: _secret, ...rest } = object;
    const details = (parent as { subscription_details?: { subscription: string } } | null)?.subscription_details;
    const payment = store.list('invoice_payment').find(({ invoice }) => invoice === object.id)?.payment;
    return {
      ...rest,
      subscription: details?.subscription ?? null,
      payment_intent: payment?.payment_intent ?? null,
      paid: object.status === 'paid',
    };
  }
  return { ...object };
}
