import type Stripe from 'stripe';
import {
  changeItem,
  makeCoupon,
  makePrice,
  makeSession,
  makeSubscription,
  makeTaxRate,
  readInvoices,
  readPeriod,
  readRefusal,
} from './making.ts';
import type { DeepPlace } from './place.ts';

/** A behaviour that the product relies on. `expected` holds for Stripe by its `source`, and for the payment sandbox by a test. */
export type DeepRow = { name: string; source: string; expected: unknown; run(place: DeepPlace): Promise<unknown> };

const DAY = 86_400;
const HOUR = 3600;
const day = ({ start }: DeepPlace, days: number): number => start + days * DAY;
const CHANGE = 'docs.stripe.com/billing/subscriptions/change-price';
const CURRENCIES = 'docs.stripe.com/currencies';

/** The current phase as it is, and a next one. */
async function schedule(
  { stripe }: DeepPlace,
  subscription: string,
  next: Stripe.SubscriptionScheduleUpdateParams.Phase,
): Promise<void> {
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription });
  const { items = [], start_date = 0, end_date = 0 } = phases[0] ?? {};
  const current = items.map(({ price, quantity = 1 }) => ({ price: String(price), quantity }));
  await stripe.subscriptionSchedules.update(id, {
    end_behavior: 'release',
    phases: [
      { items: current, start_date, end_date },
      { proration_behavior: 'none', ...next },
    ],
  });
}

/** A month that becomes a year when it is over. */
async function scheduleYear(place: DeepPlace, anchor: { billing_cycle_anchor?: 'phase_start' }) {
  const [month, year] = [
    await makePrice(place, { unit_amount: 1000 }),
    await makePrice(place, { unit_amount: 10_000, recurring: { interval: 'year' } }),
  ];
  const { id } = await makeSubscription(place, month);
  const duration = { interval: 'year', interval_count: 1 } as const;
  await schedule(place, id, { items: [{ price: year, quantity: 1 }], duration, ...anchor });
  await place.advanceTo(day(place, 31) + 2 * HOUR);
  return { invoices: await readInvoices(place, id), period: await readPeriod(place, id) };
}

/** A month that becomes a year on the tenth day at noon. */
async function changeToYear(place: DeepPlace, anchor: Pick<Stripe.SubscriptionUpdateParams, 'billing_cycle_anchor'>) {
  const [month, year] = [
    await makePrice(place, { unit_amount: 1000 }),
    await makePrice(place, { unit_amount: 10_000, recurring: { interval: 'year' } }),
  ];
  const subscription = await makeSubscription(place, month);
  await place.advanceTo(day(place, 9.5));
  const change = {
    items: changeItem(subscription, { price: year }),
    proration_behavior: 'always_invoice',
    proration_date: day(place, 9.5),
    ...anchor,
  } as const;
  const preview = await place.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: change,
  });
  await place.stripe.subscriptions.update(subscription.id, { ...change, payment_behavior: 'pending_if_incomplete' });
  const [invoice] = await readInvoices(place, subscription.id);
  return { previewed: preview.total, invoice, period: await readPeriod(place, subscription.id) };
}

async function taxed(place: DeepPlace, inclusive: boolean) {
  const rate = await makeTaxRate(place, inclusive);
  const tax_behavior = inclusive ? 'inclusive' : 'exclusive';
  const price = await makePrice(place, { unit_amount: 1000, tax_behavior });
  const { latest_invoice: latest } = await makeSubscription(place, price, { default_tax_rates: [rate] });
  const {
    subtotal,
    total,
    total_excluding_tax: net,
    total_taxes: taxes,
  } = await place.stripe.invoices.retrieve(String(latest));
  return { subtotal, total, net, taxes: taxes?.map(({ amount, tax_behavior: side }) => [amount, side]) };
}

export const deepRows: readonly DeepRow[] = [
  {
    name: 'A month becomes a year now: a period begins, the unused time is credited, the year is charged in whole',
    source: CHANGE,
    expected: {
      previewed: 9306,
      invoice: { lines: [-694, 10_000], paid: 9306 },
      period: { anchor: 9.5, from: 9.5, to: 374.5 },
    },
    run: (place) => changeToYear(place, { billing_cycle_anchor: { type: 'now' } }),
  },
  {
    name: 'The same without a word about the anchor',
    source: CHANGE,
    expected: {
      previewed: 9306,
      invoice: { lines: [-694, 10_000], paid: 9306 },
      period: { anchor: 9.5, from: 9.5, to: 374.5 },
    },
    run: (place) => changeToYear(place, {}),
  },
  {
    name: 'A year that is scheduled with phase_start is collected when the month is over',
    source: 'github.com/better-auth/better-auth/issues/11336',
    expected: {
      invoices: [
        { lines: [10_000], paid: 10_000 },
        { lines: [1000], paid: 1000 },
      ],
      period: { anchor: 31, from: 31, to: 396 },
    },
    run: (place) => scheduleYear(place, { billing_cycle_anchor: 'phase_start' }),
  },
  {
    name: 'Without phase_start it isn’t collected then',
    source: 'github.com/better-auth/better-auth/issues/11336',
    expected: { invoices: [{ lines: [1000], paid: 1000 }], period: { anchor: 0, from: 0, to: 365 } },
    run: (place) => scheduleYear(place, {}),
  },
  {
    name: 'A year becomes a month now: the rest of the year is a credit, which pays the months',
    source: CHANGE,
    expected: { invoice: { lines: [-9041, 1000], paid: 0 }, balance: -8041 },
    async run(place) {
      const year = await makePrice(place, { unit_amount: 10_000, recurring: { interval: 'year' } });
      const month = await makePrice(place, { unit_amount: 1000 });
      const subscription = await makeSubscription(place, year);
      await place.advanceTo(day(place, 35));
      await place.stripe.subscriptions.update(subscription.id, {
        items: changeItem(subscription, { price: month }),
        billing_cycle_anchor: { type: 'now' },
        proration_behavior: 'always_invoice',
      });
      const customer = await place.stripe.customers.retrieve(String(subscription.customer));
      const [invoice] = await readInvoices(place, subscription.id);
      return { invoice, balance: 'balance' in customer ? customer.balance : null };
    },
  },
  {
    name: 'Seats: two more in the middle of a month are charged for the rest of it',
    source: 'docs.stripe.com/billing/subscriptions/prorations',
    expected: { lines: [-1500, 2500], paid: 1000 },
    async run(place) {
      const price = await makePrice(place, { unit_amount: 1000 });
      const subscription = await makeSubscription(place, price, { quantity: 3 });
      await place.advanceTo(day(place, 15.5));
      await place.stripe.subscriptions.update(subscription.id, {
        items: changeItem(subscription, { quantity: 5 }),
        proration_behavior: 'always_invoice',
      });
      return (await readInvoices(place, subscription.id))[0];
    },
  },
  {
    name: 'A trial begins with an invoice of 0, and is paid when it ends',
    source: 'docs.stripe.com/billing/subscriptions/trials',
    expected: {
      first: 'trialing',
      afterwards: 'active',
      invoices: [
        { lines: [1000], paid: 1000 },
        { lines: [0], paid: 0 },
      ],
      period: { anchor: 14, from: 14, to: 45 },
    },
    async run(place) {
      const price = await makePrice(place, { unit_amount: 1000 });
      const { id, status } = await makeSubscription(place, price, { trial_period_days: 14 });
      await place.advanceTo(day(place, 14) + 2 * HOUR);
      const { status: afterwards } = await place.stripe.subscriptions.retrieve(id);
      return {
        first: status,
        afterwards,
        invoices: await readInvoices(place, id),
        period: await readPeriod(place, id),
      };
    },
  },
  {
    name: 'A trial without a card ends with its subscription, where it says so',
    source: 'docs.stripe.com/billing/subscriptions/trials',
    expected: 'canceled',
    async run(place) {
      const { id } = await place.stripe.subscriptions.create({
        customer: await place.createCustomer(),
        items: [{ price: await makePrice(place, { unit_amount: 1000 }) }],
        billing_mode: { type: 'flexible' },
        payment_behavior: 'error_if_incomplete',
        trial_period_days: 7,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      });
      await place.advanceTo(day(place, 7) + 2 * HOUR);
      return (await place.stripe.subscriptions.retrieve(id)).status;
    },
  },
  {
    name: 'A trial for a subscription that is paid moves the next payment, without a credit when nothing is prorated',
    source: 'docs.stripe.com/api/subscriptions/update',
    expected: { status: 'trialing', period: { anchor: 40, to: 40 }, paid: [0, 1000] },
    async run(place) {
      const { id } = await makeSubscription(place, await makePrice(place, { unit_amount: 1000 }));
      await place.advanceTo(day(place, 10));
      const trial = { trial_end: day(place, 40), proration_behavior: 'none' } as const;
      const { status } = await place.stripe.subscriptions.update(id, trial);
      const { anchor, to } = await readPeriod(place, id);
      return { status, period: { anchor, to }, paid: (await readInvoices(place, id)).map(({ paid }) => paid) };
    },
  },
  {
    name: 'A promotion code of one payment lowers the first',
    source: 'docs.stripe.com/billing/subscriptions/coupons',
    expected: { type: 'coupon', paid: [1000, 750], redeemed: 1 },
    async run(place) {
      const coupon = await makeCoupon(place, { percent_off: 25, duration: 'once' });
      const code = await place.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon } });
      const price = await makePrice(place, { unit_amount: 1000 });
      const { id } = await makeSubscription(place, price, { discounts: [{ promotion_code: code.id }] });
      await place.advanceTo(day(place, 31) + 2 * HOUR);
      const { times_redeemed: redeemed } = await place.stripe.promotionCodes.retrieve(code.id);
      return { type: code.promotion.type, paid: (await readInvoices(place, id)).map(({ paid }) => paid), redeemed };
    },
  },
  {
    name: 'A promotion code that was switched off can’t be redeemed',
    source: 'docs.stripe.com/billing/subscriptions/coupons',
    expected: { status: 400 },
    async run(place) {
      const coupon = await makeCoupon(place, { percent_off: 25, duration: 'once' });
      const promotion = { type: 'coupon', coupon } as const;
      const { id } = await place.stripe.promotionCodes.create({ promotion, active: false });
      const price = await makePrice(place, { unit_amount: 1000 });
      return readRefusal(makeSubscription(place, price, { discounts: [{ promotion_code: id }] }));
    },
  },
  {
    name: 'A checkout with a trial asks for nothing today',
    source: 'docs.stripe.com/payments/checkout/free-trials',
    expected: { total: 0, status: 'open', collection: 'if_required' },
    async run(place) {
      const session = await makeSession(place, await makePrice(place, { unit_amount: 1000 }), {
        payment_method_collection: 'if_required',
        subscription_data: { trial_period_days: 14 },
      });
      const { amount_total: total, status, payment_method_collection: collection } = session;
      return { total, status, collection };
    },
  },
  {
    name: 'A checkout takes codes that are typed or a discount, not both',
    source: 'docs.stripe.com/api/checkout/sessions/create',
    expected: { status: 400, words: 'You may only specify one of these parameters' },
    async run(place) {
      const coupon = await makeCoupon(place, { percent_off: 25, duration: 'once' });
      const price = await makePrice(place, { unit_amount: 1000 });
      const params = { allow_promotion_codes: true, discounts: [{ coupon }] };
      return readRefusal(makeSession(place, price, params), 44);
    },
  },
  {
    name: 'A checkout below the smallest charge is refused',
    source: `${CURRENCIES}#minimum-and-maximum-charge-amounts`,
    expected: { status: 400, code: 'amount_too_small' },
    run: async (place) => readRefusal(makeSession(place, await makePrice(place, { unit_amount: 20 }))),
  },
  {
    name: 'A checkout of an archived price is refused',
    source: 'docs.stripe.com/products-prices/manage-prices',
    expected: { status: 400, words: 'The price specified is inactive.' },
    async run(place) {
      const price = await makePrice(place, { unit_amount: 1000 });
      await place.stripe.prices.update(price, { active: false });
      return readRefusal(makeSession(place, price), 32);
    },
  },
  {
    name: 'Forints are counted in hundredths, which may be charged',
    source: `${CURRENCIES}#special-cases`,
    expected: { paid: 199_050, currency: 'huf' },
    async run(place) {
      const price = await makePrice(place, { unit_amount: 199_050, currency: 'huf' });
      const { latest_invoice: latest } = await makeSubscription(place, price);
      const { amount_paid: paid, currency } = await place.stripe.invoices.retrieve(String(latest));
      return { paid, currency };
    },
  },
  {
    name: 'A price in Icelandic crowns with a fraction is refused',
    source: `${CURRENCIES}#special-cases`,
    expected: 400,
    async run(place) {
      const refusal = await readRefusal(makePrice(place, { unit_amount: 199_050, currency: 'isk' }));
      return typeof refusal === 'string' ? refusal : refusal.status;
    },
  },
  {
    name: 'A customer can’t have a second subscription in another currency, and can once the first has ended',
    source:
      'docs.stripe.com/invoicing/multi-currency-customers; github.com/Automattic/woocommerce-payments/issues/7732',
    expected: {
      first: { status: 400 },
      afterwards: 'active',
    },
    async run(place) {
      const [dollars, euros] = [
        await makePrice(place, { unit_amount: 1000 }),
        await makePrice(place, { unit_amount: 900, currency: 'eur' }),
      ];
      const { id, customer } = await makeSubscription(place, dollars);
      const buy = () => makeSubscription(place, euros, { customer: String(customer) });
      const first = await readRefusal(buy());
      await place.stripe.subscriptions.cancel(id);
      return { first, afterwards: (await buy()).status };
    },
  },
  {
    name: 'Tax on top of a price',
    source: 'docs.stripe.com/tax/tax-rates',
    expected: { subtotal: 1000, total: 1200, net: 1000, taxes: [[200, 'exclusive']] },
    run: (place) => taxed(place, false),
  },
  {
    name: 'Tax in a price',
    source: 'docs.stripe.com/tax/tax-rates',
    expected: { subtotal: 1000, total: 1000, net: 833, taxes: [[167, 'inclusive']] },
    run: (place) => taxed(place, true),
  },
  {
    name: 'A tax rate that contradicts the price is refused',
    source: 'github.com/openaustralia/righttoknow/issues/981',
    expected: { status: 400, words: 'One or more prices has a `tax_behavior` that conflicts' },
    async run(place) {
      const rate = await makeTaxRate(place, false);
      const price = await makePrice(place, { unit_amount: 1000, tax_behavior: 'inclusive' });
      return readRefusal(makeSubscription(place, price, { default_tax_rates: [rate] }), 54);
    },
  },
  {
    name: 'The tax side of a price is set once',
    source: 'docs.stripe.com/api/prices/update',
    expected: 400,
    async run(place) {
      const price = await makePrice(place, { unit_amount: 1000, tax_behavior: 'exclusive' });
      const refusal = await readRefusal(place.stripe.prices.update(price, { tax_behavior: 'inclusive' }));
      return typeof refusal === 'string' ? refusal : refusal.status;
    },
  },
];
