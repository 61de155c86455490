import { expect, it } from 'vitest';
import { createOwnSite } from '../../support/payments/own-site.ts';

const HOUR = 3600;

it.each([
  ['a rate that comes on top', { charges_rate: true, prices_include_tax: false, is_automatic: false }, 1_200],
  ['a rate that is in the price', { charges_rate: true, prices_include_tax: true, is_automatic: false }, 1_000],
  ['Stripe Tax', { charges_rate: false, prices_include_tax: false, is_automatic: true }, 1_150],
])('The invoice after a scheduled change of plan has the tax of the one before it: %s', async (_, tax, total) => {
  const site = await createOwnSite({ products: [] });
  await site.saveSettings({ tax: { label: 'GST', rate: 20, ...tax } });
  await site.publish();
  const product = await site.addProduct({ name: 'Buoy' });
  await site.addPlan(product, { name: 'Solo', price_month: 10 });
  await site.addPlan(product, { name: 'Crew', price_month: 30 });
  await site.publish();
  const user = await site.createBuyer();
  const { body } = await user.checkout('Crew');
  await site.control.pay(body.sessionId, { card: '4242424242424242', billing: { address: { country: 'NZ' } } });
  const paid = await user.call('GET', `/checkout/${body.sessionId}`);
  const id = paid.body.subscription.stripe_subscription_id;
  expect((await user.change('change', id, { planName: 'Solo' })).status).toBe(200);
  const { items } = await site.stripe.subscriptions.retrieve(id);
  await site.control.advanceTo((items.data[0]?.current_period_end ?? 0) + 2 * HOUR);
  const { data } = await site.stripe.invoices.list({ subscription: id });
  const [changed, first] = data.map((invoice) => ({
    plan: invoice.lines.data[0]?.description,
    total: invoice.total,
    rates: invoice.total_taxes?.map(({ tax_rate_details: rate }) => rate?.tax_rate),
  }));
  expect(changed).toMatchObject({ plan: expect.stringContaining('Solo'), total, rates: first?.rates });
  expect(changed?.rates).toHaveLength(1);
});
