import { expect, it } from 'vitest';
import { createOwnSite } from '../../support/payments/own-site.ts';

it('A product with a tax rate of its own is charged with it, another with the rate of the settings, and the month has both', async () => {
  const site = await createOwnSite({
    answers: { country: 'AT', currency: 'EUR', locale: 'de-AT', time_zone: 'Europe/Vienna' },
    products: [
      { name: 'Werkbank', plans: [{ name: 'Solo', price_month: 24 }] },
      { name: 'Lesesaal', tax_rate: 10, plans: [{ name: 'Reader', price_month: 11 }] },
      { name: 'Probe', tax_rate: 0, plans: [{ name: 'Free of tax', price_month: 5 }] },
    ],
  });
  await site.saveSettings({
    tax: { charges_rate: true, is_automatic: false, prices_include_tax: true, label: 'USt.', rate: 20 },
  });
  await site.publish();
  const buy = async (planName: string) => {
    const buyer = await site.createBuyer();
    await buyer.subscribe(planName);
    const { body } = await buyer.call('GET', `/user/${buyer.id}/billing`);
    return body.invoices[0];
  };
  const invoices = [await buy('Solo'), await buy('Reader'), await buy('Free of tax')];
  expect(invoices.map(({ total }) => total)).toEqual([2400, 1100, 500]);
  const rates = (await site.stripe.taxRates.list()).data.map(({ percentage, inclusive }) => [percentage, inclusive]);
  expect(rates.toSorted()).toEqual([
    [0, true],
    [10, true],
    [20, true],
  ]);
  const month = new Date(site.clock.now()).toISOString().slice(0, 7);
  const { body } = await site.admin.call('GET', `/api/admin/billing/months/${month}`);
  const taxes = body.figures.rates.map(({ rate, net, tax, gross }: Record<string, number>) => [rate, net, tax, gross]);
  expect(taxes).toEqual(
    expect.arrayContaining([
      [20, 2000, 400, 2400],
      [10, 1000, 100, 1100],
      [0, 500, 0, 500],
    ]),
  );
});

it('A product with a tax rate of its own has it on the receipts where prices include tax that Stripe doesn’t know', async () => {
  const site = await createOwnSite({
    answers: { country: 'AT', currency: 'EUR', locale: 'de-AT', time_zone: 'Europe/Vienna' },
    products: [{ name: 'Lesesaal', tax_rate: 10, plans: [{ name: 'Reader', price_month: 11 }] }],
  });
  await site.saveSettings({
    tax: { charges_rate: false, is_automatic: false, prices_include_tax: true, label: 'USt.', rate: 20 },
  });
  await site.publish();
  const buyer = await site.createBuyer();
  await buyer.subscribe('Reader');
  const [invoice] = (await site.db.client.execute('SELECT total, tax, taxes FROM invoices')).rows;
  expect(invoice).toMatchObject({ total: 1100, tax: 100 });
  expect(JSON.parse(String(invoice?.taxes))).toMatchObject([{ name: 'USt.', percent: 10, amount: 100 }]);
});
