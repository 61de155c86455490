import { createHmac } from 'node:crypto';

/** `Stripe-Signature`: the HMAC-SHA256 of `timestamp.body`, by the secret as text with its prefix. */
export function signPayload(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
