import { createHmac } from 'node:crypto';
import type { WireEvent } from '../objects/kinds.ts';

/** What can be wrong with a delivery: a signature by another secret, or one of an hour ago. */
export const DELIVERY_FLAWS = ['wrong-signature', 'old-timestamp'] as const;
export type DeliveryFlaw = (typeof DELIVERY_FLAWS)[number];

const HOUR_SECONDS = 3600;

/** Body and signature of one attempt. The timestamp is real time, whatever the clock of the sandbox says. */
export function createPayload(
  event: WireEvent,
  { secret, realNow, flaw }: { secret: string; realNow: number; flaw: DeliveryFlaw | null },
): { body: string; signature: string } {
  const body = JSON.stringify(event, null, 2);
  const seconds = Math.floor(realNow / 1000) - (flaw === 'old-timestamp' ? HOUR_SECONDS : 0);
  return { body, signature: signPayload(body, flaw === 'wrong-signature' ? `${secret}_wrong` : secret, seconds) };
}

/** `Stripe-Signature`: the HMAC-SHA256 of `timestamp.body`, by the secret as text with its prefix. */
function signPayload(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
