import { expect, it } from 'vitest';
import { TaxMoveWorker } from '#api/features/tax-moves/worker.service.ts';
import { createOwnSite, type OwnSite } from '../support/payments/own-site.ts';

const ROOT = '/api/admin/tax-moves';
const DAY = 24 * 3600;

/** A site in Vienna with a subscriber by the month and one by the year at 20 %, which then charges 22 %. */
async function createSite(isIncluded: boolean) {
  const site = await createOwnSite({
    answers: { country: 'AT', currency: 'EUR', locale: 'de-AT', time_zone: 'Europe/Vienna' },
    settings: {
      tax: { charges_rate: true, is_automatic: false, prices_include_tax: isIncluded, label: 'USt.', rate: 20 },
    },
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
  const buyers = [await site.createBuyer(), await site.createBuyer()];
  const ids = [(await buyers[0]?.subscribe('Solo')) ?? '', (await buyers[1]?.subscribe('Team')) ?? ''];
  await site.saveSettings({ tax: { rate: 22 } });
  await site.publish();
  return { site, buyers, ids };
}

const list = async (site: OwnSite) => (await site.admin.call('GET', ROOT)).body;
const run = (site: OwnSite) => new TaxMoveWorker(site.deps).whenIdle();
const endWindow = (site: OwnSite) => site.clock.advance(31_000);

async function start(site: OwnSite) {
  const [product] = (await list(site)).products;
  const rates = product.rates.map(({ key }: { key: string }) => key);
  return site.admin.call('POST', ROOT, { productId: product.product_id, rates });
}

const listEmails = async (site: OwnSite) =>
  (await site.db.client.execute("SELECT data FROM outbox WHERE kind = 'tax-move' ORDER BY id")).rows.map(({ data }) =>
    JSON.parse(String(data)),
  );

/** Total and taxes, each with its rate, of the newest invoice of a subscription at Stripe. */
async function readNewest({ stripe }: OwnSite, subscription: string) {
  const [invoice] = (await stripe.invoices.list({ subscription })).data;
  const rates = new Map(
    (await stripe.taxRates.list({ limit: 100 })).data.map(({ id, percentage }) => [id, percentage]),
  );
  const taxes = (invoice?.total_taxes ?? []).map(({ amount, tax_rate_details: rate }) => [
    rates.get(rate?.tax_rate ?? ''),
    amount,
  ]);
  return { total: invoice?.total, taxes };
}

it('Subscribers of an earlier rate keep it until they are moved; where prices include tax they then pay the same, with the tax of today', async () => {
  const { site, ids } = await createSite(true);
  expect((await list(site)).products).toMatchObject([
    {
      name: 'Werkbank',
      now: '22 % USt.',
      rates: [{ words: '20 % USt.', count: 2, is_dearer: false, is_included: true }],
    },
  ]);
  await site.control.advanceTo(site.control.now() + 32 * DAY);
  expect(await readNewest(site, ids[0] ?? '')).toEqual({ total: 2_400, taxes: [[20, 400]] });
  expect(await start(site)).toMatchObject({
    status: 200,
    body: {
      message: '2 subscribers of Werkbank pay 22 % USt. from the next payment on',
      undo: { id: expect.any(String) },
    },
  });
  await run(site);
  expect((await list(site)).moves[0].counts).toMatchObject({ waiting: 2, moved: 0 });
  endWindow(site);
  await run(site);
  expect((await list(site)).moves[0].counts).toMatchObject({ waiting: 0, moved: 2 });
  expect((await list(site)).products).toEqual([]);
  expect(await readNewest(site, ids[0] ?? '')).toEqual({ total: 2_400, taxes: [[20, 400]] });
  await site.control.advanceTo(site.control.now() + 31 * DAY);
  expect(await readNewest(site, ids[0] ?? '')).toEqual({ total: 2_400, taxes: [[22, 433]] });
  expect(await listEmails(site)).toEqual([]);
  await site.deliver();
  const { rows } = await site.db.client.execute('SELECT total, tax FROM invoices ORDER BY created_at DESC LIMIT 2');
  expect(rows.map(({ total, tax }) => [total, tax]).toSorted()).toEqual([
    [2_400, 433],
    [6_000, 1_082],
  ]);
});

it('Where tax comes on top, a higher rate is told by email before the payment, once, and then charged', async () => {
  const { site, buyers, ids } = await createSite(false);
  expect((await list(site)).products).toMatchObject([{ rates: [{ count: 2, is_dearer: true, is_included: false }] }]);
  await start(site);
  endWindow(site);
  await run(site);
  expect(await listEmails(site)).toMatchObject([
    { planName: 'Solo', before: '€ 28,80', after: '€ 29,28', ratesBefore: '20 % USt.', ratesAfter: '22 % USt.' },
    { planName: 'Team', before: '€ 72,00', after: '€ 73,20' },
  ]);
  await site.db.client.execute("UPDATE tax_move_members SET state = 'waiting', next_attempt_at = 0");
  await run(site);
  expect(await listEmails(site)).toHaveLength(2);
  const next = (await buyers[0]?.call('GET', `/user/${buyers[0].id}`))?.body.subscriptions[0].next_payment;
  expect(next).toMatchObject({ amount: 2_928, currency: 'eur' });
  await site.control.advanceTo(site.control.now() + 32 * DAY);
  expect(await readNewest(site, ids[0] ?? '')).toEqual({ total: 2_928, taxes: [[22, 528]] });
});

it('A booked change of plan stays booked when its subscriber moves to another tax rate', async () => {
  const { site, buyers, ids } = await createSite(false);
  await site.saveSettings({ tax: { rate: 20 } });
  await site.publish();
  await buyers[1]?.change('change', ids[1] ?? '', { planName: 'Solo' });
  await site.saveSettings({ tax: { rate: 22 } });
  await site.publish();
  await start(site);
  endWindow(site);
  await run(site);
  const current = await site.payments.getSubscription(ids[1] ?? '');
  expect(current.pending).not.toBeNull();
  expect(current.tax).toMatchObject({ rates: [{ percent: 22 }], nextRates: [{ percent: 22 }] });
  await site.control.advanceTo(site.control.now() + 32 * DAY);
  expect(await readNewest(site, ids[1] ?? '')).toEqual({ total: 2_928, taxes: [[22, 528]] });
});

it('Who is in the first period after a booked change of plan moves to another tax rate as well', async () => {
  const { site, buyers, ids } = await createSite(false);
  await site.saveSettings({ tax: { rate: 20 } });
  await site.publish();
  await buyers[1]?.change('change', ids[1] ?? '', { planName: 'Solo' });
  await site.control.advanceTo(site.control.now() + 32 * DAY);
  await site.deliver();
  await site.saveSettings({ tax: { rate: 22 } });
  await site.publish();
  expect(await start(site)).toMatchObject({ status: 200 });
  endWindow(site);
  await run(site);
  expect((await site.payments.getSubscription(ids[1] ?? '')).tax).toMatchObject({ rates: [{ percent: 22 }] });
  await site.control.advanceTo(site.control.now() + 31 * DAY);
  expect(await readNewest(site, ids[1] ?? '')).toEqual({ total: 2_928, taxes: [[22, 528]] });
});

it('Undo takes a move back before anything begins, and whoever ended meanwhile is left out with the reason', async () => {
  const { site, ids } = await createSite(true);
  const { body } = await start(site);
  const undone = await site.admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] });
  expect(undone.body.message).toBe('Undone. Everyone keeps their tax rate, and no one was told.');
  endWindow(site);
  await run(site);
  expect((await site.payments.getSubscription(ids[0] ?? '')).tax.rates).toMatchObject([{ percent: 20 }]);
  expect((await start(site)).status).toBe(200);
  await site.stripe.subscriptions.cancel(ids[0] ?? '');
  endWindow(site);
  await run(site);
  const [move] = (await list(site)).moves.toSorted((one: { created_at: string }, other: { created_at: string }) =>
    one.created_at < other.created_at ? 1 : -1,
  );
  expect(move.counts).toMatchObject({ moved: 1, left_out: 1 });
  const { members } = (await site.admin.call('GET', `${ROOT}/${move.id}/members`)).body;
  expect(members.find(({ state }: { state: string }) => state === 'left_out')).toMatchObject({ obstacle: 'ended' });
});

it('A move of rates that nobody has is refused, and a second press moves nobody twice', async () => {
  const { site } = await createSite(true);
  const [product] = (await list(site)).products;
  const request = { productId: product.product_id, rates: [product.rates[0].key] };
  expect((await site.admin.call('POST', ROOT, { ...request, rates: ['other'] })).status).toBe(409);
  expect((await site.admin.call('POST', ROOT, request)).status).toBe(200);
  expect(await site.admin.call('POST', ROOT, request)).toMatchObject({
    status: 409,
    body: { message: 'These subscribers have just changed. Reload the page.' },
  });
});
