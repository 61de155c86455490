import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { CREW, FLEET, RUDDER, SOLO } from '../../support/payments/tideworks.ts';

const PLANS = '/api/admin/plans';
const SETTINGS = '/api/admin/settings';
const CHANGES = '/api/admin/site-changes';

let test: PaymentApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const findPlanId = async (name: string) => {
  const plans = (await admin.call('GET', PLANS)).body.plans as { id: number; name: string }[];
  return plans.find((each) => each.name === name)?.id ?? 0;
};
const saveDraft = async (path: string, change: (fields: Record<string, object>) => object) => {
  const { live_draft, draft } = (await admin.call('GET', `${path}/draft`)).body;
  const { fields, version, base_revision } = draft ?? live_draft;
  const body = {
    fields: change(fields),
    content: '',
    client_id: `client-of${path.replaceAll('/', '-')}`,
    version,
    base_revision,
  };
  return admin.call('PUT', `${path}/draft`, body);
};
const savePrice = async (name: string, price: number) =>
  saveDraft(`${PLANS}/${await findPlanId(name)}`, (fields) => ({ ...fields, price_month: price }));
const saveCurrency = (currency: string) =>
  saveDraft(`${SETTINGS}/1`, (fields) => ({ ...fields, language: { ...fields.language, currency } }));
type Change = { kind: string; id: number; version: number; faults: { path: string; message: string }[] };
const listChanges = async () => (await admin.call('GET', CHANGES)).body.changes as Change[];
const listFaults = async () => (await listChanges()).flatMap(({ faults }) => faults);
const publishAll = async () =>
  admin.call('POST', `${CHANGES}/publish`, {
    parts: (await listChanges()).map(({ kind, id, version }) => ({ kind, id, version })),
  });

describe('a plan with a price that Stripe can’t charge', () => {
  it.each([
    [9.995, 'A price in New Zealand dollars has at most 2 digits after the point.'],
    [0.001, 'A price in New Zealand dollars has at most 2 digits after the point.'],
    [0.3, 'Stripe charges $0.50 or more. 0 is free.'],
    [10_000_000, 'Stripe charges $9,999,999.99 at most.'],
  ])('of %d is kept from being published, and gets no price at Stripe', async (price, message) => {
    await savePrice(CREW, price);
    expect(await listFaults()).toEqual([{ path: 'price_month', message }]);
    expect(await publishAll()).toMatchObject({ status: 400, body: { issues: [{ path: 'price_month', message }] } });
    expect(await admin.call('POST', `${PLANS}/${await findPlanId(CREW)}/price`, { interval: 'month' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'interval', message }] },
    });
  });
});

describe('the currency of the site', () => {
  it('is one that Stripe takes payments in', async () => {
    await saveCurrency('BGN');
    expect(await listFaults()).toEqual([
      { path: 'language.currency', message: 'Stripe takes no payments in BGN. Choose another currency.' },
    ]);
  });

  it('is kept from being published while a plan has a price that can’t be charged in it', async () => {
    await savePrice(CREW, 29.5);
    expect(await publishAll()).toMatchObject({ status: 200 });
    await saveCurrency('ISK');
    const message = 'A price in Icelandic krónur has no digits after the point. Change the price of Crew first.';
    expect(await listFaults()).toEqual([{ path: 'language.currency', message }]);
    await savePrice(CREW, 2950);
    expect(await listFaults()).toEqual([]);
    expect(await publishAll()).toMatchObject({ status: 200 });
  });

  it('may be published together with a price that only it can have', async () => {
    await saveCurrency('HUF');
    await savePrice(SOLO, 4990);
    await savePrice(CREW, 9990);
    await savePrice(FLEET, 19_990);
    await savePrice(RUDDER, 1990);
    expect(await listFaults()).toEqual([]);
    expect(await publishAll()).toMatchObject({ status: 200 });
  });
});

describe('the price that is created at Stripe', () => {
  it.each([
    ['HUF', 1990, 199_000],
    ['ISK', 1500, 150_000],
    ['IDR', 49_000, 4_900_000],
    ['JPY', 1200, 1200],
    ['KWD', 3.75, 3750],
    ['UGX', 9000, 900_000],
  ])('in %s of %d is sent as %d of Stripe’s minor units', async (currency, price, amount) => {
    const { settings } = test.deps.site;
    test.deps.site.settings = { ...settings, language: { ...settings.language, currency } };
    await savePrice(CREW, price);
    const id = await findPlanId(CREW);
    expect(await admin.call('POST', `${PLANS}/${id}/price`, { interval: 'month' })).toMatchObject({ status: 200 });
    const { draft } = (await admin.call('GET', `${PLANS}/${id}/draft`)).body;
    expect(test.control.get('price', draft.fields.stripe_price_month)).toMatchObject({
      currency: currency.toLowerCase(),
      unit_amount: amount,
    });
  });
});
