import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { startWebhookReceiver, verifyWebhook } from '../../support/payments/webhook-receiver.ts';

async function startDelivering() {
  const receiver = await startWebhookReceiver();
  const started = await startTestSandbox({ webhook: receiver });
  return {
    ...started,
    receiver,
    names: () => receiver.received.map(({ event }) => (event.data.object as { name: string }).name),
  };
}

const NAMES = ['1', '2', '3', '4', '5', '6'];

describe('a webhook', () => {
  it('arrives once, signed, and counts the endpoints that still wait', async () => {
    const { stripe, control, receiver } = await startDelivering();
    const customer = await stripe.customers.create({ name: 'Ada' });
    await control.whenDelivered();
    const webhook = receiver.get(0);
    expect(verifyWebhook(webhook)).toMatchObject({
      type: 'customer.created',
      data: { object: { id: customer.id } },
      pending_webhooks: 1,
    });
    expect(control.get('event', webhook.event.id)?.pending_webhooks).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });

  it('is tried again after a failure, as the same event', async () => {
    const { stripe, control, receiver } = await startDelivering();
    receiver.setAnswer(() => (receiver.received.length === 1 ? 500 : 204));
    await stripe.customers.create();
    await control.whenDelivered();
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
    await control.deliverHeld();
    await control.whenDelivered();
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
    for (const webhook of receiver.received) verifyWebhook(webhook);
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
  });

  it('counts a redirect as a failure', async () => {
    const { stripe, control, receiver } = await startDelivering();
    receiver.setAnswer(() => 302);
    await stripe.customers.create();
    await control.whenDelivered();
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
  });

  it('is held until it is released, in any order', async () => {
    const { stripe, control, names } = await startDelivering();
    control.setDelivery({ mode: 'hold' });
    for (const name of ['1', '2', '3']) await stripe.customers.create({ name });
    await control.whenDelivered();
    expect(names()).toEqual([]);
    const ids = control
      .events()
      .filter(({ type }) => type === 'customer.created')
      .map(({ id }) => id);
    await control.deliverHeld([String(ids[2]), String(ids[0])]);
    await control.whenDelivered();
    expect(names()).toEqual(['3', '1', '2']);
  });

  it('arrives several times, late and in another order when asked, the same for a seed', async () => {
    const runs: string[][] = [];
    for (const seed of [7, 7, 8]) {
      const { stripe, control, names } = await startDelivering();
      control.setDelivery({ mode: 'hold', duplicate: 1, shuffle: true, seed });
      for (const name of NAMES) await stripe.customers.create({ name });
      await control.deliverHeld();
      await control.whenDelivered();
      runs.push(names());
    }
    for (const run of runs) expect(run.toSorted()).toEqual([...NAMES, ...NAMES].toSorted());
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).not.toEqual(runs[0]);
    const { stripe, control, names } = await startDelivering();
    control.setDelivery({ mode: 'auto', delayMs: 5 });
    await stripe.customers.create({ name: '1' });
    await control.whenDelivered();
    expect(names()).toEqual(['1']);
  });

  it('goes to the new address of its endpoint, with the new secret, as soon as there is one', async () => {
    const { stripe, control, receiver, sandbox } = await startDelivering();
    receiver.setAnswer(() => 503);
    await stripe.customers.create();
    await control.whenDelivered();
    const moved = await startWebhookReceiver();
    await sandbox.setWebhook(moved);
    await control.whenDelivered();
    expect([receiver.types(), moved.types()]).toEqual([['customer.created'], ['customer.created']]);
    expect((await stripe.webhookEndpoints.list()).data.map(({ url }) => url)).toEqual([moved.url]);
  });

  it('waits in time of the machine, also when the sandbox has a clock that stands still', async () => {
    const receiver = await startWebhookReceiver();
    const { stripe, control } = await startTestSandbox({ webhook: receiver, now: () => 1_800_000_000_000 });
    control.setDelivery({ mode: 'auto', delayMs: 5 });
    await stripe.customers.create();
    await control.whenDelivered();
    expect(receiver.get(0).signature).toMatch(/^t=1800000000,v1=/);
  });

  it('is sent again by hand', async () => {
    const { stripe, control, receiver } = await startDelivering();
    await stripe.customers.create();
    await control.whenDelivered();
    await control.sendEvent(receiver.get(0).event.id);
    await control.whenDelivered();
    expect(receiver.received.map(({ event }) => event.id)).toHaveLength(2);
    await expect(control.sendEvent('evt_x')).rejects.toThrow('no event evt_x');
  });

  it.each([
    ['wrong-signature', 'No signatures found matching the expected signature'],
    ['old-timestamp', 'Timestamp outside the tolerance zone'],
  ] as const)('with %s is refused by the SDK', async (flaw, message) => {
    const { stripe, control, receiver } = await startDelivering();
    control.setDelivery({ mode: 'auto', flaw });
    await stripe.customers.create();
    await control.whenDelivered();
    expect(() => verifyWebhook(receiver.get(0))).toThrow(message);
  });

  it('goes to enabled endpoints that want its type, each with its own secret', async () => {
    const { stripe, control, receiver } = await startDelivering();
    const other = await startWebhookReceiver();
    const { id } = await control.dashboard.createEndpoint({ url: other.url, enabled_events: ['customer.updated'] });
    const customer = await stripe.customers.create();
    await stripe.customers.update(customer.id, { name: 'Ada' });
    await control.whenDelivered();
    expect(other.types()).toEqual(['customer.updated']);
    expect(() => verifyWebhook(other.get(0))).toThrow('No signatures found');
    await stripe.webhookEndpoints.update(id, { disabled: true });
    await stripe.customers.update(customer.id, { name: 'Grace' });
    await control.whenDelivered();
    expect(other.received).toHaveLength(1);
    expect(receiver.types()).toEqual(['customer.created', 'customer.updated', 'customer.updated']);
  });
});
