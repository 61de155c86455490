import { unzipSync } from 'fflate';
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import type { MonthJson } from '#api/features/month-closing/month-closing.contract.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import { CARD_OK } from '../../support/payments/subscriber.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import { chooseSize } from '../../support/random/size.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BUYERS = chooseSize(14, 80);
const SEED = 5;
/** Countries of the buyers, in turn. */
const COUNTRIES = ['AT', 'DE', 'US'];
const CODE = {
  code: 'HERBST25',
  plans: null,
  max_redemptions: null,
  last_day: null,
  percent_off: 25,
  amount_off: null,
  duration: 'once',
  months: null,
  idempotency_key: 'code-of-this-autumn',
};

/** A shop in Vienna with one product at the rate of its settings and one at a rate of its own. Prices include the tax. */
const createShop = () =>
  createOwnSite({
    answers: { country: 'AT', currency: 'EUR', locale: 'de-AT', time_zone: 'Europe/Vienna' },
    settings: {
      tax: {
        charges_rate: true,
        is_automatic: false,
        prices_include_tax: true,
        label: 'USt.',
        rate: 20,
        asks_tax_number: true,
      },
    },
    products: [
      { name: 'Werkbank', plans: [{ name: 'Solo', price_month: 9.9, price_year: 99 }] },
      { name: 'Lesesaal', tax_rate: 10, plans: [{ name: 'Reader', price_month: 5.55, price_year: 54.95 }] },
    ],
  });

/** Buys with or without a code, gets a part back, or goes over to the year. */
async function trade(site: OwnSite): Promise<void> {
  const random = createSeededRandom(SEED);
  expect(await site.admin.call('POST', '/api/admin/promotion-codes', CODE)).toMatchObject({ status: 201 });
  for (let each = 0; each < BUYERS; each += 1) {
    const buyer = await site.createBuyer();
    const planName = random.pick(['Solo', 'Reader']);
    const interval = random.pick(['month', 'year'] as const);
    const { body } = await buyer.checkout(planName, {
      priceId: site.payments.findPriceId(planName.toLowerCase(), interval),
    });
    const billing = { address: { country: COUNTRIES[each % COUNTRIES.length] ?? 'AT' }, name: `Buyer ${each}` };
    const code = random.oneIn(2) && { promotionCode: CODE.code };
    await site.control.pay(body.sessionId, { card: CARD_OK, billing, ...code });
    const { body: paid } = await buyer.call('GET', `/checkout/${body.sessionId}`);
    await site.deliver();
    if (interval === 'month' && random.oneIn(3)) {
      const id = paid.subscription.stripe_subscription_id;
      const change = { planName, interval: 'year', when: 'now' };
      const { body: offer } = await buyer.change('change-preview', id, change);
      await buyer.change('change', id, { ...change, prorationDate: offer.proration_date });
      await site.deliver();
    }
    if (random.oneIn(2)) await refundPart(site, buyer.id, 1 + random.below(400));
  }
}

async function refundPart(site: OwnSite, userId: number, amount: number): Promise<void> {
  const { body } = await site.admin.call('GET', `/api/admin/users/${userId}/payments`);
  const [{ id }] = body.data.payments;
  await site.payments.refundInvoice(id, { amount, reason: null, refundedBefore: 0 }, `refund-${id}`);
  await site.deliver();
}

/** What was invoiced less what was paid back, by rate in percent, from the provider's events alone. */
async function sumEvents(site: OwnSite) {
  const percents = new Map((await site.stripe.taxRates.list()).data.map(({ id, percentage }) => [id, percentage]));
  const sums: Record<number, { gross: number; tax: number }> = {};
  const add = (rate: number, gross: number, tax: number) => {
    const sum = sums[rate] ?? { gross: 0, tax: 0 };
    sums[rate] = { gross: sum.gross + gross, tax: sum.tax + tax };
  };
  const invoices = new Map<string, { rate: number; total: number; tax: number }>();
  const refunded = new Map<string, number>();
  for (const { type, data } of site.control.events()) {
    if (type === 'invoice.finalized') {
      const invoice = data.object as unknown as Stripe.Invoice;
      const [tax] = invoice.total_taxes ?? [];
      const rate = percents.get(String(tax?.tax_rate_details?.tax_rate)) ?? Number.NaN;
      invoices.set(String(invoice.id), { rate, total: invoice.total, tax: tax?.amount ?? 0 });
      add(rate, invoice.total, tax?.amount ?? 0);
    }
    if (type === 'charge.refunded') {
      const charge = data.object as unknown as Stripe.Charge & { invoice: string };
      const of = await site.stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: String(charge.payment_intent) },
      });
      const { rate, total, tax } = invoices.get(String(of.data[0]?.invoice)) ?? { rate: Number.NaN, total: 1, tax: 0 };
      const before = refunded.get(charge.id) ?? 0;
      add(rate, before - charge.amount_refunded, -Math.round((tax * (charge.amount_refunded - before)) / total));
      refunded.set(charge.id, charge.amount_refunded);
    }
  }
  return sums;
}

/** Charges to customers of each country, from the accountant's file. */
async function readByCountry(site: OwnSite, path: string, token: string) {
  const response = await site.app.request(`${path}/export.zip`, toRequestInit(token, 'GET'));
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const [, sums] = Object.entries(files).find(([name]) => /^sums-.*-decimal-point\.csv$/.test(name)) ?? [];
  const [, , table = ''] =
    /(By country of the customer)\r\n.*\r\n([\s\S]*?)\r\n\r\n/.exec(new TextDecoder().decode(sums)) ?? [];
  return table.split('\r\n').map((line) => {
    const [, country = '', , rate, , , gross] = line.split(',');
    return { country, rate: Number(rate), gross: Number(gross) };
  });
}

it('The month of a company with two rates closes with the sums of the provider’s events, by rate and to the cent', async () => {
  const site = await createShop();
  const month = new Date(site.clock.now()).toISOString().slice(0, 7);
  await trade(site);
  const sums = await sumEvents(site);
  const path = `/api/admin/billing/months/${month}`;
  await site.clock.advance(35 * DAY_MS);
  const admin = await createApiCaller(site);
  const { warnings } = (await admin.call('GET', path)).body as MonthJson;
  expect(warnings.join(' ')).toMatch(
    /\d+ invoices to customers abroad \(Germany, United States\) have the tax of your country\. Ask your accountant/,
  );
  expect(await admin.call('POST', `${path}/check`, {})).toMatchObject({ status: 200 });
  await expect.poll(async () => (await admin.call('GET', path)).body.check?.finished_at).toEqual(expect.any(String));
  const closed = await admin.call('POST', `${path}/close`);
  expect(closed).toMatchObject({ status: 200 });
  const { figures, warnings: lasting } = closed.body as MonthJson;
  // Warnings that the accountant has to decide stay on a closed month.
  expect(lasting).toEqual(warnings.filter((each) => each.includes('Ask your accountant')));
  expect(Object.keys(sums)).toEqual(['10', '20']);
  const booked = Object.fromEntries(figures.rates.map(({ rate, gross, tax }) => [rate, { gross, tax }]));
  expect(booked).toEqual(sums);
  expect(figures.currencies[0]).toMatchObject({
    gross: Object.values(sums).reduce((sum, { gross }) => sum + gross, 0),
    tax: Object.values(sums).reduce((sum, { tax }) => sum + tax, 0),
  });
  const byCountry = await readByCountry(site, path, admin.token);
  expect(new Set(byCountry.map(({ country }) => country))).toEqual(new Set(COUNTRIES));
  for (const rate of [10, 20]) {
    const cents = byCountry.filter((each) => each.rate === rate).map(({ gross }) => Math.round(gross * 100));
    expect(cents.length, String(rate)).toBeGreaterThan(1);
    expect(
      cents.reduce((sum, each) => sum + each, 0),
      String(rate),
    ).toBe(sums[rate]?.gross);
  }
});
