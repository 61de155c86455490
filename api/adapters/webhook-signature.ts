import { createHmac } from 'node:crypto';

/** The signature of a webhook that is sent now (UTC ms): `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signWebhook(secret: string, body: string, now: number): string {
  const at = Math.floor(now / 1000);
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}
