import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type { FaultKind } from '#api/payment-sandbox/http/faults.ts';
import { createSandboxClient, startTestSandbox } from '../../support/payments/sandbox.ts';

const match = { method: 'POST', path: '/v1/customers' };

/** What one create does under a fault, with the retries of the SDK. */
async function createUnder(kind: FaultKind, { times = 1, maxNetworkRetries = 2, timeout = 80_000 } = {}) {
  const { sandbox, control } = await startTestSandbox();
  control.setFault({ match, kind, times, delayMs: 60_000 });
  const client = createSandboxClient(sandbox.url, { maxNetworkRetries, timeout });
  const result = await client.customers.create({ name: 'Ada' }, { idempotencyKey: 'k1' }).then(
    (customer) => customer,
    (error: Stripe.errors.StripeError) => error,
  );
  return { result, stored: control.list('customer'), client };
}

describe('a fault', () => {
  it.each(['409', '500-before', '503', 'reset'] as const)('%s is survived by the SDK: one customer', async (kind) => {
    const { result, stored } = await createUnder(kind);
    expect(result).toMatchObject({ object: 'customer', name: 'Ada' });
    expect(stored.map(({ id }) => id)).toEqual([(result as Stripe.Customer).id]);
  });

  it.each([
    ['402', 'StripeCardError', 402],
    ['429', 'StripeRateLimitError', 429],
  ] as const)('%s is not tried again, and nothing is done', async (kind, type, statusCode) => {
    const { result, stored } = await createUnder(kind);
    expect(result).toMatchObject({ type, statusCode });
    expect(stored).toEqual([]);
  });

  it('500-after has done its work, and its key repeats the error', async () => {
    const { result, stored } = await createUnder('500-after');
    expect(result).toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } });
    expect(stored).toHaveLength(1);
  });

  it.each(['reset', 'cut-body'] as const)('%s has done its work although no answer came', async (kind) => {
    const { result, stored } = await createUnder(kind, { times: 5, maxNetworkRetries: 0 });
    expect(result).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(stored).toHaveLength(1);
  });

  it('cut-body is not tried again by the SDK; the same key gets the answer', async () => {
    const { result, stored, client } = await createUnder('cut-body');
    expect(result).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    const again = await client.customers.create({ name: 'Ada' }, { idempotencyKey: 'k1' });
    expect(stored.map(({ id }) => id)).toEqual([again.id]);
  });

  it('delay answers after the client has given up', async () => {
    const { result, stored } = await createUnder('delay', { maxNetworkRetries: 0, timeout: 200 });
    expect(result).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(stored).toHaveLength(1);
  });

  it('meets the request or the route that it names, so many times, until it is cleared', async () => {
    const { stripe, control, sandbox } = await startTestSandbox();
    const client = createSandboxClient(sandbox.url, { maxNetworkRetries: 0 });
    const { id } = await stripe.customers.create();
    control.setFault({ match: { path: '/v1/customers/:id' }, kind: '503', times: 1 });
    expect((await client.customers.create()).id).not.toBe(id);
    await expect(client.customers.retrieve(id)).rejects.toMatchObject({ statusCode: 503 });
    expect((await client.customers.retrieve(id)).id).toBe(id);
    control.setFault({ match: {}, kind: '503', times: 100 });
    expect(control.faults()).toHaveLength(1);
    control.clearFaults();
    expect((await client.customers.retrieve(id)).id).toBe(id);
  });
});
