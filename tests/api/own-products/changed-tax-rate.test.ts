import { expect, it } from 'vitest';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';

const DAY = 24 * 3600;

/** A site in Vienna that charges 20 % by itself; prices include it, or not. */
async function createSite(isIncluded: boolean): Promise<OwnSite> {
  return createOwnSite({
    answers: { country: 'AT', currency: 'EUR', locale: 'de-AT', time_zone: 'Europe/Vienna' },
    settings: {
      tax: { charges_rate: true, is_automatic: false, prices_include_tax: isIncluded, label: 'USt.', rate: 20 },
    },
    products: [
      {
        name: 'Werkbank',
        plans: [
          { name: 'Solo', price_month: 24, price_year: 240 },
          { name: 'Team', price_month: 60 },
        ],
      },
    ],
  });
}

async function setRate(site: OwnSite, rate: number) {
  await site.saveSettings({ tax: { rate } });
  await site.publish();
}

/** Total, rate and tax of the invoices of a subscription at Stripe, the newest first. */
async function readInvoices({ stripe }: OwnSite, subscription: string) {
  const { data } = await stripe.invoices.list({ subscription });
  const rates = new Map(
    (await stripe.taxRates.list({ limit: 100 })).data.map(({ id, percentage }) => [id, percentage]),
  );
  return data.map(({ total, total_taxes: taxes }) => ({
    total,
    taxes: (taxes ?? []).map(({ amount, tax_rate_details: rate }) => [rates.get(rate?.tax_rate ?? ''), amount]),
  }));
}

it('A change from a month to a year takes the tax rate of today, in what was shown, in its invoice and in the renewals', async () => {
  const site = await createSite(false);
  const buyer = await site.createBuyer();
  const id = await buyer.subscribe('Solo');
  await setRate(site, 22);
  const change = { planName: 'Solo', interval: 'year' as const };
  const { body: offer } = await buyer.change('change-preview', id, change);
  const made = await buyer.change('change', id, { ...change, prorationDate: offer.proration_date });
  expect(made.status).toBe(200);
  const [invoice] = await readInvoices(site, id);
  expect(invoice?.taxes.map(([percent]) => percent)).toEqual([22]);
  expect(invoice?.total).toBe(offer.due_now);
  expect(offer.lines.reduce((sum: number, { amount }: { amount: number }) => sum + amount, offer.tax_added)).toBe(
    offer.due_now,
  );
  expect(offer).toMatchObject({ tax_added: invoice?.taxes[0]?.[1], tax_included: 0 });
  await site.control.advanceTo(site.control.now() + 370 * DAY);
  expect((await readInvoices(site, id))[0]).toEqual({ total: 29_280, taxes: [[22, 5_280]] });
});

it('A change that begins with the next period takes the tax rate of today, and says so before', async () => {
  const site = await createSite(false);
  const buyer = await site.createBuyer();
  const id = await buyer.subscribe('Team');
  await setRate(site, 22);
  const { body: offer } = await buyer.change('change-preview', id, { planName: 'Solo' });
  expect(offer).toMatchObject({ when: 'period_end', next_payment: 2_928 });
  await buyer.change('change', id, { planName: 'Solo' });
  await site.control.advanceTo(site.control.now() + 32 * DAY);
  expect((await readInvoices(site, id))[0]).toEqual({ total: 2_928, taxes: [[22, 528]] });
});

it('A rate of the dashboard stays at a change where the site charges none', async () => {
  const site = await createOwnSite({
    answers: { country: 'AT', currency: 'EUR' },
    products: [
      {
        name: 'Werkbank',
        plans: [
          { name: 'Solo', price_month: 24 },
          { name: 'Team', price_month: 60 },
        ],
      },
    ],
  });
  const buyer = await site.createBuyer();
  const id = await buyer.subscribe('Team');
  const rate = await site.stripe.taxRates.create({ display_name: 'USt.', percentage: 13, inclusive: true });
  await site.stripe.subscriptions.update(id, { default_tax_rates: [rate.id] });
  await buyer.change('change', id, { planName: 'Solo' });
  await site.control.advanceTo(site.control.now() + 32 * DAY);
  expect((await readInvoices(site, id))[0]).toEqual({ total: 2_400, taxes: [[13, 276]] });
});
