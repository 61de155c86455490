import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { toPriceLine } from '#api/features/stripe-check/price-check.service.ts';
import { createTestSession, createUser, toRequestInit } from '../../support/app/users.ts';
import { createTestStripeCheck } from '../../support/app/test-app.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { OwnSite } from '../../support/payments/own-site.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { sellAtPrices, toMonthlyPrices } from '../../support/payments/price-ids.ts';
import { CREW, findPriceId, findSoldProductId, FLEET, RUDDER, SOLO, toKey } from '../../support/payments/tideworks.ts';

const NOT_SOLD = {
  status: 409,
  body: { message: 'You can’t buy Crew at the moment. Choose another plan, or contact us.' },
};

let test: OwnSite;
let logged: string[];
let sellAtRightPrices: () => void;

/** The price of Crew at Stripe is $35, where the site says $30. */
beforeAll(async () => {
  test = await createPaymentApp();
  logged = [];
  const { id } = await test.control.dashboard.createPrice({
    product: findSoldProductId(test, CREW),
    unit_amount: 3500,
    currency: 'nzd',
    recurring: { interval: 'month' },
  });
  sellAtRightPrices = sellAtPrices(test, { [toKey(CREW)]: toMonthlyPrices(id) });
  const { payments } = test;
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const { db, clock } = test.deps;
  Object.assign(test.deps, {
    log,
    stripeCheck: createTestStripeCheck({ db, clock, log, payments }, test.webhookUrl),
  });
});
afterAll(() => {
  sellAtRightPrices();
  return test.close();
});

describe('the line about prices', () => {
  it('asks for no price where every plan is free', () => {
    expect(toPriceLine([])).toMatchObject({ state: 'ok', remedy: null });
  });
});

describe('a plan whose price at Stripe is not what the site says', () => {
  it('is not sold, also before the first check has run, T45', async () => {
    const user = await createSubscriber(test);
    expect(await user.checkout(CREW)).toMatchObject(NOT_SOLD);
    expect(logged.join('')).toMatch(/plan isn’t sold/);
  });

  it('can’t be changed to, and is not offered with an amount, T45', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    expect(await user.change('change-preview', id, { planName: CREW })).toMatchObject(NOT_SOLD);
    expect(await user.change('change', id, { planName: CREW })).toMatchObject(NOT_SOLD);
    expect(await user.change('change', id, { planName: FLEET })).toMatchObject({ status: 200 });
  });

  it('leaves the other plans for sale', async () => {
    expect(await (await createSubscriber(test)).checkout(RUDDER)).toMatchObject({ status: 200 });
  });

  it('is named in the log by a check, and on the start page', async () => {
    logged.length = 0;
    await test.deps.stripeCheck.run();
    expect(logged.join('')).toMatch(/35\.00 per month.*Stripe check: 3 of 4 prices match/);
    const admin = await createUser(test, { role: 'admin' });
    const token = await createTestSession(test, admin);
    const response = await test.app.request('/api/overview', toRequestInit(token, 'GET'));
    expect((await response.json()).billing.stripe_problems).toEqual([
      {
        title: 'Prices',
        text: '3 of 4 prices match. The others aren’t sold until they do. Choose under Plans which is right for Crew, or create the price anew, and publish.',
      },
    ]);
  });

  it('is sold again once the price has been put right', async () => {
    const user = await createSubscriber(test);
    await test.control.dashboard.updatePrice(findPriceId(test, FLEET), { active: false });
    await test.deps.stripeCheck.run();
    expect(await user.checkout(FLEET)).toMatchObject({ status: 409 });
    await test.control.dashboard.updatePrice(findPriceId(test, FLEET), { active: true });
    expect(await user.checkout(FLEET)).toMatchObject({ status: 200 });
  });

  it('keeps everything from being sold with a test key in production that no setting allows, T45', async () => {
    const { db, clock, log } = test.deps;
    const payments = createStripePayments({ ...test.settings, sandboxUrl: null });
    const settings = { isProduction: true, allowsTestKey: false };
    const stripeCheck = createTestStripeCheck({ db, clock, log, payments }, test.webhookUrl, settings);
    expect(await stripeCheck.findSaleObstacle(toKey(SOLO), 'month')).toBe('a test key in production');
  });
});

describe('whether prices include tax', () => {
  /** The plan's price at Stripe, created with tax on top as the site said then. */
  async function startWithTax(tax: Partial<SiteSettings['tax']>, taxBehavior: 'exclusive' | 'inclusive' | undefined) {
    const test = await createPaymentApp();
    onTestFinished(() => test.close());
    Object.assign(test.deps.site.settings.tax, tax);
    const { id } = await test.stripe.prices.create({
      product: findSoldProductId(test, RUDDER),
      unit_amount: 600,
      currency: 'nzd',
      recurring: { interval: 'month' },
      ...(taxBehavior && { tax_behavior: taxBehavior }),
    });
    onTestFinished(sellAtPrices(test, { [toKey(RUDDER)]: toMonthlyPrices(id) }));
    const { stripeCheck, site } = test.deps;
    return { test, id, site, stripeCheck, user: await createSubscriber(test) };
  }

  it.each([
    ['is added', false, 'inclusive', 'the site says that tax is added, and Stripe counts it as a part of the price'],
    ['is included', true, 'exclusive', 'the site says that tax is included, and Stripe adds it to the price'],
    ['is included', true, undefined, 'Stripe doesn’t know whether the price includes tax'],
  ] as const)(
    'is compared where Stripe computes tax: what %s here (%s) is not sold as %s there, case 07',
    async (_, prices_include_tax, behavior, difference) => {
      const { id, stripeCheck, user } = await startWithTax({ is_automatic: true, prices_include_tax }, behavior);
      expect(await user.checkout(RUDDER)).toMatchObject({ status: 409 });
      const report = await stripeCheck.run();
      expect(report?.lines.find(({ name }) => name === 'prices')).toMatchObject({
        state: 'error',
        details: expect.arrayContaining([`Rudder: ${difference} (${id}).`]),
        remedy: expect.stringMatching(/create the price anew, and publish\.$/),
      });
    },
  );

  it('is compared with a rate of the company, too, which a price without a side doesn’t contradict', async () => {
    const own = { is_automatic: false, charges_rate: true, rate: 20, prices_include_tax: true, label: 'VAT' };
    const { user: against } = await startWithTax(own, 'exclusive');
    expect(await against.checkout(RUDDER)).toMatchObject({ status: 409 });
    const { user } = await startWithTax(own, undefined);
    expect(await user.checkout(RUDDER)).toMatchObject({ status: 200 });
  });

  it('is compared anew as soon as the owner changes it', async () => {
    const { site, user } = await startWithTax({ is_automatic: true, prices_include_tax: true }, 'inclusive');
    expect(await user.checkout(RUDDER)).toMatchObject({ status: 200 });
    site.settings.tax.prices_include_tax = false;
    expect(await user.checkout(RUDDER)).toMatchObject({ status: 409 });
  });

  it('doesn’t matter where Stripe adds no tax', async () => {
    const { user } = await startWithTax(
      { is_automatic: false, charges_rate: false, prices_include_tax: true },
      'exclusive',
    );
    expect(await user.checkout(RUDDER)).toMatchObject({ status: 200 });
  });
});
