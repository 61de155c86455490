import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandboxFile } from '#api/payment-sandbox/state/sandbox-file.ts';
import { postForm } from '../../support/payments/post-form.ts';
import { createSandboxClient, startTestSandbox } from '../../support/payments/sandbox.ts';
import { startCheckout, subscribe } from '../../support/payments/subscribe.ts';
import { startWebhookReceiver, verifyWebhook } from '../../support/payments/webhook-receiver.ts';

const createDirectory = () => mkdtemp(join(tmpdir(), 'sandbox-'));
const DAY_SECONDS = 86_400;

describe('a sandbox with a directory', () => {
  it('goes on after a restart: objects, clock, keys, endpoint and events that wait', async () => {
    const directory = await createDirectory();
    const receiver = await startWebhookReceiver();
    const first = await startTestSandbox({ directory, webhook: receiver });
    first.control.setDelivery({ mode: 'hold' });
    const { customer } = await subscribe(first);
    const key = { idempotencyKey: 'k1' };
    const extra = await first.stripe.customers.create({ name: 'Extra' }, key);
    await first.control.advanceTo(first.control.now() + 3 * DAY_SECONDS);
    const before = { now: first.control.now(), types: first.control.events().map(({ type }) => type) };
    await first.sandbox.stop();

    const { stripe, control } = await startTestSandbox({ directory });
    expect(control.now()).toBeGreaterThanOrEqual(before.now);
    expect(control.now()).toBeLessThan(before.now + DAY_SECONDS);
    expect(control.events().map(({ type }) => type)).toEqual(before.types);
    expect((await stripe.customers.create({ name: 'Extra' }, key)).id).toBe(extra.id);
    expect(control.list('subscription').map(({ customer: owner, status }) => [owner, status])).toEqual([
      [customer.id, 'active'],
    ]);
    expect(receiver.received).toEqual([]);
    await control.deliverHeld();
    await control.whenDelivered();
    const sent = receiver.received.map((webhook) => verifyWebhook(webhook).type);
    expect(sent).toContain('invoice.paid');
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(receiver.received.length);
    const ids = [...control.list('customer'), await stripe.customers.create()].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('may start in the past when it is new; one that was saved goes on where it was', async () => {
    const startsAt = Date.UTC(2026, 6, 1) / 1000;
    const options = { directory: await createDirectory(), startsAt, now: () => Date.UTC(2026, 10, 22) };
    const first = await startTestSandbox(options);
    expect([first.sandbox.isNew, first.control.now()]).toEqual([true, startsAt]);
    await first.control.advanceTo(startsAt + 60);
    await first.sandbox.stop();
    const second = await startTestSandbox(options);
    expect([second.sandbox.isNew, second.control.now()]).toEqual([false, startsAt + 60]);
  });

  it('saves a request whole or not at all', async () => {
    const file = await openSandboxFile(await createDirectory());
    const row = (id: string | null) => ({ kind: 'customer', id: id as string, seq: 1, json: '{}' });
    await file.save([row('cus_1')], 5);
    // The second row breaks a constraint of the table.
    await expect(file.save([row('cus_2'), row(null)], 9)).rejects.toThrow('NOT NULL');
    const { rows, clockOffset } = await file.load();
    expect([rows.map(({ id }) => id), clockOffset]).toEqual([['cus_1'], 5]);
    file.close();
  });

  it('has whole requests only after it was killed in the middle of many', async () => {
    const directory = await createDirectory();
    const { url, child } = await startProcess(directory);
    const answered: string[] = [];
    const client = createSandboxClient(url, { maxNetworkRetries: 0 });
    const exited = once(child, 'exit');
    const buyers = Array.from({ length: 8 }, async () => {
      while (child.exitCode === null && child.signalCode === null) {
        answered.push(await buy(client, url));
        // Seven others have requests in flight now.
        if (answered.length === 12) child.kill('SIGKILL');
      }
    });
    await Promise.allSettled(buyers);
    await exited;

    const { stripe, control } = await startTestSandbox({ directory });
    const sessions = control.list('checkout.session');
    const complete = sessions.filter(({ status }) => status === 'complete');
    expect(complete.map(({ id }) => id)).toEqual(expect.arrayContaining(answered));
    const paid = control.list('invoice').filter(({ status }) => status === 'paid');
    expect(control.list('subscription')).toHaveLength(complete.length);
    expect(paid).toHaveLength(complete.length);
    expect(control.list('payment_intent').filter(({ status }) => status === 'succeeded')).toHaveLength(complete.length);
    for (const { subscription, invoice } of complete) {
      expect(control.get('subscription', String(subscription))).toMatchObject({
        status: 'active',
        latest_invoice: invoice,
      });
    }
    const types = control.events().map(({ type }) => type);
    for (const type of ['checkout.session.completed', 'customer.subscription.created', 'invoice.paid']) {
      expect(types.filter((each) => each === type)).toHaveLength(complete.length);
    }
    await subscribe({ stripe, control });
  });
});

async function startProcess(directory: string): Promise<{ url: string; child: ChildProcess }> {
  const file = join(import.meta.dirname, '../../support/payments/sandbox-process.ts');
  const child = spawn(process.execPath, [file, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), child };
}

/** Buys a plan on the hosted page; answers with the session. */
async function buy(stripe: Stripe, url: string): Promise<string> {
  const { session } = await startCheckout({ stripe }, 'price_pro');
  const answer = await postForm(`${url}/checkout/${session.id}`, { card: '4242424242424242' });
  if (answer.status !== 303) throw new Error(await answer.text());
  return session.id;
}
