import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { MonthJson } from '#api/features/month-closing/month-closing.contract.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import type { Subscriber } from '../../support/payments/subscriber.ts';

const RATE_CHANGED = /takes? off unused time at the new tax rate/;

const createShop = (): Promise<OwnSite> =>
  createOwnSite({
    answers: { country: 'AT', currency: 'EUR', locale: 'de-AT', time_zone: 'Europe/Vienna' },
    settings: { tax: { charges_rate: true, is_automatic: false, prices_include_tax: true, label: 'USt.', rate: 20 } },
    products: [{ name: 'Werkbank', plans: [{ name: 'Solo', price_month: 24, price_year: 240 }] }],
  });

const changeInterval = async (site: OwnSite, buyer: Subscriber, id: string, interval: 'month' | 'year') => {
  const change = { planName: 'Solo', interval, when: 'now' as const };
  const { body: offer } = await buyer.change('change-preview', id, change);
  await buyer.change('change', id, { ...change, prorationDate: offer.proration_date });
  await site.deliver();
};

const readSummary = async (site: OwnSite, path: string): Promise<string> => {
  const response = await site.app.request(`${path}/export.zip`, toRequestInit(site.admin.token, 'GET'));
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const [, summary] = Object.entries(files).find(([name]) => name.startsWith('summary')) ?? [];
  return new TextDecoder().decode(summary);
};

it('A month names the invoices that give back unused time at another tax rate than it was charged with, on the screen and in the accountant’s file', async () => {
  const site = await createShop();
  const path = `/api/admin/billing/months/${new Date(site.clock.now()).toISOString().slice(0, 7)}`;
  const buyer = await site.createBuyer();
  const id = await buyer.subscribe('Solo');
  await site.deliver();
  await changeInterval(site, buyer, id, 'year');
  expect(((await site.admin.call('GET', path)).body as MonthJson).warnings.join(' ')).not.toMatch(RATE_CHANGED);
  expect(await readSummary(site, path)).not.toMatch(RATE_CHANGED);
  await site.saveSettings({ tax: { rate: 22 } });
  await site.publish();
  await changeInterval(site, buyer, id, 'month');
  const [invoice] = (await site.stripe.invoices.list({ subscription: id })).data;
  expect(invoice?.total).toBeLessThan(0);
  const sentence = `1 invoice for a change of plan (${invoice?.number}) takes off unused time at the new tax rate, although it was charged at an earlier one. Ask your accountant whether the tax needs a correction.`;
  expect(((await site.admin.call('GET', path)).body as MonthJson).warnings).toContain(sentence);
  expect(await readSummary(site, path)).toContain(sentence);
});
