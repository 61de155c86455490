import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { postForm } from '../../support/payments/post-form.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { changeTo, startCheckout } from '../../support/payments/subscribe.ts';

const CARD = '4242424242424242';
const START = Date.parse('2027-01-01T00:00Z') / 1000;

async function start() {
  const started = await startTestSandbox({ now: () => START * 1000 });
  const { stripe, control } = started;
  const createPrice = (amount: number, tax_behavior: 'inclusive' | 'exclusive', currency = 'eur') =>
    stripe.prices.create({
      currency,
      unit_amount: amount,
      recurring: { interval: 'month' },
      tax_behavior,
      product: 'prod_creator',
    });
  const open = (price: string, options: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    startCheckout({ stripe }, price, {
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
      customer_update: { address: 'auto', name: 'auto' },
      ...options,
    });
  const buy = async (price: string, billing: Parameters<typeof control.pay>[1]['billing']) => {
    const { session, customer } = await open(price);
    const result = await control.pay(session.id, { card: CARD, billing });
    if (result.status !== 'complete') throw new Error(result.status);
    const invoice = await stripe.invoices.retrieve(result.session.invoice ?? '');
    return { session: result.session, customer, invoice };
  };
  return { ...started, createPrice, open, buy };
}

const readTotals = ({ subtotal, total, total_excluding_tax: net, total_taxes: taxes }: Stripe.Invoice) => ({
  subtotal,
  total,
  net,
  taxes: (taxes ?? []).map(({ amount, tax_behavior: side, taxable_amount: base }) => [amount, side, base]),
});

describe('automatic tax', () => {
  it.each([
    ['exclusive', 'AT', { subtotal: 1000, total: 1200, net: 1000, taxes: [[200, 'exclusive', 1000]] }],
    ['inclusive', 'AT', { subtotal: 1000, total: 1000, net: 833, taxes: [[167, 'inclusive', 833]] }],
    ['exclusive', 'FI', { subtotal: 1000, total: 1255, net: 1000, taxes: [[255, 'exclusive', 1000]] }],
    ['exclusive', 'US', { subtotal: 1000, total: 1000, net: 1000, taxes: [[0, 'exclusive', 1000]] }],
  ] as const)('of an %s price in %s stands on the invoice, and is paid', async (behavior, country, totals) => {
    const { createPrice, buy, control } = await start();
    const { id } = await createPrice(1000, behavior);
    const { session, invoice } = await buy(id, { address: { country } });
    expect(readTotals(invoice)).toEqual(totals);
    expect(invoice).toMatchObject({
      amount_paid: totals.total,
      automatic_tax: { enabled: true, status: 'complete' },
      customer_address: { country },
    });
    expect(session).toMatchObject({ amount_total: totals.total, total_details: { amount_tax: totals.taxes[0][0] } });
    expect(control.list('charge').map(({ amount }) => amount)).toEqual([totals.total]);
  });

  it('names its rate, which can be read', async () => {
    const { stripe, createPrice, buy } = await start();
    const { id } = await createPrice(1000, 'exclusive');
    const { invoice } = await buy(id, { address: { country: 'NZ' } });
    const [line] = invoice.lines.data;
    expect(line?.taxes).toEqual(invoice.total_taxes);
    const rate = await stripe.taxRates.retrieve(String(invoice.total_taxes?.[0]?.tax_rate_details?.tax_rate));
    expect(rate).toMatchObject({ display_name: 'GST', percentage: 15, country: 'NZ', inclusive: false });
  });

  it('is owed by a company of another EU country, not by one of the seller’s own', async () => {
    const { control, createPrice, buy } = await start();
    const { id } = await createPrice(1000, 'exclusive');
    await control.setTaxes({ origin: 'AT' });
    const abroad = await buy(id, { address: { country: 'DE' }, name: 'Huber GmbH', taxNumber: 'DE123456789' });
    expect(abroad.invoice).toMatchObject({
      total: 1000,
      customer_name: 'Huber GmbH',
      customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
      total_taxes: [{ amount: 0, taxability_reason: 'reverse_charge' }],
    });
    const home = await buy(id, { address: { country: 'AT' }, name: 'Moser KG', taxNumber: 'ATU12345678' });
    expect(home.invoice.total).toBe(1200);
  });

  it('is computed after discounts, at renewals and on prorations', async () => {
    const { stripe, control, createPrice, open } = await start();
    const [small, large] = [await createPrice(1000, 'exclusive'), await createPrice(3000, 'exclusive')];
    const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'once' });
    const { session, customer } = await open(small.id, { discounts: [{ coupon: coupon.id }] });
    await control.pay(session.id, { card: CARD, billing: { address: { country: 'AT' } } });
    const [subscription] = (await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data;
    if (!subscription) throw new Error('nothing was bought');
    await control.advanceTo(START + 31 * 86_400 + 2 * 3600);
    await control.advanceTo(Date.parse('2027-02-15T00:00Z') / 1000);
    await stripe.subscriptions.update(subscription.id, {
      items: changeTo(subscription, large.id),
      proration_behavior: 'always_invoice',
    });
    const { data } = await stripe.invoices.list({ customer: customer.id });
    expect(data.map(readTotals)).toEqual([
      { subtotal: 1000, total: 1200, net: 1000, taxes: [[200, 'exclusive', 1000]] },
      { subtotal: 1000, total: 1200, net: 1000, taxes: [[200, 'exclusive', 1000]] },
      { subtotal: 1000, total: 900, net: 750, taxes: [[150, 'exclusive', 750]] },
    ]);
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview).toMatchObject({ subtotal: 3000, total: 3600, amount_due: 3600 });
  });

  it('needs the country of the buyer, which the page asks for', async () => {
    const { sandbox, stripe, control, createPrice, open } = await start();
    await control.setTaxes({ origin: 'AT' });
    const { id } = await createPrice(1000, 'exclusive');
    const { session } = await open(id);
    expect(session).toMatchObject({ amount_total: 1000, automatic_tax: { status: 'requires_location_inputs' } });
    const url = `${sandbox.url}/checkout/${session.id}`;
    const fields = { country: 'at', line1: 'Neubaugasse 1', postal_code: '1070', city: 'Wien' };
    await postForm(`${url}/billing`, { ...fields, name: 'Huber GmbH', tax_number: 'ATU12345678' });
    const page = await (await fetch(url)).text();
    for (const part of ['Tax', '€12.00', 'Neubaugasse 1', 'ATU12345678']) expect(page).toContain(part);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      amount_total: 1200,
      automatic_tax: { status: 'complete' },
    });
    await postForm(url, { card: CARD });
    const [invoice] = (await stripe.invoices.list()).data;
    const shown = await (await fetch(`${sandbox.url}/invoices/${invoice?.id}`)).text();
    for (const part of ['VAT 20%', '€2.00', 'Huber GmbH', 'Wien']) expect(shown).toContain(part);
  });

  it('takes the side of a price without one from the account, or refuses it where the account has none', async () => {
    const { control, open } = await start();
    const { session } = await open('price_creator');
    await control.setTaxes({ isTaxSideRequired: true });
    await expect(open('price_creator')).rejects.toThrow(/does not have a `tax_behavior` set which is required/);
    const result = await control.pay(session.id, { card: CARD, billing: { address: { country: 'AT' } } });
    expect(result).toMatchObject({ session: { amount_total: 1200 } });
  });

  it('of a subscription past the checkout needs an address', async () => {
    const { stripe, control, createPrice } = await start();
    const { id } = await createPrice(1000, 'exclusive');
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const card = await control.dashboard.addCard(customer, CARD);
    const create = () =>
      stripe.subscriptions.create({
        customer,
        items: [{ price: id }],
        automatic_tax: { enabled: true },
        default_payment_method: card.id,
        payment_behavior: 'error_if_incomplete',
      });
    await expect(create()).rejects.toMatchObject({ code: 'customer_tax_location_invalid' });
    await stripe.customers.update(customer, { address: { country: 'DE' } });
    await create();
    expect(control.list('charge').map(({ amount }) => amount)).toEqual([1190]);
  });
});

describe('rates that the seller chose', () => {
  it.each([
    [false, { subtotal: 1000, total: 1200, net: 1000, taxes: [[200, 'exclusive', 1000]] }],
    [true, { subtotal: 1000, total: 1000, net: 833, taxes: [[167, 'inclusive', 833]] }],
  ])('are computed whatever the address, included: %s', async (inclusive, totals) => {
    const { stripe, control, createPrice, open } = await start();
    const { id } = await createPrice(1000, inclusive ? 'inclusive' : 'exclusive');
    const rate = await stripe.taxRates.create({ display_name: 'USt.', percentage: 20, inclusive, country: 'AT' });
    const { session, customer } = await open(id, {
      automatic_tax: undefined,
      subscription_data: { default_tax_rates: [rate.id] },
    });
    await control.pay(session.id, { card: CARD });
    await control.advanceTo(START + 31 * 86_400 + 2 * 3600);
    const { data } = await stripe.invoices.list({ customer: customer.id });
    expect(data.map(readTotals)).toEqual([totals, totals]);
    expect(data[0]?.total_taxes?.[0]?.tax_rate_details?.tax_rate).toBe(rate.id);
  });

  it('of two rates are added up, each from the same amount', async () => {
    const { stripe, control, createPrice, open } = await start();
    const { id } = await createPrice(1000, 'exclusive', 'cad');
    const rates = await Promise.all(
      [5, 9.975].map((percentage) => stripe.taxRates.create({ display_name: 'Tax', percentage, inclusive: false })),
    );
    const line = { price: id, quantity: 1, tax_rates: rates.map((rate) => rate.id) };
    const { session } = await open(id, { automatic_tax: undefined, line_items: [line] });
    await control.pay(session.id, { card: CARD });
    expect(control.list('charge').map(({ amount }) => amount)).toEqual([1150]);
  });

  it('are taken away by a phase of a schedule that does not name them, and stay with one that does', async () => {
    const { stripe, control, createPrice, open } = await start();
    const [first, second] = [await createPrice(3000, 'exclusive'), await createPrice(1000, 'exclusive')];
    const rate = await stripe.taxRates.create({ display_name: 'USt.', percentage: 20, inclusive: false });
    const buyAndSchedule = async (taxes: object) => {
      const subscription_data = { default_tax_rates: [rate.id] };
      const { session, customer } = await open(first.id, { automatic_tax: undefined, subscription_data });
      await control.pay(session.id, { card: CARD });
      const [subscription] = (await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data;
      const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription?.id ?? '' });
      const [phase] = schedule.phases;
      expect(phase).toMatchObject({ default_tax_rates: [{ id: rate.id }], automatic_tax: { enabled: false } });
      const next = { items: [{ price: second.id, quantity: 1 }], proration_behavior: 'none' as const, ...taxes };
      const { start_date = 0, end_date = 0 } = phase ?? {};
      await stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        phases: [
          { items: [{ price: first.id, quantity: 1 }], start_date, end_date, default_tax_rates: [rate.id] },
          { ...next, duration: { interval: 'month', interval_count: 1 } },
        ],
      });
      return customer.id;
    };
    const bare = await buyAndSchedule({});
    const taxed = await buyAndSchedule({ default_tax_rates: [rate.id] });
    await control.advanceTo(START + 31 * 86_400 + 2 * 3600);
    const readTotal = async (customer: string) =>
      (await stripe.invoices.list({ customer })).data.map(({ total }) => total);
    expect(await readTotal(bare)).toEqual([1000, 3600]);
    expect(await readTotal(taxed)).toEqual([1200, 3600]);
  });

  it('that contradict the side of the price are refused, as are both ways to tax', async () => {
    const { stripe, createPrice, open } = await start();
    const { id } = await createPrice(1000, 'inclusive');
    const rate = await stripe.taxRates.create({ display_name: 'USt.', percentage: 20, inclusive: false });
    const subscription_data = { default_tax_rates: [rate.id] };
    await expect(open(id, { automatic_tax: undefined, subscription_data })).rejects.toThrow(
      'One or more prices has a `tax_behavior` that conflicts with the tax rates that apply to the corresponding line item.',
    );
    await expect(open(id, { subscription_data })).rejects.toMatchObject({ param: 'automatic_tax[enabled]' });
  });
});
