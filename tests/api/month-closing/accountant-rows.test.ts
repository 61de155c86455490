import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';

const DISPUTED_CARD = '4000000000000259';

const createShop = () =>
  createOwnSite({
    answers: { country: 'AT', currency: 'EUR', locale: 'de-AT', time_zone: 'Europe/Vienna' },
    settings: { tax: { charges_rate: true, is_automatic: false, prices_include_tax: true, label: 'USt.', rate: 20 } },
    products: [
      {
        name: 'Werkbank',
        plans: [
          { name: 'Solo', price_month: 24 },
          { name: 'Team', price_month: 60 },
        ],
      },
      { name: 'Probe', tax_rate: 0, plans: [{ name: 'Free of tax', price_month: 5 }] },
    ],
  });

/** The accountant’s file of this month: its rows by the names of their columns, and the text. */
async function readExport(site: OwnSite) {
  const month = new Date(site.clock.now()).toISOString().slice(0, 7);
  const path = `/api/admin/billing/months/${month}`;
  const { token } = await createApiCaller(site);
  const response = await site.app.request(`${path}/export.zip`, toRequestInit(token, 'GET'));
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
  const read = (pattern: RegExp) => new TextDecoder().decode(files.find(([name]) => pattern.test(name))?.[1]);
  const [head = '', ...lines] = read(/^rows-.*-decimal-point\.csv$/)
    .trim()
    .split('\r\n');
  const names = head.split(',');
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])));
  return { rows, text: read(/^summary-/) };
}

it('The accountant’s file names why a sale at 0 % has no tax, and the invoice that a credit, a refund or a dispute corrects', async () => {
  const site = await createShop();
  const free = await site.createBuyer();
  await free.subscribe('Free of tax');
  const buyer = await site.createBuyer();
  const id = await buyer.subscribe('Team');
  await site.deliver();
  const change = { planName: 'Solo', when: 'now' };
  const { body: offer } = await buyer.change('change-preview', id, change);
  await buyer.change('change', id, { ...change, prorationDate: offer.proration_date });
  const disputing = await site.createBuyer();
  await disputing.subscribe('Solo', DISPUTED_CARD);
  await site.deliver();
  const { rows, text } = await readExport(site);
  const why = rows.map((row) => [row['Rate %'], row['Why no tax']]);
  expect(why).toContainEqual(['0', 'zero_rated']);
  expect(why.map(([, reason]) => reason)).not.toContain('standard_rated');
  const numbers = (kind: string) => rows.filter(({ Kind }) => Kind === kind);
  const [bought] = numbers('Invoice').filter(({ Gross }) => Gross === '60.00');
  expect(numbers('Credit')).toMatchObject([{ 'Corrects invoice': bought?.Number }]);
  const [disputed] = numbers('Dispute');
  expect(disputed?.['Corrects invoice']).toBe(disputed?.Number);
  expect(numbers('Invoice').every((row) => row['Corrects invoice'] === '')).toBe(true);
  const receipts = numbers('Invoice').flatMap((row) => row.Receipt || []);
  expect(receipts.toSorted()).toEqual(receipts.map((_, at) => String(at + 1).padStart(6, '0')));
  expect(receipts.length).toBeGreaterThanOrEqual(2);
  expect(text).toContain('A dispute doesn’t change the tax in these sums, also when it’s lost');
});

it('The text for the accountant says nothing about disputes in a month without one', async () => {
  const site = await createShop();
  const buyer = await site.createBuyer();
  await buyer.subscribe('Solo');
  await site.deliver();
  expect((await readExport(site)).text).not.toContain('A dispute doesn’t');
});
