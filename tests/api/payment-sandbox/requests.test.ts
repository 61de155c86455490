import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { SANDBOX_KEY } from '../../support/payments/catalogue.ts';
import { createSandboxClient, startTestSandbox } from '../../support/payments/sandbox.ts';

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
    const { stripe } = await startTestSandbox();
    const create = () => stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'k1' });
    const [first, second] = [await create(), await create()];
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(second.lastResponse.idempotencyKey).toBe('k1');
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('is refused with other parameters, or on another path', async () => {
    const { stripe } = await startTestSandbox();
    await stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'k1' });
    const other = stripe.customers.create({ email: 'grace@example.com' }, { idempotencyKey: 'k1' });
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    await expect(stripe.products.create({ name: 'x' }, { idempotencyKey: 'k1' })).rejects.toMatchObject({
      rawType: 'idempotency_error',
    });
  });

  it('repeats a declined card, but not a refused parameter', async () => {
    const { stripe } = await startTestSandbox();
    const customer = await stripe.customers.create();
    const attach = (id: string, key: string) =>
      stripe.paymentMethods.attach(id, { customer: customer.id }, { idempotencyKey: key });
    await expect(attach('pm_card_visa_chargeDeclined', 'k1')).rejects.toBeInstanceOf(Stripe.errors.StripeCardError);
    await expect(attach('pm_card_visa_chargeDeclined', 'k1')).rejects.toMatchObject({
      code: 'card_declined',
      decline_code: 'generic_decline',
      headers: { 'idempotent-replayed': 'true' },
    });
    await expect(attach('pm_unknown', 'k2')).rejects.toMatchObject({ code: 'resource_missing' });
    expect((await attach('pm_card_visa', 'k2')).customer).toBe(customer.id);
  });

  it('is in use while its first request runs: 409, which the SDK tries again', async () => {
    const { sandbox } = await startTestSandbox();
    const create = () =>
      call(`${sandbox.url}/v1/customers`, form('email=a%40example.com', { 'idempotency-key': 'k1' }));
    const answers = await Promise.all([create(), create(), create()]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    const created = new Set(bodies.filter(({ id }) => id).map(({ id }) => id));
    expect(created.size).toBe(1);
    for (const { error } of bodies.filter(({ id }) => !id)) expect(error.code).toBe('idempotency_key_in_use');
    const stripe = createSandboxClient(sandbox.url);
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });
});

describe('a request', () => {
  it('takes nested parameters, lists with and without index, and expands what it answers', async () => {
    const { sandbox, stripe } = await startTestSandbox();
    const body = 'name=Extra&metadata[a]=b%20c&images[]=http://example.com/1.png&images[]=http://example.com/2.png';
    const product = await (await call(`${sandbox.url}/v1/products`, form(body))).json();
    expect(product).toMatchObject({
      metadata: { a: 'b c' },
      images: ['http://example.com/1.png', 'http://example.com/2.png'],
    });
    const customer = await stripe.customers.create({ expand: ['subscriptions'] });
    expect(customer.subscriptions).toMatchObject({ object: 'list', data: [] });
    await expect(stripe.prices.retrieve('price_pro', { expand: ['customer'] })).rejects.toMatchObject({
      message: 'This property cannot be expanded (customer).',
    });
    const listed = await stripe.prices.list({ expand: ['data.product'] });
    expect(listed.data.map(({ product: each }) => (each as Stripe.Product).name)).toEqual(['Studio', 'Pro', 'Creator']);
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
    const answer = await fetch(`${sandbox.url}/v1/customers`, { headers });
    const { error } = await answer.json();
    expect([answer.status, error.type]).toEqual([status, 'invalid_request_error']);
    expect(error.message).toContain(message);
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
  });

  it.each([
    ['/v1/nothing', '', 404, { type: 'invalid_request_error' }, 'Unrecognized request URL (POST: /v1/nothing)'],
    [
      '/v1/products',
      'name=x&foo[bar]=1',
      400,
      { code: 'parameter_unknown', param: 'foo' },
      'Received unknown parameter: foo',
    ],
    [
      '/v1/prices',
      'currency=usd&unit_amount=1&recurring[interval]=month&recurring[foo]=1',
      400,
      { code: 'parameter_unknown', param: 'recurring[foo]' },
      'Received unknown parameter: recurring[foo]',
    ],
    ['/v1/products', '', 400, { code: 'parameter_missing', param: 'name' }, 'Missing required param: name.'],
    [
      '/v1/prices',
      'currency=usd&unit_amount=1&recurring[interval]=moon',
      400,
      { param: 'recurring[interval]' },
      'Invalid recurring[interval]: must be one of day, month, week, or year',
    ],
    [
      '/v1/prices',
      'currency=usd&unit_amount=abc&product=prod_pro',
      400,
      { code: 'parameter_invalid_integer' },
      'Invalid integer: abc',
    ],
    ['/v1/customers', 'email=x', 400, { code: 'email_invalid', param: 'email' }, 'Invalid email address: x'],
    [
      '/v1/products',
      'name=',
      400,
      { code: 'parameter_invalid_empty', param: 'name' },
      "You passed an empty string for 'name'. We assume",
    ],
    [
      '/v1/prices',
      'currency=usd&unit_amount=1&product=prod_x',
      400,
      { code: 'resource_missing', param: 'product' },
      "No such product: 'prod_x'",
    ],
    ['/v1/customers/cus_x', 'name=a', 404, { code: 'resource_missing', param: 'id' }, "No such customer: 'cus_x'"],
  ])('to %s with %s is refused as Stripe refuses it', async (path, body, status, details, message) => {
    const { sandbox } = await startTestSandbox();
    const answer = await call(`${sandbox.url}${path}`, form(body));
    const { error } = await answer.json();
    expect(answer.status).toBe(status);
    expect(error).toMatchObject(details);
    expect(error.message).toContain(message);
    expect(Boolean(error.doc_url)).toBe(Boolean(error.code));
  });
});

describe('a refused request', () => {
  it('leaves nothing of what it had done before', async () => {
    const { stripe, control } = await startTestSandbox();
    const count = control.events().length;
    const payment_method = 'pm_card_visa_chargeDeclined';
    await expect(stripe.customers.create({ payment_method })).rejects.toMatchObject({ statusCode: 402 });
    expect((await stripe.customers.list()).data).toEqual([]);
    expect(control.list('payment_method')).toEqual([]);
    expect(control.events()).toHaveLength(count);
  });
});

describe('a list', () => {
  it('is paged in both directions, and by the SDK from page to page', async () => {
    const { stripe } = await startTestSandbox();
    for (const name of ['1', '2', '3', '4', '5']) await stripe.customers.create({ name });
    const names = (page: Stripe.ApiList<Stripe.Customer>) => page.data.map(({ name }) => name);
    const first = await stripe.customers.list({ limit: 2 });
    expect([names(first), first.has_more]).toEqual([['5', '4'], true]);
    const second = await stripe.customers.list({ limit: 2, starting_after: first.data[1]?.id });
    expect([names(second), second.has_more]).toEqual([['3', '2'], true]);
    const back = await stripe.customers.list({ limit: 2, ending_before: second.data[1]?.id });
    expect([names(back), back.has_more]).toEqual([['4', '3'], true]);
    const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ name }) => name)).toEqual(['5', '4', '3', '2', '1']);
    await expect(stripe.customers.list({ starting_after: 'cus_x' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });

  it('leaves out customers of test clocks, unless it asks for them', async () => {
    const { stripe } = await startTestSandbox();
    const { id: test_clock } = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
    await stripe.customers.create({ name: 'on a clock', test_clock });
    await stripe.customers.create({ name: 'of today' });
    expect((await stripe.customers.list()).data.map(({ name }) => name)).toEqual(['of today']);
    expect((await stripe.customers.list({ test_clock })).data.map(({ name }) => name)).toEqual(['on a clock']);
  });

  it('is filtered by time', async () => {
    let now = Date.UTC(2027, 0, 1);
    const { stripe } = await startTestSandbox({ now: () => now });
    await stripe.customers.create({ name: 'old' });
    now += 60_000;
    await stripe.customers.create({ name: 'new' });
    const { data } = await stripe.customers.list({ created: { gte: Date.UTC(2027, 0, 1) / 1000 + 1 } });
    expect(data.map(({ name }) => name)).toEqual(['new']);
  });
});

describe('a search', () => {
  it.each([
    ["metadata['team']:'red'", ['Ada', 'Alan']],
    ['metadata["team"]:"red" AND name~"al"', ['Alan']],
    ['email:"GRACE@example.com" OR name:"Ada"', ['Ada', 'Grace']],
    ['-metadata["team"]:"red"', ['Grace']],
    ['metadata["team"]:null', ['Grace']],
    ['created>1 name:"Ada"', ['Ada']],
    ['created<1', []],
  ])('finds customers by %s', async (query, expected) => {
    const { stripe } = await startTestSandbox();
    await stripe.customers.create({ name: 'Ada', metadata: { team: 'red' } });
    await stripe.customers.create({ name: 'Alan', metadata: { team: 'red' } });
    await stripe.customers.create({ name: 'Grace', email: 'grace@example.com' });
    const { data } = await stripe.customers.search({ query });
    expect(data.map(({ name }) => name).sort()).toEqual(expected);
  });

  it('is paged, and refuses what it cannot read', async () => {
    const { stripe } = await startTestSandbox();
    for (const name of ['1', '2', '3']) await stripe.customers.create({ name });
    const all = await stripe.customers.search({ query: 'created>1', limit: 1 }).autoPagingToArray({ limit: 10 });
    expect(all.map(({ name }) => name)).toEqual(['3', '2', '1']);
    const search = (query: string) => stripe.customers.search({ query });
    await expect(search('name=1')).rejects.toMatchObject({ statusCode: 400, param: 'query' });
    await expect(search('balance:1')).rejects.toMatchObject({
      message: 'Field `balance` is an unsupported search field for this resource.',
    });
    await expect(search('name:"1" OR name:"2" AND name:"3"')).rejects.toMatchObject({ statusCode: 400 });
  });
});
