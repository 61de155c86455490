import type Stripe from 'stripe';
import { type PaymentApp, WEBHOOK_SECRET } from './sandbox-app.ts';

type Signing = { secret?: string; /** UTC milliseconds. */ at?: number };

/** The header that Stripe sends with a body. */
export const signBody = (test: PaymentApp, payload: string, { secret = WEBHOOK_SECRET, at }: Signing = {}): string =>
  test.stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor((at ?? test.clock.now()) / 1_000),
  });

/** Posts a body to the webhook; signed, unless a header is given. */
export async function postWebhook(
  test: PaymentApp,
  body: string | Uint8Array<ArrayBuffer>,
  header?: string | null,
): Promise<number> {
  const signature = header === undefined ? signBody(test, String(body)) : header;
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (signature !== null) headers['Stripe-Signature'] = signature;
  return (await test.app.request('/api/stripe/webhook', { method: 'POST', body, headers })).status;
}

/** Delivers an event once, as the sandbox would. */
export const sendEvent = (test: PaymentApp, event: object): Promise<number> => postWebhook(test, JSON.stringify(event));

/** An event that the sandbox did not make. */
export const createEvent = (type: string, object: object, id = `evt_${type}`) => ({
  id,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: 1_795_000_000,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});

/** The sandbox's events about these objects, oldest first. */
export function listEventsAbout(test: PaymentApp, ...texts: string[]): Stripe.Event[] {
  return test.control
    .events()
    .filter((event) => texts.some((text) => JSON.stringify(event.data).includes(text))) as never;
}

/** Rows of a table as plain objects. */
export async function selectRows(test: PaymentApp, sql: string, ...args: (string | number)[]) {
  const { rows } = await test.db.client.execute({ sql, args });
  return rows.map((row) => ({ ...row }));
}
