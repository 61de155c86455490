import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';

export const WEBHOOK_SECRET = 'whsec_test';

export type ReceivedWebhook = { body: string; signature: string; event: Stripe.Event };

/** A server that takes webhooks, and stops when the test ends. `answer` gives the status for each; 200 unless set. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  let answer: (webhook: ReceivedWebhook) => number | Promise<number> = () => 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const webhook = { body, signature: String(request.headers['stripe-signature']), event: JSON.parse(body) };
    received.push(webhook);
    response.writeHead(await answer(webhook)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    secret: WEBHOOK_SECRET,
    received,
    /** The one at an index, from the end when negative. */
    get: (index: number): ReceivedWebhook => {
      const webhook = received.at(index);
      if (!webhook) throw new Error(`no webhook ${index}`);
      return webhook;
    },
    types: () => received.map(({ event }) => event.type),
    setAnswer: (changed: typeof answer) => {
      answer = changed;
    },
  };
}

const verifier = new Stripe('sk_test_verifier');

/** As a server checks it. @throws when signature or timestamp are wrong. */
export const verifyWebhook = ({ body, signature }: ReceivedWebhook): Stripe.Event =>
  verifier.webhooks.constructEvent(body, signature, WEBHOOK_SECRET);
