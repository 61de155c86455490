import { expect, it } from 'vitest';
import type { MonthJson } from '#api/features/month-closing/month-closing.contract.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import { selectRows } from '../../support/payments/send-event.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Where the twelve buyers live: taxed with 20 %, 10 % and 19 %. The last one disputes the payment. */
const COUNTRIES = ['AT', 'AU', 'DE', 'AT', 'AU', 'AT', 'DE', 'AT', 'AU', 'AT', 'AT', 'DE'];
const DISPUTED_CARD = '4000000000000259';

/** What is read of an invoice, a charge or a dispute. */
type Paid = {
  id: string;
  customer: string;
  customer_address: { country: string };
  total: number;
  total_taxes: { amount: number }[];
  amount: number;
  amount_refunded: number;
};

type Sums = Record<string, { gross: number; tax: number }>;

/** What the events of the payment sandbox come to in a time, by country: invoices by their own taxes, refunds by their share. */
function sumEvents(site: OwnSite, { since, until }: { since: number; until: number }) {
  const sums: Sums = {};
  const add = (country: string, gross: number, tax: number) => {
    const sum = sums[country] ?? { gross: 0, tax: 0 };
    sums[country] = { gross: sum.gross + gross, tax: sum.tax + tax };
  };
  const invoices = new Map<string, { country: string; total: number; tax: number }>();
  const refunded = new Map<string, number>();
  let disputed = 0;
  let fees = 0;
  for (const { type, created, data } of site.control.events()) {
    const isInTime = created * 1000 >= since && created * 1000 < until;
    const object = data.object as unknown as Paid;
    if (type === 'invoice.finalized') {
      const { customer, total, total_taxes: taxes, customer_address: address } = object;
      const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
      invoices.set(customer, { country: address.country, total, tax });
      if (isInTime) add(address.country, total, tax);
    }
    if (type === 'charge.refunded') {
      const { country, total, tax } = invoices.get(object.customer) ?? { country: '', total: 1, tax: 0 };
      const before = refunded.get(object.id) ?? 0;
      refunded.set(object.id, object.amount_refunded);
      const share = (amount: number) => Math.round((tax * amount) / total);
      if (isInTime) add(country, before - object.amount_refunded, share(before) - share(object.amount_refunded));
    }
    if (type === 'credit_note.created' && isInTime) {
      const { country, total, tax } = invoices.get(object.customer) ?? { country: '', total: 1, tax: 0 };
      add(country, 0 - object.total, 0 - Math.round((tax * object.total) / total));
    }
    if (type === 'charge.succeeded' && isInTime) fees += Math.round(object.amount * 0.015) + 25;
    if (type === 'charge.dispute.funds_withdrawn' && isInTime) {
      disputed += object.amount;
      fees += 2000;
    }
  }
  return { sums, disputed, fees };
}

it('A shop in Vienna closes two months whose sums equal those of the payment events, with refunds, a dispute and a coupon', async () => {
  const site = await createOwnSite({
    answers: { country: 'AT', currency: 'EUR', locale: 'de-AT', time_zone: 'Europe/Vienna' },
    products: [],
  });
  await site.saveSettings({ tax: { is_automatic: true, prices_include_tax: true, label: 'USt.', rate: 20 } });
  await site.publish();
  const product = await site.addProduct({ name: 'Buoy' });
  await site.addPlan(product, { name: 'Solo', price_month: 12 });
  await site.addPlan(product, { name: 'Crew', price_month: 33 });
  await site.publish();

  const started = site.clock.now();
  const subscriptions: string[] = [];
  for (const [at, country] of COUNTRIES.entries()) {
    const buyer = await site.createBuyer();
    const { body } = await buyer.checkout(at % 2 === 0 ? 'Solo' : 'Crew');
    const card = at === COUNTRIES.length - 1 ? DISPUTED_CARD : '4242424242424242';
    await site.control.pay(body.sessionId, { card, billing: { address: { country } } });
    const paid = await buyer.call('GET', `/checkout/${body.sessionId}`);
    subscriptions.push(paid.body.subscription.stripe_subscription_id);
  }
  await site.deliver();
  const bought = await selectRows(site, 'SELECT stripe_invoice_id AS id FROM invoices ORDER BY id');
  const refund = (at: number, amount: number | null, refundedBefore: number, key: string) =>
    site.payments.refundInvoice(String(bought[at]?.id), { amount, reason: null, refundedBefore }, key);
  await refund(1, 1000, 0, 'one');
  await refund(1, 701, 1000, 'two');
  await refund(2, null, 0, 'three');
  // In Stripe's dashboard, without a refund.
  await site.control.dashboard.createCreditNote({ invoice: String(bought[5]?.id), amount: 500 });
  const { id: coupon } = await site.control.dashboard.createCoupon({ percent_off: 25, duration: 'forever' });
  await site.stripe.subscriptions.update(subscriptions[3] ?? '', { discounts: [{ coupon }] });
  await site.payments.setCancelAtPeriodEnd(subscriptions[4] ?? '', true, { feedback: 'too_expensive' });
  await site.deliver();

  await site.control.advanceTo(Math.floor((started + 33 * DAY_MS) / 1000));
  await site.clock.advance(70 * DAY_MS);
  await site.deliver();
  const admin = await createApiCaller(site);
  const { body: list } = await admin.call('GET', '/api/admin/billing/months');
  const months = [0, 1].map((add) => {
    const day = new Date(started);
    day.setUTCDate(1);
    day.setUTCMonth(day.getUTCMonth() + add);
    return day.toISOString().slice(0, 7);
  });
  expect(list.months.map((each: { month: string }) => each.month)).toEqual(expect.arrayContaining(months));
  for (const month of months) {
    const path = `/api/admin/billing/months/${month}`;
    const read = async (): Promise<MonthJson> => (await admin.call('GET', path)).body;
    await admin.call('POST', `${path}/check`, {});
    await expect.poll(async () => (await read()).check?.finished_at).toEqual(expect.any(String));
    expect((await read()).check).toMatchObject({ differences: [], error: null });
    const { status, body } = await admin.call('POST', `${path}/close`);
    expect(status).toBe(200);
    const next = new Date(`${month}-01T00:00:00Z`);
    next.setUTCMonth(next.getUTCMonth() + 1);
    // Winter time in Vienna is an hour ahead.
    const period = { since: Date.parse(`${month}-01`) - 3_600_000, until: next.getTime() - 3_600_000 };
    const { sums, disputed, fees } = sumEvents(site, period);
    const { figures }: MonthJson = body;
    const found: Sums = {};
    for (const { country, gross, tax } of figures.rates) {
      const sum = found[country] ?? { gross: 0, tax: 0 };
      found[country] = { gross: sum.gross + gross, tax: sum.tax + tax };
    }
    expect(found, month).toEqual(sums);
    expect(figures.currencies).toHaveLength(1);
    expect(figures.currencies[0]?.fees, month).toBe(fees);
    const dispute = figures.currencies[0]?.kinds.find(({ kind }) => kind === 'dispute');
    expect(dispute?.gross ?? 0, month).toBe(0 - disputed);
    const credited = figures.currencies[0]?.kinds.find(({ kind }) => kind === 'credit_note');
    expect(credited?.gross ?? 0, month).toBe(month === months[0] ? -500 : 0);
    expect(figures.oss.map(({ country, rate }) => [country, rate])).toEqual([['DE', 19]]);
  }
  const last = (await admin.call('GET', `/api/admin/billing/months/${months[1]}`)).body as MonthJson;
  expect(last.figures.subscriptions.reasons).toEqual([{ reason: 'too_expensive', count: 1 }]);
});
