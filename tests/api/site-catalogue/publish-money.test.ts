import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlanMoneyJson } from '#api/features/site-catalogue/money/money.contract.ts';
import { PaymentError } from '#api/adapters/payments.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createOwnSite } from '../../support/payments/own-site.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, BUOY_NAME, CREW, findPriceId, FLEET, RUDDER, SOLO } from '../../support/payments/tideworks.ts';

const PLANS = '/api/admin/plans';
const PRODUCTS = '/api/admin/products';
const SETTINGS = '/api/admin/settings/1/draft';

let test: PaymentApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

type Part = { kind: string; id: number };
const findPart = async (kind: 'plan' | 'product', name: string): Promise<Part> => {
  const { plans, products } = (await admin.call('GET', kind === 'plan' ? PLANS : PRODUCTS)).body;
  const found = ((plans ?? products) as { id: number; name: string }[]).find((each) => each.name === name);
  if (!found) throw new Error(`no ${kind} is called ${name}`);
  return { kind, id: found.id };
};
async function saveDraft(path: string, change: (fields: Record<string, unknown>) => object): Promise<void> {
  const { live_draft, draft } = (await admin.call('GET', path)).body;
  const { fields, version, base_revision } = draft ?? live_draft;
  const saved = { ...fields, ...change(fields) };
  const answer = await admin.call('PUT', path, {
    fields: saved,
    content: '',
    client_id: `client-of-${path.replaceAll(/\W/g, '-')}`,
    version,
    base_revision,
  });
  expect(answer.body).toMatchObject({ version: expect.any(Number) });
}
const savePlan = async (name: string, change: object): Promise<Part> => {
  const part = await findPart('plan', name);
  await saveDraft(`${PLANS}/${part.id}/draft`, () => change);
  return part;
};
const saveSettings = async (group: string, change: object): Promise<Part> => {
  await saveDraft(SETTINGS, (fields) => ({ [group]: { ...(fields[group] as object), ...change } }));
  return { kind: 'settings', id: 1 };
};
const ask = (...parts: Part[]) => admin.call('POST', `${PLANS}/publish-money`, { parts });
const describePlans = async (...parts: Part[]): Promise<PlanMoneyJson[]> => {
  const { status, body } = await ask(...parts);
  expect(status).toBe(200);
  return body.plans;
};
const dollars = (amount: number) => ({ amount, currency: 'NZD' });
const payer = { people: 1, unit_amount: 3000, currency: 'nzd', interval: 'month', interval_count: 1 };

describe('what a publish does to money', () => {
  it('names a new amount that Stripe doesn’t charge, and who keeps the earlier one', async () => {
    await (await createSubscriber(test)).subscribe(CREW);
    expect(await describePlans(await savePlan(CREW, { price_month: 35 }))).toMatchObject([
      {
        plan_name: CREW,
        product_name: BUOY_NAME,
        before: 'sold',
        after: 'sold',
        prices: [
          {
            interval: 'month',
            before: dollars(3000),
            after: dollars(3500),
            was_sold: true,
            state: 'differs',
            charged: { amount: 3000, currency: 'nzd', interval: 'month', interval_count: 1 },
          },
        ],
        payers: [{ ...payer, is_kept: true }],
      },
    ]);
  });

  it('says that a new amount can be bought whose price is at Stripe', async () => {
    const part = await savePlan(CREW, { price_month: 35 });
    expect(await admin.call('POST', `${PLANS}/${part.id}/price`, { interval: 'month' })).toMatchObject({ status: 200 });
    expect(await describePlans(part)).toMatchObject([
      { prices: [{ before: dollars(3000), after: dollars(3500), was_sold: true, state: 'matches' }], payers: [] },
    ]);
  });

  it('names an interval that has no price at Stripe yet, and one that is no longer sold', async () => {
    await (await createSubscriber(test)).subscribe(CREW);
    const part = await savePlan(CREW, { price_month: null, price_year: 300 });
    expect(await describePlans(part)).toMatchObject([
      {
        prices: [
          { interval: 'month', before: dollars(3000), after: null, was_sold: true, state: null },
          { interval: 'year', before: null, after: dollars(30_000), was_sold: false, state: 'missing' },
        ],
        payers: [{ ...payer, is_kept: true }],
      },
    ]);
  });

  it('names a price that is archived at Stripe', async () => {
    const part = await savePlan(CREW, { price_month: 35 });
    await admin.call('POST', `${PLANS}/${part.id}/price`, { interval: 'month' });
    const { draft } = (await admin.call('GET', `${PLANS}/${part.id}/draft`)).body;
    await test.control.dashboard.updatePrice(draft.fields.stripe_price_month, { active: false });
    expect(await describePlans(part)).toMatchObject([{ prices: [{ state: 'archived', was_sold: true }] }]);
  });

  it('names the plans of a product that gets a tax rate of its own, and of the settings when theirs changes', async () => {
    const product = await findPart('product', BUOY_NAME);
    await saveDraft(`${PRODUCTS}/${product.id}/draft`, () => ({ tax_rate: 10 }));
    const plans = await describePlans(product);
    expect(plans.map(({ plan_name: name, tax }) => [name, tax?.after])).toEqual([
      [SOLO, 10],
      [CREW, 10],
      [FLEET, 10],
    ]);
    const settings = await saveSettings('tax', { rate: 19 });
    const both = await describePlans(product, settings);
    expect(both.map(({ plan_name: name, tax }) => [name, tax?.after, tax?.is_charged])).toEqual([
      [SOLO, 10, false],
      [CREW, 10, false],
      [FLEET, 10, false],
      [RUDDER, 19, false],
    ]);
  });

  it('says of a rate that Stripe charges who goes on with an earlier one, also who changes plan, without those who end or have the rate already', async () => {
    const site = await createOwnSite({
      settings: { tax: { charges_rate: true, is_automatic: false, label: 'USt.', rate: 20 } },
    });
    const { id } = await site.findProduct('Buoy');
    const subscribe = async (plan: string) => {
      const buyer = await site.createBuyer();
      return { buyer, subscription: await buyer.subscribe(plan) };
    };
    await subscribe('Crew');
    await subscribe('Solo');
    const ending = await subscribe('Crew');
    await ending.buyer.change('cancel', ending.subscription);
    const changing = await subscribe('Crew');
    await changing.buyer.change('change', changing.subscription, { planName: 'Solo' });
    const ask = async (rate: number | null) => {
      await site.saveDraft('products', id, { tax_rate: rate });
      const { body } = await site.admin.call('POST', `${PLANS}/publish-money`, { parts: [{ kind: 'product', id }] });
      return Object.fromEntries(body.plans.map((plan: PlanMoneyJson) => [plan.plan_name, plan.tax]));
    };
    const charged = { label: 'USt.', before: 20, after: 10, is_charged: true };
    expect(await ask(10)).toEqual({
      Solo: { ...charged, people: 1 },
      Crew: { ...charged, people: 2 },
      Fleet: { ...charged, people: 0 },
    });
    await site.publish();
    await subscribe('Crew');
    expect((await ask(20)).Crew).toMatchObject({ before: 10, after: 20, people: 1 });
    expect((await ask(12)).Crew).toMatchObject({ before: 10, after: 12, people: 3 });
  });

  it('says that a rate begins or ends to be charged by Stripe', async () => {
    const site = await createOwnSite({
      settings: { tax: { charges_rate: false, is_automatic: false, label: 'USt.', rate: 20 } },
    });
    await (await site.createBuyer()).subscribe('Crew');
    await site.saveSettings({ tax: { charges_rate: true } });
    const { body } = await site.admin.call('POST', `${PLANS}/publish-money`, { parts: [{ kind: 'settings', id: 1 }] });
    const crew = body.plans.find(({ plan_name: name }: PlanMoneyJson) => name === 'Crew');
    expect(crew.tax).toEqual({ label: 'USt.', before: null, after: 20, is_charged: true, people: 1 });
  });

  it('counts who goes on at an earlier price without those who end or change to another plan', async () => {
    for (const act of ['stay', 'cancel', 'change'] as const) {
      const buyer = await createSubscriber(test);
      const subscription = await buyer.subscribe(CREW);
      if (act !== 'stay') await buyer.change(act, subscription, act === 'change' ? { planName: SOLO } : undefined);
    }
    const [plan] = await describePlans(await savePlan(CREW, { price_month: 35 }));
    expect(plan?.payers).toEqual([{ ...payer, is_kept: true }]);
  });

  it('names every plan whose price counts tax in another way than the new settings', async () => {
    const part = await saveSettings('tax', { is_automatic: true, prices_include_tax: false });
    const plans = await describePlans(part);
    expect(plans.map(({ plan_name: name }) => name)).toEqual([SOLO, CREW, FLEET, RUDDER]);
    expect(plans[1]).toMatchObject({
      prices: [
        {
          before: dollars(3000),
          after: dollars(3000),
          was_sold: true,
          state: 'differs',
          message: `the site says that tax is added, and Stripe counts it as a part of the price (${findPriceId(test, CREW)})`,
        },
      ],
    });
  });

  it('names every plan that is sold in another currency, and who keeps the earlier one', async () => {
    await (await createSubscriber(test)).subscribe(CREW);
    const plans = await describePlans(await saveSettings('language', { currency: 'USD' }));
    expect(plans.find(({ plan_name: name }) => name === CREW)).toMatchObject({
      prices: [{ before: dollars(3000), after: { amount: 3000, currency: 'USD' }, was_sold: true, state: 'differs' }],
      payers: [{ ...payer, is_kept: true }],
    });
  });

  it('says who goes on paying for a plan that becomes free', async () => {
    await (await createSubscriber(test)).subscribe(CREW);
    await (await createSubscriber(test)).subscribe(CREW);
    expect(await describePlans(await savePlan(CREW, { price_month: 0 }))).toMatchObject([
      {
        before: 'sold',
        after: 'free',
        prices: [{ interval: 'month', before: dollars(3000), after: null, state: null }],
        payers: [{ ...payer, people: 2, is_kept: true }],
      },
    ]);
  });

  it('says who keeps a plan that is archived, and one whose product is', async () => {
    await (await createSubscriber(test)).subscribe(CREW);
    await (await createSubscriber(test)).subscribe(RUDDER);
    const plan = await savePlan(CREW, { is_archived: true });
    const product = await findPart('product', RUDDER);
    await saveDraft(`${PRODUCTS}/${product.id}/draft`, () => ({ is_archived: true }));
    expect(await describePlans(plan, product)).toMatchObject([
      { plan_name: CREW, before: 'sold', after: 'archived', payers: [{ ...payer, is_kept: true }] },
      { plan_name: RUDDER, before: 'sold', after: 'archived', payers: [{ people: 1, is_kept: true }] },
    ]);
  });

  it('names a plan that visitors never saw', async () => {
    const { plan } = (await admin.call('POST', PLANS, { name: 'Harbour', product_id: BUOY_ID })).body;
    const part = await savePlan(plan.name, { price_month: 149 });
    expect(await describePlans(part)).toMatchObject([
      {
        plan_name: 'Harbour',
        before: 'new',
        after: 'sold',
        prices: [{ before: null, after: dollars(14_900), state: 'missing' }],
      },
    ]);
  });

  it('is about the chosen drafts only, and about nothing where no price changes', async () => {
    const badge = await savePlan(SOLO, { badge: 'New' });
    await savePlan(CREW, { price_month: 35 });
    expect(await describePlans(badge)).toEqual([]);
    expect(await describePlans()).toEqual([]);
  });

  it('says that a price isn’t known where Stripe didn’t answer', async () => {
    const part = await savePlan(CREW, { price_month: 35 });
    test.deps.payments = {
      ...test.payments,
      setup: {
        ...test.payments.setup,
        findPrice: () => Promise.reject(new PaymentError('unavailable', 'No answer.')),
      },
    };
    expect(await describePlans(part)).toMatchObject([{ prices: [{ was_sold: null, state: 'unknown' }] }]);
  });

  it('says that nothing can be bought without Stripe', async () => {
    test.deps.payments = null;
    const part = await savePlan(CREW, { price_month: 35 });
    expect((await ask(part)).body).toMatchObject({ is_connected: false, plans: [{ prices: [{ state: 'missing' }] }] });
  });

  it('is told to those who may publish prices, and refuses other kinds', async () => {
    const editor = await createApiCaller(test, 'editor');
    expect(await editor.call('POST', `${PLANS}/publish-money`, { parts: [] })).toMatchObject({ status: 403 });
    expect(await ask({ kind: 'page', id: 1 })).toMatchObject({ status: 400 });
  });
});
