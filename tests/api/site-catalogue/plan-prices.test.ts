import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import { type ApiCaller, createApiCaller, listAuditEntries } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { OwnSite } from '../../support/payments/own-site.ts';
import { sellAtPrices, toMonthlyPrices } from '../../support/payments/price-ids.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import {
  BUOY_ID,
  CREW,
  DECKHAND,
  findPriceId,
  findSoldProductId,
  FLEET,
  RUDDER,
  SOLO,
  toKey,
} from '../../support/payments/tideworks.ts';

const PLANS = '/api/admin/plans';
const CHANGES = '/api/admin/site-changes';

let test: OwnSite;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const findPlan = async (name: string) => {
  const plans = (await admin.call('GET', PLANS)).body.plans as { id: number; name: string }[];
  const plan = plans.find((each) => each.name === name);
  if (!plan) throw new Error(`no plan is called ${name}`);
  return plan;
};
const readPrice = async (key: string, interval = 'month') => {
  const { id } = await findPlan(key);
  const { prices } = (await admin.call('GET', `${PLANS}/prices`)).body;
  return (prices as { plan_id: number; interval: string }[]).find(
    (price) => price.plan_id === id && price.interval === interval,
  );
};
const save = async (key: string, change: object) => {
  const path = `${PLANS}/${(await findPlan(key)).id}/draft`;
  const { live_draft, draft } = (await admin.call('GET', path)).body;
  const { fields, version, base_revision } = draft ?? live_draft;
  const body = { fields: { ...fields, ...change }, content: '', client_id: 'client-of-prices', version, base_revision };
  return admin.call('PUT', path, body);
};
const create = async (key: string, interval = 'month') =>
  admin.call('POST', `${PLANS}/${(await findPlan(key)).id}/price`, { interval });
const choose = async (key: string, priceId: string) =>
  admin.call('PUT', `${PLANS}/${(await findPlan(key)).id}/price`, { interval: 'month', price_id: priceId });
const readStripePrice = async (key: string, interval = 'month') => {
  const { draft, live_draft } = (await admin.call('GET', `${PLANS}/${(await findPlan(key)).id}/draft`)).body;
  return (draft ?? live_draft).fields[`stripe_price_${interval}`] as string;
};
const publishAll = async () => {
  const { changes } = (await admin.call('GET', CHANGES)).body;
  const parts = (changes as { kind: string; id: number; version: number }[]).map(({ kind, id, version }) => ({
    kind,
    id,
    version,
  }));
  const answer = await admin.call('POST', `${CHANGES}/publish`, { parts });
  await test.published.reload();
  return answer;
};

describe('prices at Stripe', () => {
  it('are compared with the plans as they are edited', async () => {
    expect(await readPrice(DECKHAND)).toMatchObject({ state: 'free', price_id: null });
    expect(await readPrice(CREW)).toMatchObject({ state: 'matches', price_id: findPriceId(test, CREW), message: null });
    await save(CREW, { price_month: 35 });
    expect(await readPrice(CREW)).toMatchObject({
      state: 'differs',
      charged: { amount: 3000, currency: 'nzd', interval: 'month', interval_count: 1 },
      message: expect.stringMatching(/the site says .*35\.00 per month, Stripe charges .*30\.00 per month/),
    });
    await save(CREW, { price_month: 30, price_year: 300 });
    expect(await readPrice(CREW)).toMatchObject({ state: 'matches' });
    expect(await readPrice(CREW, 'year')).toMatchObject({ state: 'missing', price_id: null });
    await test.control.dashboard.updatePrice(findPriceId(test, CREW), { active: false });
    expect(await readPrice(CREW)).toMatchObject({ state: 'archived' });
  });

  it('are created from the draft once, and a plan is sold at its new price while who has it keeps the earlier one', async () => {
    const kept = await createSubscriber(test);
    await kept.subscribe(CREW);
    await save(CREW, { price_month: null, price_year: 350 });
    const answers = [await create(CREW, 'year'), await create(CREW, 'year')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const id = await readStripePrice(CREW, 'year');
    expect(test.control.get('price', id)).toMatchObject({
      unit_amount: 35_000,
      currency: 'nzd',
      product: findSoldProductId(test, CREW),
      recurring: { interval: 'year' },
      tax_behavior: 'inclusive',
      metadata: { plan_key: toKey(CREW) },
    });
    expect(test.payments.listPriceIds(toKey(CREW))).toEqual([findPriceId(test, CREW)]);
    expect(await readPrice(CREW, 'year')).toMatchObject({ state: 'matches', price_id: id });
    expect(await publishAll()).toMatchObject({ status: 200 });
    expect(test.payments.listPriceIds(toKey(CREW))[0]).toBe(id);
    expect(test.payments.findPlanKey(findPriceId(test, CREW))).toBe(toKey(CREW));
    expect(await (await createSubscriber(test)).checkout(CREW)).toMatchObject({ status: 200 });
    expect((await listAuditEntries(test)).map(({ action }) => action)).toContain('catalogue.price_chosen');
  });

  it('are known as those of their plan after an Undo has brought the earlier price back', async () => {
    await save(CREW, { price_month: 35 });
    await create(CREW);
    const id = await readStripePrice(CREW);
    const { body } = await publishAll();
    const subscriber = await createSubscriber(test);
    await subscriber.subscribe(CREW);
    expect(await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] })).toMatchObject({ status: 200 });
    await test.published.reload();
    expect(test.payments.findPlanKey(id)).toBe(toKey(CREW));
    expect((await subscriber.call('GET', `/user/${subscriber.id}`)).body).toMatchObject({
      subscriptions: [{ plan_name: CREW }],
    });
  });

  it('are a new product’s where the plan has none', async () => {
    const { body } = await admin.call('POST', PLANS, { name: 'Harbour', product_id: BUOY_ID });
    await save(body.plan.name, { price_month: 149 });
    expect(await readPrice(body.plan.name)).toMatchObject({ state: 'missing', price_id: null });
    await create(body.plan.name);
    const price = test.control.get('price', await readStripePrice(body.plan.name));
    expect(test.control.get('product', String(price?.product))).toMatchObject({ name: 'Buoy Harbour' });
    expect(await create(DECKHAND)).toMatchObject({
      status: 400,
      body: { message: 'This plan has no price by the month. Enter one first.' },
    });
  });

  it('can be chosen, and are checked before', async () => {
    const add = async (fields: object) => {
      const given = {
        product: findSoldProductId(test, CREW),
        unit_amount: 3000,
        currency: 'nzd',
        recurring: { interval: 'month' },
      };
      return (await test.control.dashboard.createPrice({ ...given, ...fields } as never)).id;
    };
    const good = await add({ unit_amount: 3500 });
    expect(await choose(CREW, good)).toMatchObject({ status: 200 });
    expect(await readPrice(CREW)).toMatchObject({ state: 'differs', price_id: good });
    const refused = [
      ['price_nowhere', /no price with this id/],
      [await add({ currency: 'nok' }), /in NOK, and the site sells in NZD/],
      [await add({ recurring: { interval: 'week' } }), /by the month or by the year/],
      [await add({ recurring: { interval: 'year' } }), /paid by the year. Choose one that is paid by the month/],
    ] as const;
    for (const [id, message] of refused) {
      expect(await choose(CREW, id)).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } });
    }
    expect(await choose(SOLO, good)).toMatchObject({
      status: 409,
      body: { message: 'This price is that of Crew. Choose another one.' },
    });
    const sold = await add({ product: findSoldProductId(test, FLEET), unit_amount: 12_000 });
    onTestFinished(sellAtPrices(test, { [toKey(FLEET)]: toMonthlyPrices(sold) }));
    await (await createSubscriber(test)).subscribe(FLEET);
    expect(await choose(SOLO, sold)).toMatchObject({
      status: 409,
      body: { message: 'People pay this price for Fleet. Choose another one.' },
    });
  });

  it('of another plan are refused when a draft that names one is published', async () => {
    await save(CREW, { stripe_price_month: findPriceId(test, SOLO) });
    expect(await publishAll()).toMatchObject({ status: 400 });
  });

  it('that Stripe refuses to create are told in its words, with the way out', async () => {
    test.control.restrictKey('rk_test_reading', { price: 'read', product: 'read' });
    test.deps.payments = createStripePayments({ ...test.settings, secretKey: 'rk_test_reading' });
    await save(CREW, { price_month: 35 });
    const { status, body } = await create(CREW);
    expect(status).toBe(409);
    expect(body.message).toMatch(/^Stripe says: ‘.*’ Allow ‘Prices: Write’ for the key in Stripe, then try again\.$/);
    expect(await readStripePrice(CREW)).toBe(findPriceId(test, CREW));
  });

  it('are missing without Stripe, which the list says', async () => {
    test.deps.payments = null;
    expect((await admin.call('GET', `${PLANS}/prices`)).body).toMatchObject({ is_connected: false });
    expect(await create(CREW)).toMatchObject({ status: 409 });
  });
});

describe('a price that was created for a draft', () => {
  const isActive = (id: string) => test.control.get('price', id)?.active;
  const createFor = async (price: number) => {
    await save(CREW, { price_month: price });
    await create(CREW);
    return readStripePrice(CREW);
  };
  const discard = async () => {
    const { changes } = (await admin.call('GET', CHANGES)).body;
    const parts = (changes as { kind: string; id: number; version: number }[]).map(({ kind, id, version }) => ({
      kind,
      id,
      version,
    }));
    expect(await admin.call('POST', `${CHANGES}/discard`, { parts })).toMatchObject({ status: 200 });
  };

  it('is archived at Stripe with the draft, and the live one stays', async () => {
    const id = await createFor(35);
    await discard();
    expect([isActive(id), isActive(findPriceId(test, CREW))]).toEqual([false, true]);
  });

  it('is archived when the draft is discarded in its own panel', async () => {
    const id = await createFor(35);
    const path = `${PLANS}/${(await findPlan(CREW)).id}/draft`;
    const { version } = (await admin.call('GET', path)).body.draft;
    expect(await admin.call('DELETE', path, { version })).toMatchObject({ status: 204 });
    expect(isActive(id)).toBe(false);
  });

  it('is archived when another one takes its place, or its plan is deleted', async () => {
    const first = await createFor(35);
    const second = await createFor(36);
    expect([isActive(first), isActive(second)]).toEqual([false, true]);
    const { plan } = (await admin.call('POST', PLANS, { name: 'Harbour', product_id: BUOY_ID })).body;
    await save(plan.name, { price_month: 149 });
    await create(plan.name);
    const ofHarbour = await readStripePrice(plan.name);
    expect(await admin.call('DELETE', `${PLANS}/${plan.id}`)).toMatchObject({ status: 204 });
    expect(isActive(ofHarbour)).toBe(false);
  });

  it('is created anew after it was discarded', async () => {
    const first = await createFor(35);
    await discard();
    const second = await createFor(35);
    expect(second).not.toBe(first);
    expect(isActive(second)).toBe(true);
  });

  it('stays active while somebody pays it, and where it was made elsewhere', async () => {
    const id = await createFor(35);
    const { body } = await publishAll();
    await (await createSubscriber(test)).subscribe(CREW);
    await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] });
    await save(CREW, { stripe_price_month: id, badge: 'Earlier' });
    await discard();
    expect(isActive(id)).toBe(true);
    const elsewhere = await test.control.dashboard.createPrice({
      product: findSoldProductId(test, CREW),
      unit_amount: 3000,
      currency: 'nzd',
      recurring: { interval: 'month' },
    } as never);
    await choose(CREW, elsewhere.id);
    await discard();
    expect(isActive(elsewhere.id)).toBe(true);
  });
});

describe('tax', () => {
  const saveDraft = async (tax: object) => {
    const path = '/api/admin/settings/1/draft';
    const { live_draft, draft } = (await admin.call('GET', path)).body;
    const { fields, version, base_revision } = draft ?? live_draft;
    const body = {
      fields: { ...fields, tax: { ...fields.tax, ...tax } },
      content: '',
      client_id: 'client-of-tax',
      version,
    };
    await admin.call('PUT', path, { ...body, base_revision });
  };
  const saveTax = async (tax: object) => {
    await saveDraft(tax);
    await publishAll();
  };

  it('Prices that are created while a draft changes whether they include tax fit the draft, so that sales go on with its publish', async () => {
    await saveDraft({ is_automatic: true, prices_include_tax: false });
    expect(await readPrice(RUDDER)).toMatchObject({ state: 'differs' });
    await create(RUDDER);
    expect(test.control.get('price', await readStripePrice(RUDDER))).toMatchObject({ tax_behavior: 'exclusive' });
    await publishAll();
    expect(await (await createSubscriber(test)).checkout(RUDDER)).toMatchObject({ status: 200 });
  });

  it('is worked out by Stripe, and companies are asked for their number, where the settings say so', async () => {
    await saveTax({ is_automatic: true, asks_tax_number: true, prices_include_tax: false });
    const requests: Record<string, string>[] = [];
    test.deps.payments = {
      ...test.payments,
      createCheckoutSession: (input, key) => {
        requests.push(input.tax as never);
        return test.payments.createCheckoutSession(input, key);
      },
    };
    // The price was created as one that includes tax.
    expect(await (await createSubscriber(test)).checkout(RUDDER)).toMatchObject({ status: 409 });
    await create(RUDDER);
    await publishAll();
    expect(await (await createSubscriber(test)).checkout(RUDDER)).toMatchObject({ status: 200 });
    expect(requests).toEqual([{ isAutomatic: true, asksTaxNumber: true, rate: null }]);
    expect(await readPrice(CREW)).toMatchObject({
      state: 'differs',
      message: expect.stringMatching(
        /^the site says that tax is added, and Stripe counts it as a part of the price \(price_/,
      ),
    });
    await create(CREW);
    expect(test.control.get('price', await readStripePrice(CREW))).toMatchObject({ tax_behavior: 'exclusive' });
    expect(await readPrice(CREW)).toMatchObject({ state: 'matches' });
  });

  it('is said to the owner as visitors read it, or not at all', async () => {
    expect((await admin.call('GET', `${PLANS}/prices`)).body.tax).toBe('Prices include 15% GST.');
    await saveTax({ label: '', rate: null });
    expect((await admin.call('GET', `${PLANS}/prices`)).body.tax).toBeNull();
    await saveTax({ label: 'MVA', rate: 25, prices_include_tax: true });
    expect((await admin.call('GET', `${PLANS}/prices`)).body.tax).toBe('Prices include 25% MVA.');
  });
});
