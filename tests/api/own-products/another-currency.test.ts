import { expect, it } from 'vitest';
import { createOwnSite } from '../../support/payments/own-site.ts';

it('A change of the currency is prepared with its prices, sold at once, and a subscriber’s second product is bought as another customer, case 13', async () => {
  const products = ['Buoy', 'Tidal'].map((name) => ({ name, plans: [{ name: `${name} Crew`, price_month: 30 }] }));
  const site = await createOwnSite({ products });
  const buyer = await site.createBuyer();
  await buyer.subscribe('Buoy Crew');
  await site.deliver();

  await site.saveSettings({ language: { currency: 'EUR' } });
  for (const name of ['Buoy Crew', 'Tidal Crew']) {
    const { id } = await site.findPlan(name);
    const created = await site.admin.call('POST', `/api/admin/plans/${id}/price`, { interval: 'month' });
    expect(created).toMatchObject({ status: 200 });
  }
  const { prices } = (await site.admin.call('GET', '/api/admin/plans/prices')).body;
  expect(prices).toMatchObject([
    { state: 'matches', charged: { currency: 'eur' } },
    { state: 'matches', charged: { currency: 'eur' } },
  ]);
  await site.publish();

  await buyer.subscribe('Tidal Crew');
  await site.deliver();
  const { rows } = await site.db.client.execute({
    sql: 'SELECT currency FROM stripe_customers WHERE user_id = ? ORDER BY currency',
    args: [buyer.id],
  });
  expect(rows.map(({ currency }) => currency)).toEqual(['eur', 'nzd']);
  expect((await buyer.call('GET', `/user/${buyer.id}`)).body.subscriptions).toMatchObject([
    { product_name: 'Tidal', status: 'active', price: { currency: 'eur' } },
    { product_name: 'Buoy', status: 'active', price: { currency: 'nzd' } },
  ]);
  expect(await buyer.call('POST', '/portal', {})).toMatchObject({ status: 200 });
});
