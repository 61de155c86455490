import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { OwnSite } from '../../support/payments/own-site.ts';
import { CARD_OK, createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';
import { sellAtPrices, toMonthlyPrices } from '../../support/payments/price-ids.ts';
import { BUOY_ID, findPriceId, findSoldProductId, SOLO, toKey } from '../../support/payments/tideworks.ts';

let test: OwnSite;
let admin: ApiCaller;
beforeAll(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
});
afterAll(() => test.close());

/** A month and two hours, in which drafts are finalized and paid. */
const RENEWAL_SECONDS = 31 * 86_400 + 7_200;

type Sold = { price: string; quantity?: number; coupon?: string };

/** A subscription that was sold past our checkout: at an earlier price, to several people, with a coupon. */
async function sell(user: Subscriber, { price, quantity = 1, coupon }: Sold): Promise<string> {
  const metadata = { user_id: String(user.id) };
  const customer = await test.stripe.customers.create({ email: user.email, metadata });
  const card = await test.control.dashboard.addCard(customer.id, CARD_OK);
  const sale = { customer: customer.id, price, quantity, coupon, paymentMethod: card.id, metadata };
  return (await test.control.dashboard.createSubscription(sale)).id;
}

it('prices, next payments, invoices and revenue agree to the cent with kept prices, quantity 3, a coupon, a credit and two currencies', async () => {
  const createPrice = async (currency: string, unit_amount: number, interval: 'month' | 'year') =>
    (
      await test.control.dashboard.createPrice({
        product: findSoldProductId(test, SOLO),
        currency,
        unit_amount,
        recurring: { interval },
      })
    ).id;
  const kept = await createPrice('nzd', 799, 'month');
  const inEuro = await createPrice('eur', 1111, 'month');
  const yearly = await createPrice('eur', 10_000, 'year');
  const prices = toMonthlyPrices(findPriceId(test, SOLO), kept, inEuro, yearly);
  onTestFinished(sellAtPrices(test, { [toKey(SOLO)]: prices }));
  const { id: coupon } = await test.control.dashboard.createCoupon({
    percent_off: 15,
    duration: 'forever',
    name: 'Friends',
  });
  const users = await Promise.all([1, 2, 3, 4].map(() => createSubscriber(test)));
  const sold: Sold[] = [
    { price: kept },
    { price: kept, quantity: 3, coupon },
    { price: inEuro, coupon },
    { price: yearly },
  ];
  const ids: string[] = [];
  for (const [at, user] of users.entries()) ids.push(await sell(user, sold[at] as Sold));
  await test.deliver();
  const { customer } = await test.stripe.subscriptions.retrieve(String(ids[0]));
  await test.stripe.customers.update(String(customer), { balance: -333 });
  await test.deliver();

  const show = () =>
    Promise.all(
      users.map(async (user) => ({
        subscription: (await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`)).body.subscription,
        invoices: (await user.call('GET', `/user/${user.id}/billing`)).body.invoices,
      })),
    );
  const shown = await show();
  expect(shown.map(({ subscription: { price } }) => [price.unit_amount, price.quantity, price.currency])).toEqual([
    [799, 1, 'nzd'],
    [799, 3, 'nzd'],
    [1111, 1, 'eur'],
    [10_000, 1, 'eur'],
  ]);
  expect(shown[1]?.subscription.price.discounts).toEqual([
    { name: 'Friends', percent_off: 15, amount_off: null, ends_at: null, is_once: false },
  ]);
  for (const [at, id] of ids.entries()) {
    const preview = await test.stripe.invoices.createPreview({ subscription: id });
    const view = shown[at];
    expect(view?.subscription.next_payment).toEqual({ amount: preview.amount_due, currency: preview.currency });
    // The first payment was of the same amount, without the credit that came later.
    expect(view?.invoices).toMatchObject([
      { total: preview.total, amount_paid: preview.total, currency: preview.currency },
    ]);
  }
  expect(shown[0]?.subscription.next_payment.amount).toBe(799 - 333);
  await checkRevenue(shown);

  // A month later what was announced has been paid: the credit is used, and the yearly price is not due.
  await test.control.advanceTo(test.control.now() + RENEWAL_SECONDS);
  await test.deliver();
  const renewed = await show();
  for (const [at, { invoices }] of renewed.slice(0, 3).entries()) {
    expect(invoices).toHaveLength(2);
    expect(invoices[0].amount_paid).toBe(shown[at]?.subscription.next_payment.amount);
  }
  expect(renewed[0]?.subscription.next_payment.amount).toBe(799);
  expect(renewed[3]?.invoices).toHaveLength(1);
  await checkRevenue(renewed);
});

// biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
async function checkRevenue(shown: { invoices: any[] }[]) {
  const { body: revenue } = await admin.call('GET', '/api/admin/billing/revenue?months=1');
  const [euro] = revenue.other_currencies;
  const monthly = { nzd: 799 + 2397 - 360, eur: 1111 - 167 + 833 };
  expect(revenue).toMatchObject({ currency: 'nzd', monthly_recurring: monthly.nzd, live_subscriptions: 2 });
  expect(euro).toMatchObject({ currency: 'eur', monthly_recurring: monthly.eur, live_subscriptions: 2 });
  const sumPaid = (currency: string) =>
    shown
      .flatMap(({ invoices }) => invoices)
      .filter((invoice) => invoice.currency === currency)
      .reduce((sum, invoice) => sum + invoice.amount_paid, 0);
  expect(revenue.months[0].paid).toBe(sumPaid('nzd'));
  expect(euro.months[0].paid).toBe(sumPaid('eur'));
}
