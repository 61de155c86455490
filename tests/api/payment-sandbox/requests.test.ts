import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { SANDBOX_KEY } from '../../support/payments/catalogue.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { firstItem, readLatestInvoice, replaceDefaultCard, subscribe } from '../../support/payments/subscribe.ts';

/** A request without the SDK. */
const call = (url: string, { headers = {}, ...init }: RequestInit = {}) =>
  fetch(url, { ...init, headers: { authorization: `Bearer ${SANDBOX_KEY}`, ...headers } });

const form = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
});

describe('an idempotency key', () => {
  it('answers the same request again without running it', async () => {
    const { stripe, control } = await startTestSandbox();
    const create = () => stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'k1' });
    const [first, second] = [await create(), await create()];
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(second.lastResponse.idempotencyKey).toBe('k1');
    expect(control.list('customer')).toHaveLength(1);
  });

  it('is refused with other parameters, or on another path', async () => {
    const { stripe } = await startTestSandbox();
    await stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'k1' });
    const other = stripe.customers.create({ email: 'grace@example.com' }, { idempotencyKey: 'k1' });
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    await expect(stripe.customers.update('cus_1', { name: 'x' }, { idempotencyKey: 'k1' })).rejects.toMatchObject({
      rawType: 'idempotency_error',
    });
  });

  it('repeats a declined card, but not a refused parameter', async () => {
    const started = await startTestSandbox();
    const { stripe, control } = started;
    const { customer, subscription } = await subscribe(started);
    const failing = await replaceDefaultCard({ ...started, customer, subscription }, '4000000000000341');
    await control.advanceTo(firstItem(subscription).current_period_end + 3600);
    const { id } = await readLatestInvoice(started, subscription.id);
    const pay = (payment_method: string, idempotencyKey: string) =>
      stripe.invoices.pay(id, { payment_method }, { idempotencyKey });
    await expect(pay(failing.id, 'k1')).rejects.toBeInstanceOf(Stripe.errors.StripeCardError);
    await expect(pay(failing.id, 'k1')).rejects.toMatchObject({
      code: 'card_declined',
      decline_code: 'generic_decline',
      headers: { 'idempotent-replayed': 'true' },
    });
    expect(control.list('charge').filter(({ status }) => status === 'failed')).toHaveLength(2);
    await expect(pay('pm_unknown', 'k2')).rejects.toMatchObject({ code: 'resource_missing' });
    const good = await control.dashboard.addCard(customer.id, '4242424242424242');
    await expect(pay(good.id, 'k2')).resolves.toMatchObject({ status: 'paid' });
  });

  it('is in use while its first request runs: 409, which the SDK tries again', async () => {
    const { sandbox, control } = await startTestSandbox();
    const create = () =>
      call(`${sandbox.url}/v1/customers`, form('email=a%40example.com', { 'idempotency-key': 'k1' }));
    const answers = await Promise.all([create(), create(), create()]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    const created = new Set(bodies.filter(({ id }) => id).map(({ id }) => id));
    expect(created.size).toBe(1);
    for (const { error } of bodies.filter(({ id }) => !id)) expect(error.code).toBe('idempotency_key_in_use');
    expect(control.list('customer')).toHaveLength(1);
  });
});

describe('a request', () => {
  it('takes nested parameters, and expands what it answers', async () => {
    const { sandbox, stripe } = await startTestSandbox();
    const created = await call(`${sandbox.url}/v1/customers`, form('name=Ada&metadata[a]=b%20c'));
    expect(await created.json()).toMatchObject({ name: 'Ada', metadata: { a: 'b c' } });
    expect(await stripe.prices.retrieve('price_pro', { expand: ['product'] })).toMatchObject({
      unit_amount: 3000,
      recurring: { interval: 'month' },
      product: { name: 'Pro' },
    });
    await expect(stripe.prices.retrieve('price_pro', { expand: ['customer'] })).rejects.toMatchObject({
      message: 'This property cannot be expanded (customer).',
    });
  });

  it.each([
    ['without a key', {}, 401, 'You did not provide an API key'],
    ['with another key', { authorization: 'Bearer sk_test_other' }, 401, 'Invalid API Key provided'],
    [
      'of another API version',
      { authorization: `Bearer ${SANDBOX_KEY}`, 'stripe-version': '2024-06-20' },
      400,
      'Invalid Stripe API version',
    ],
  ])('%s is refused', async (_name, headers, status, message) => {
    const { sandbox } = await startTestSandbox();
    const answer = await fetch(`${sandbox.url}/v1/account`, { headers });
    const { error } = await answer.json();
    expect([answer.status, error.type]).toEqual([status, 'invalid_request_error']);
    expect(error.message).toContain(message);
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
  });

  it.each([
    ['/v1/nothing', '', 404, { type: 'invalid_request_error' }, 'Unrecognized request URL (POST: /v1/nothing)'],
    ['/v1/customers', 'foo[bar]=1', 400, { code: 'parameter_unknown', param: 'foo' }, 'unknown parameter: foo'],
    [
      '/v1/subscription_schedules',
      '',
      400,
      { code: 'parameter_missing', param: 'from_subscription' },
      'Missing required param: from_subscription.',
    ],
    ['/v1/customers/cus_1', 'balance=abc', 400, { param: 'balance' }, 'Invalid balance: Invalid integer'],
    ['/v1/customers/cus_x', 'name=a', 404, { code: 'resource_missing', param: 'id' }, "No such customer: 'cus_x'"],
  ])('to %s with %s is refused as Stripe refuses it', async (path, body, status, details, message) => {
    const { sandbox } = await startTestSandbox();
    const answer = await call(`${sandbox.url}${path}`, form(body));
    const { error } = await answer.json();
    expect(answer.status).toBe(status);
    expect(error).toMatchObject(details);
    expect(error.message).toContain(message);
  });

  it('that is refused leaves nothing of what it had done before', async () => {
    const { control } = await startTestSandbox();
    const count = control.events().length;
    await expect(control.dashboard.addCard('cus_1', '4000000000000002')).rejects.toMatchObject({ status: 402 });
    expect(control.list('payment_method')).toEqual([]);
    expect(control.events()).toHaveLength(count);
  });
});

describe('a list', () => {
  it('is paged, and by the SDK from page to page', async () => {
    const { stripe } = await startTestSandbox();
    for (const name of ['1', '2', '3']) await stripe.customers.create({ name });
    const readNames = (events: Stripe.Event[]) =>
      events.map(({ data }) => (data.object as { name: string }).name).slice(0, 3);
    const first = await stripe.events.list({ limit: 2 });
    expect([readNames(first.data), first.has_more]).toEqual([['3', '2'], true]);
    const second = await stripe.events.list({ limit: 1, starting_after: first.data[1]?.id });
    expect(readNames(second.data)).toEqual(['1']);
    const all = await stripe.events.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(readNames(all)).toEqual(['3', '2', '1']);
    await expect(stripe.events.list({ starting_after: 'evt_x' })).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(stripe.events.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });

  it('is filtered by time', async () => {
    let now = Date.UTC(2027, 0, 1);
    const { stripe } = await startTestSandbox({ now: () => now });
    now += 60_000;
    await stripe.customers.create({ name: 'new' });
    const { data } = await stripe.events.list({ created: { gte: Date.UTC(2027, 0, 1) / 1000 + 1 } });
    expect(data.map(({ type }) => type)).toEqual(['customer.created']);
  });
});
