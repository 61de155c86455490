import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createStripePayments, type StripeSettings } from '#api/adapters/stripe/stripe-payments.ts';
import type { PriceIds } from '#api/domain/catalogue-types.ts';
import type { StripeCheckName } from '#api/domain/stripe-report.ts';
import { webhookEventTypes } from '#api/features/subscriptions/webhooks/targets.service.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createTestStripeCheck } from '../../support/app/test-app.ts';
import { type Rewrite, startRewritingProxy } from '../../support/payments/rewriting-proxy.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { OwnSite } from '../../support/payments/own-site.ts';
import { createEvent, listEventsAbout, postWebhook, sendEvent, signBody } from '../../support/payments/send-event.ts';
import { listKeyPermissions } from '../../support/payments/key-permissions.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { sellAtPrices, toMonthlyPrices } from '../../support/payments/price-ids.ts';
import { CREW, findSoldProductId, FLEET, RUDDER, SOLO, toKey } from '../../support/payments/tideworks.ts';

const MINUTE_MS = 60_000;
const RESTRICTED_KEY = 'rk_test_restricted';

/** What docs/stripe.md tells an operator to give to a restricted key. */
const NEEDED = listKeyPermissions();

let test: OwnSite;

beforeAll(async () => {
  test = await createPaymentApp();
  // The account of a company that has sold something: an event has arrived.
  await (await createSubscriber(test)).subscribe(RUDDER);
  await test.deliver();
});
afterAll(() => test.close());

type SetUp = {
  settings?: Partial<StripeSettings>;
  /** Amounts that plans are sold for, by their keys, until the test ends. */
  priceIds?: PriceIds;
  isProduction?: boolean;
  allowsTestKey?: boolean;
  webhookUrl?: string;
};

/** A check of the sandbox as if it were Stripe. */
function createCheck({ settings = {}, priceIds, isProduction = false, allowsTestKey = false, webhookUrl }: SetUp = {}) {
  if (priceIds) onTestFinished(sellAtPrices(test, priceIds));
  const { db, clock, log } = test.deps;
  const payments = createStripePayments({ ...test.settings, sandboxUrl: null, ...settings });
  const now = settings.now ?? (() => clock.now());
  const check = createTestStripeCheck({ db, clock: { ...clock, now }, log, payments }, webhookUrl ?? test.webhookUrl, {
    isProduction,
    allowsTestKey,
  });
  check.recordDelivery('invoice.paid');
  return check;
}

async function findLine(setUp: SetUp, name: StripeCheckName) {
  const report = await createCheck(setUp).run();
  return report?.lines.find((line) => line.name === name);
}

async function createPrice(price: { unit_amount?: number; currency?: string; interval?: 'month' | 'year' }) {
  const { unit_amount = 3000, currency = 'nzd', interval = 'month' } = price;
  const params = { product: findSoldProductId(test, CREW), unit_amount, currency, recurring: { interval } };
  const { id } = await test.control.dashboard.createPrice(params);
  return { priceIds: { [toKey(CREW)]: toMonthlyPrices(id) } };
}

const findEndpointId = async () => (await test.stripe.webhookEndpoints.list()).data[0]?.id ?? '';

/** Changes the endpoint of this site, until the test ends. */
async function changeEndpoint(change: { url?: string; disabled?: boolean; enabled_events?: string[] }) {
  const id = await findEndpointId();
  await test.stripe.webhookEndpoints.update(id, change as never);
  onTestFinished(async () => {
    await test.stripe.webhookEndpoints.update(id, {
      url: test.webhookUrl,
      disabled: false,
      enabled_events: ['*'],
    });
  });
}

/** An account that answers as no sandbox would. */
async function answerWith(rewrite: Rewrite): Promise<SetUp> {
  const proxy = await startRewritingProxy(test.settings.apiBase ?? '', rewrite);
  onTestFinished(() => proxy.close());
  return { settings: { apiBase: proxy.url } };
}

type Row = {
  what: string;
  state?: 'warning';
  prepare: () => SetUp | Promise<SetUp>;
  name: StripeCheckName;
  text: RegExp;
  details?: RegExp;
  remedy: RegExp;
};

const rows: Row[] = [
  {
    what: 'a key that Stripe refuses',
    prepare: () => ({ settings: { secretKey: 'sk_test_expired' } }),
    name: 'key',
    text: /^Stripe refuses the key: ‘Invalid API Key/,
    remedy: /API keys, make a restricted key .* set it as STRIPE_SECRET_KEY/,
  },
  {
    what: 'a restricted key without a permission',
    prepare: () => {
      test.control.restrictKey('rk_test_lacking', { ...NEEDED, charge: 'read' });
      return { settings: { secretKey: 'rk_test_lacking' } };
    },
    name: 'permissions',
    text: /^The key lacks 1 permission/,
    details: /^Charges and Refunds: Write, for refunds, and what was refunded$/,
    remedy: /edit the restricted key/,
  },
  {
    what: 'a test key in production',
    prepare: () => ({ isProduction: true }),
    name: 'mode',
    text: /^A test key in production/,
    remedy: /STRIPE_ALLOW_TEST_KEY=true/,
  },
  {
    what: 'no webhook endpoint',
    prepare: async () => {
      await changeEndpoint({ disabled: true, url: 'https://gone.example.com/hook' });
      return { webhookUrl: 'https://www.example.com/api/stripe/webhook' };
    },
    name: 'endpoint',
    text: /^The account has no webhook endpoint/,
    remedy: /add an endpoint for https:\/\/www\.example\.com\/api\/stripe\/webhook .* STRIPE_WEBHOOK_SECRET/,
  },
  {
    what: 'an endpoint with another address',
    prepare: async () => {
      await changeEndpoint({ url: 'https://old.example.com/api/stripe/webhook' });
      return { webhookUrl: 'https://www.example.com/api/stripe/webhook' };
    },
    name: 'endpoint',
    text: /^Stripe sends to another address, not to https:\/\/www\.example\.com/,
    details: /^https:\/\/old\.example\.com\/api\/stripe\/webhook$/,
    remedy: /add an endpoint for .* If SITE_URL is wrong/,
  },
  {
    what: 'an endpoint that lacks events',
    prepare: async () => {
      const lacking = webhookEventTypes.filter((type) => !type.startsWith('charge.dispute.'));
      await changeEndpoint({ enabled_events: [...lacking] });
      return {};
    },
    name: 'events',
    text: /^5 of \d+ events aren’t sent to this site/,
    details:
      /^charge\.dispute\.closed charge\.dispute\.created charge\.dispute\.funds_reinstated .*charge\.dispute\.updated$/,
    remedy: /Add them here, or in Stripe/,
  },
  {
    what: 'a clock that is 10 minutes fast',
    prepare: () => ({ settings: { now: () => test.clock.now() + 10 * MINUTE_MS } }),
    name: 'clock',
    text: /^10 minutes fast\. Events of Stripe are refused as too old/,
    remedy: /Synchronise the clock/,
  },
  {
    what: 'a clock that is 10 minutes slow',
    prepare: () => ({ settings: { now: () => test.clock.now() - 10 * MINUTE_MS } }),
    name: 'clock',
    text: /^10 minutes slow\. Events of Stripe are refused as from the future/,
    remedy: /Synchronise the clock/,
  },
  {
    what: 'that no plan has a price',
    prepare: () => ({ priceIds: Object.fromEntries([SOLO, CREW, FLEET, RUDDER].map((name) => [toKey(name), []])) }),
    name: 'prices',
    state: 'warning',
    text: /^No plan is sold: none has a price at Stripe\.$/,
    remedy: /^Create the prices of Solo, Crew, Fleet and Rudder/,
  },
  {
    what: 'an endpoint that is disabled',
    prepare: async () => {
      await changeEndpoint({ disabled: true });
      return {};
    },
    name: 'endpoint',
    text: /is disabled in Stripe: nothing is sent to it\.$/,
    remedy: /enable the endpoint/,
  },
  {
    what: 'an endpoint with another version of the API',
    state: 'warning',
    prepare: () =>
      answerWith((object) => {
        if (object.object === 'webhook_endpoint') object.api_version = '2020-08-27';
      }),
    name: 'endpoint',
    text: /is on, with version 2020-08-27 of the API\. This site speaks \d{4}-\d\d-\d\d/,
    remedy: /add an endpoint with version .* set its secret beside the old one/,
  },
  {
    what: 'events that have not arrived',
    state: 'warning',
    prepare: async () => {
      await test.control.dashboard.updateProduct(findSoldProductId(test, CREW), { description: String(Math.random()) });
      test.clock.advance(10 * MINUTE_MS);
      onTestFinished(() => test.deliver());
      return {};
    },
    name: 'deliveries',
    text: /^1 event of the last 7 days hasn’t arrived\.$/,
    details: /^product\.updated$/,
    remedy: /Nothing is lost/,
  },
  {
    what: 'that Stripe answers nothing about the portal',
    state: 'warning',
    prepare: () => {
      test.control.setFault({ match: { path: '/v1/billing_portal/configurations' }, kind: '503', times: 5 });
      onTestFinished(() => test.control.clearFaults());
      return {};
    },
    name: 'portal',
    text: /^Couldn’t be checked: Stripe didn’t answer\.$/,
    remedy: /Check again in a few minutes/,
  },
  {
    what: 'a live key outside production',
    state: 'warning',
    prepare: () => ({ settings: { secretKey: 'sk_live_real' } }),
    name: 'mode',
    text: /^A live key outside production: real cards are charged\.$/,
    remedy: /Set STRIPE_SECRET_KEY to a test key/,
  },
  {
    what: 'that Stripe can’t be reached',
    prepare: () => ({ settings: { apiBase: 'http://127.0.0.1:1', maxRetries: 0 } }),
    name: 'key',
    text: /^Stripe didn’t answer: /,
    remedy: /may reach api\.stripe\.com/,
  },
  {
    what: 'a price that does not exist',
    prepare: () => ({ priceIds: { [toKey(CREW)]: toMonthlyPrices('price_nowhere') } }),
    name: 'prices',
    text: /^3 of 4 prices match/,
    details: /^Crew: price_nowhere doesn’t exist in this account\.$/,
    remedy: /Choose under Plans which is right for Crew/,
  },
  {
    what: 'a price that is archived',
    prepare: async () => {
      const setUp = await createPrice({});
      await test.control.dashboard.updatePrice(setUp.priceIds[toKey(CREW)]?.[0]?.priceId ?? '', { active: false });
      return setUp;
    },
    name: 'prices',
    text: /^3 of 4 prices match/,
    details: /^Crew: price_\w+ is archived\.$/,
    remedy: /Choose under Plans which is right for Crew/,
  },
  {
    what: 'a price of another amount',
    prepare: () => createPrice({ unit_amount: 3500 }),
    name: 'prices',
    text: /^3 of 4 prices match/,
    details: /^Crew: the site says .*30\.00 per month, Stripe charges .*35\.00 per month \(price_\w+\)\.$/,
    remedy: /Choose under Plans which is right for Crew/,
  },
  {
    what: 'a price in another currency',
    prepare: () => createPrice({ currency: 'usd' }),
    name: 'prices',
    text: /^3 of 4 prices match/,
    details: /^Crew: the site says \$30\.00 per month, Stripe charges US\$30\.00 per month/,
    remedy: /Choose under Plans which is right for Crew/,
  },
  {
    what: 'a price of another interval',
    prepare: () => createPrice({ interval: 'year' }),
    name: 'prices',
    text: /^3 of 4 prices match/,
    details: /^Crew: the site says \$30\.00 per month, Stripe charges \$30\.00 per year/,
    remedy: /Choose under Plans which is right for Crew/,
  },
];

describe('the check of the account at Stripe', () => {
  it('finds nothing wrong with an account that is set up right', async () => {
    const report = await createCheck().run();
    expect(report?.lines.map(({ name, state, text }) => ({ name, state, text }))).toEqual(
      ['key', 'permissions', 'mode', 'prices', 'endpoint', 'events', 'secret', 'deliveries', 'portal', 'clock'].map(
        (name) => ({ name, state: 'ok', text: expect.any(String) }),
      ),
    );
    expect(JSON.stringify(report)).not.toContain(test.settings.secretKey);
  });

  it('finds nothing wrong with a restricted key that has the permissions of the guide', async () => {
    test.control.restrictKey(RESTRICTED_KEY, NEEDED);
    const report = await createCheck({ settings: { secretKey: RESTRICTED_KEY } }).run();
    expect(report?.lines.filter(({ state }) => state !== 'ok')).toEqual([]);
  });

  it.each(rows)(
    'names $what and says how to put it right, T45',
    async ({ prepare, name, state = 'error', text, details, remedy }) => {
      const line = await findLine(await prepare(), name);
      expect(line).toMatchObject({ state, text: expect.stringMatching(text) });
      expect(line?.details.join(' ')).toMatch(details ?? /^$/);
      expect(line?.remedy).toMatch(remedy);
    },
  );

  it('names a plan that is shown and has no price at Stripe, and what to do', async () => {
    const line = await findLine({ priceIds: { [toKey(CREW)]: [] } }, 'prices');
    const text = '3 of 3 prices match. Crew can’t be bought: no price at Stripe.';
    const remedy = 'Create the price of Crew under Plans, and publish.';
    expect(line).toMatchObject({ state: 'warning', text, details: [], remedy });
  });

  it('leaves out the portal where the key may not open it, and names the permission', async () => {
    test.control.restrictKey('rk_test_portal', { ...NEEDED, customer_portal: 'read' });
    const report = await createCheck({ settings: { secretKey: 'rk_test_portal' } }).run();
    const { customer_portal: _none, ...others } = NEEDED;
    expect(report?.lines.find(({ name }) => name === 'permissions')?.details).toEqual([
      'Customer portal: Write, for the page where people change their card and their billing details',
    ]);
    test.control.restrictKey('rk_test_portal', others);
    expect(await findLine({ settings: { secretKey: 'rk_test_portal' } }, 'portal')).toMatchObject({
      state: 'skipped',
      text: 'Not checked: the key lacks the permission.',
    });
  });

  it('names the coupons that a key may not read: without them no subscription can be read', async () => {
    const { coupon: _none, ...others } = NEEDED;
    test.control.restrictKey('rk_test_no_coupons', others);
    const settings = { secretKey: 'rk_test_no_coupons' };
    expect(await findLine({ settings }, 'permissions')).toMatchObject({
      state: 'error',
      details: [
        'Coupons: Read, for discounts of subscriptions',
        'Coupons: Write, for new coupons for a user, and promotion codes',
      ],
    });
    const payments = createStripePayments({ ...test.settings, ...settings });
    await expect(payments.listSubscriptions('cus_any')).rejects.toMatchObject({ status: 403 });
  });

  it('adds the events that the endpoint lacks when an admin asks for it, and leaves the others', async () => {
    await changeEndpoint({ enabled_events: ['invoice.paid', 'payout.paid'] });
    const admin = await createApiCaller(test);
    const { status, body } = await admin.call('POST', '/api/admin/billing/stripe-check/events');
    expect(status).toBe(200);
    expect(body.report.lines.find((line: { name: string }) => line.name === 'events')).toMatchObject({ state: 'ok' });
    const { enabled_events: sent } = await test.stripe.webhookEndpoints.retrieve(await findEndpointId());
    expect([...sent].sort()).toEqual([...new Set([...webhookEventTypes, 'payout.paid'])].sort());
  });

  it('says of everything that needs a key why it was not checked when the key is refused', async () => {
    const report = await createCheck({ settings: { secretKey: 'sk_test_expired' } }).run();
    const dependent = report?.lines.filter(({ name }) => name !== 'key' && name !== 'mode') ?? [];
    expect(dependent).toHaveLength(8);
    for (const line of dependent)
      expect(line).toMatchObject({ state: 'skipped', text: expect.stringContaining('key') });
  });

  it('takes a test key in production where a setting allows it by name', async () => {
    expect(await findLine({ isProduction: true, allowsTestKey: true }, 'mode')).toMatchObject({ state: 'ok' });
  });

  it('names a wrong webhook secret once an event of Stripe was refused for its signature', async () => {
    const right = test.deps.payments;
    test.deps.payments = createStripePayments({ ...test.settings, webhookSecrets: ['whsec_of_another_endpoint'] });
    onTestFinished(async () => {
      test.deps.payments = right;
      await test.deliver();
    });
    test.clock.advance(1_000);
    test.control.setDelivery({ mode: 'auto' });
    await test.control.dashboard.updateProduct(findSoldProductId(test, CREW), { description: 'Changed' });
    await test.control.whenDelivered();
    test.control.setDelivery({ mode: 'hold' });
    const report = await test.deps.stripeCheck.run();
    expect(report?.lines.find(({ name }) => name === 'secret')).toMatchObject({
      state: 'error',
      text: expect.stringContaining('doesn’t match STRIPE_WEBHOOK_SECRET'),
      remedy: expect.stringContaining('reveal its signing secret'),
    });
  });

  it('names a webhook secret of the other mode once an event of Stripe was refused for it', async () => {
    test.clock.advance(1_000);
    const { id } = await test.control.dashboard.updateProduct(findSoldProductId(test, CREW), {
      description: 'Changed again',
    });
    const [event] = listEventsAbout(test, id).slice(-1);
    expect(await sendEvent(test, { ...event, livemode: true })).toBe(400);
    const report = await test.deps.stripeCheck.run();
    expect(report?.lines.find(({ name }) => name === 'secret')).toMatchObject({
      state: 'error',
      text: expect.stringContaining('of the other mode than the key'),
    });
    await test.deliver();
  });

  it('says when the last event was delivered also after a restart', async () => {
    const { db, clock, log, payments } = test.deps;
    const restarted = createTestStripeCheck({ db, clock, log, payments }, test.webhookUrl);
    const report = await restarted.run();
    expect(report?.lines.find(({ name }) => name === 'deliveries')).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/^[\w.]+ arrived\. Nothing is waiting/),
      at: expect.any(Number),
    });
    expect(report?.lines.find(({ name }) => name === 'secret')).toMatchObject({ state: 'skipped' });
  });

  it('counts no event that arrived here and only failed at the endpoint of another product', async () => {
    const other = await test.control.dashboard.createEndpoint({ url: 'http://127.0.0.1:1/', enabled_events: ['*'] });
    onTestFinished(() => test.control.dashboard.deleteEndpoint(other.id));
    await test.control.dashboard.updateProduct(findSoldProductId(test, CREW), { description: 'For both' });
    await test.deliver();
    const undelivered = await test.payments.setup.listUndelivered(test.clock.now() - 10 * MINUTE_MS);
    expect(undelivered.length).toBeGreaterThan(0);
    test.clock.advance(10 * MINUTE_MS);
    // A stranger, meanwhile, posts what Stripe did not sign.
    const forged = JSON.stringify(createEvent('invoice.paid', { id: 'in_1' }, 'evt_guessed'));
    expect(await postWebhook(test, forged, signBody(test, forged, { secret: 'whsec_guessed' }))).toBe(400);
    const report = await test.deps.stripeCheck.run();
    for (const name of ['secret', 'deliveries'])
      expect(report?.lines.find((line) => line.name === name)).toMatchObject({ state: 'ok' });
  });

  it('is not misled while an event of Stripe is late by someone who posts what Stripe did not sign', async () => {
    await test.control.dashboard.updateProduct(findSoldProductId(test, CREW), { description: 'Late' });
    test.clock.advance(1_000);
    const forged = JSON.stringify(createEvent('product.updated', { id: findSoldProductId(test, CREW) }, 'evt_guessed'));
    expect(await postWebhook(test, forged, signBody(test, forged, { secret: 'whsec_guessed' }))).toBe(400);
    const report = await test.deps.stripeCheck.run();
    expect(report?.lines.find(({ name }) => name === 'secret')).toMatchObject({ state: 'ok' });
  });

  it('is not misled by someone who posts what Stripe did not sign', async () => {
    await test.deliver();
    const before = await test.deps.stripeCheck.run();
    expect(before?.lines.find(({ name }) => name === 'secret')).toMatchObject({ state: 'ok' });
    test.clock.advance(1_000);
    expect(await postWebhook(test, '{}', signBody(test, '{}', { secret: 'whsec_guessed' }))).toBe(400);
    const report = await test.deps.stripeCheck.run();
    expect(report?.lines.find(({ name }) => name === 'secret')).toMatchObject({ state: 'ok' });
  });
});
