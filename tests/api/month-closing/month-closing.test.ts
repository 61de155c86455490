import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatCents } from '#api/domain/money.ts';
import { parseCsv } from '#api/http/csv.ts';
import type { MonthJson } from '#api/features/month-closing/month-closing.contract.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import type { Rewrite } from '../../support/payments/rewriting-proxy.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import type { Subscriber } from '../../support/payments/subscriber.ts';

const BASE = '/api/admin/billing/months';
const DAY_MS = 24 * 60 * 60 * 1000;
const DISPUTED_CARD = '4000000000000259';
/** In turn: at home with 20 %, in another country of the EU with 10 %, and outside of it without tax. */
const PLACES = [
  { country: 'AT', percent: 20 },
  { country: 'DE', percent: 10 },
  { country: 'CH', percent: 0 },
] as const;

/** By customer, in the order in which they first have an invoice. */
let places: Map<string, (typeof PLACES)[number]>;
const findPlace = (customer: string) => {
  const place = places.get(customer) ?? PLACES[places.size % PLACES.length] ?? PLACES[0];
  places.set(customer, place);
  return place;
};

const computeTax = (gross: number, percent: number) => Math.round((gross * percent) / (100 + percent));

/** Prices include the tax of the place where the customer is, as Stripe would have worked it out. */
const addTax: Rewrite = (object) => {
  if (object.object !== 'invoice') return;
  const total = object.total as number;
  const { country, percent } = findPlace(String(object.customer));
  const amount = computeTax(total, percent);
  Object.assign(object, {
    customer_name: `Customer in ${country}`,
    customer_address: { line1: 'Street 1', line2: null, city: 'City', state: null, postal_code: '1000', country },
    customer_tax_ids: [],
    total_taxes: [
      {
        amount,
        tax_behavior: 'inclusive',
        tax_rate_details: null,
        taxability_reason: percent === 0 ? 'not_collecting' : 'standard_rated',
        taxable_amount: total - amount,
        type: 'tax_rate_details',
      },
    ],
  });
};

let site: OwnSite;
let buyers: Subscriber[];
let month: string;
let admin: ApiCaller;

/** A shop in Vienna that sold six plans, refunded one in part, has a dispute and a person who left, in a month that is over. */
beforeEach(async () => {
  places = new Map();
  site = await createOwnSite({
    answers: { country: 'AT', currency: 'EUR', locale: 'de-AT', time_zone: 'Europe/Vienna' },
    products: [
      {
        name: 'Buoy',
        plans: [
          { name: 'Solo', price_month: 12 },
          { name: 'Crew', price_month: 33 },
        ],
      },
    ],
    rewrite: addTax,
  });
  month = new Date(site.clock.now()).toISOString().slice(0, 7);
  buyers = [];
  for (const [plan, card] of [['Solo'], ['Crew'], ['Crew'], ['Crew'], ['Solo', DISPUTED_CARD], ['Solo']] as const) {
    const buyer = await site.createBuyer();
    await buyer.subscribe(plan, card);
    buyers.push(buyer);
  }
  await site.deliver();
  const [crew] = await selectRows(
    site,
    'SELECT stripe_invoice_id AS id FROM invoices WHERE user_id = ?',
    buyers[3]?.id ?? 0,
  );
  await site.payments.refundInvoice(String(crew?.id), { amount: 1100, reason: null, refundedBefore: 0 }, 'refund');
  await site.deliver();
  await site.clock.advance(35 * DAY_MS);
  admin = await createApiCaller(site);
});

const get = async (): Promise<MonthJson> => (await admin.call('GET', `${BASE}/${month}`)).body;
const post = (act: string, body?: object) => admin.call('POST', `${BASE}/${month}/${act}`, body);
async function check(body: object = {}): Promise<NonNullable<MonthJson['check']>> {
  expect(await post('check', body)).toMatchObject({ status: 200 });
  await expect.poll(async () => (await get()).check?.finished_at).toEqual(expect.any(String));
  return (await get()).check as NonNullable<MonthJson['check']>;
}
async function close() {
  await check();
  const closed = await post('close');
  expect(closed).toMatchObject({ status: 200 });
  return closed.body as MonthJson;
}

/** What is read of an invoice or a charge; `created` in seconds. */
type Paid = { customer: string; total: number; amount_refunded: number; created: number };

const isOfMonth = ({ created }: Paid) => new Date(created * 1_000).toISOString().startsWith(month);

/** The sums by country that the month’s events of the payment sandbox come to, without a line of the code under test. */
function sumEvents() {
  const sums: Record<string, { gross: number; tax: number }> = {};
  const add = (customer: string, gross: number, tax: number) => {
    const { country } = findPlace(customer);
    const sum = sums[country] ?? { gross: 0, tax: 0 };
    sums[country] = { gross: sum.gross + gross, tax: sum.tax + tax };
  };
  const totals = new Map<string, number>();
  for (const { type, data } of site.control.events()) {
    const object = data.object as unknown as Paid;
    const { percent } =
      type.startsWith('invoice.') || type === 'charge.refunded' ? findPlace(String(object.customer)) : { percent: 0 };
    // The sandbox renews subscriptions in the next month as soon as it has turned to it.
    if (type === 'invoice.finalized' && isOfMonth(object)) {
      add(object.customer, object.total, computeTax(object.total, percent));
      totals.set(object.customer, object.total);
    }
    if (type === 'charge.refunded') {
      const total = totals.get(object.customer) ?? 0;
      const tax = Math.round((computeTax(total, percent) * object.amount_refunded) / total);
      add(object.customer, 0 - object.amount_refunded, 0 - tax);
    }
  }
  return sums;
}

describe('The books of a month', () => {
  it('add up to what the events of the payments say, by country and rate, with OSS and fees', async () => {
    const { figures, rows } = await get();
    const sums = sumEvents();
    expect(figures.rates.map(({ country, rate, gross, tax }) => ({ country, rate, gross, tax }))).toEqual([
      { country: 'AT', rate: 20, ...sums.AT },
      { country: 'CH', rate: 0, ...sums.CH },
      { country: 'DE', rate: 10, ...sums.DE },
    ]);
    expect(figures.oss).toMatchObject([{ country: 'DE', rate: 10, ...sums.DE }]);
    const [euros] = figures.currencies;
    expect(euros).toMatchObject({
      currency: 'eur',
      gross: 12_400,
      kinds: [
        { kind: 'invoice', count: 6, gross: 13_500 },
        { kind: 'refund', count: 1, gross: -1100 },
        { kind: 'dispute', count: 1, gross: -1200 },
        // Each payment 1.5 % and 25 cents, and 20 euros for the dispute.
        { kind: 'fee', count: 7, gross: 3 * 43 + 3 * 75 + 2000 },
      ],
    });
    expect(figures.subscriptions).toMatchObject({ at_start: 0, started: 6, at_end: 6, churn: null });
    expect(rows).toBe(15);
  });

  it('The books of a month are closed after a comparison with Stripe that finds nothing, by name, with an audit row, and only once', async () => {
    expect(await post('close')).toMatchObject({ status: 409, body: { message: expect.stringContaining('Compare') } });
    expect(await check()).toMatchObject({ compared: 6, differences: [], error: null, is_current: true });
    const before = await get();
    expect(await post('close')).toMatchObject({
      status: 200,
      body: { closed: { by_name: expect.any(String), digest: expect.stringMatching(/^[0-9a-f]{64}$/) }, changes: [] },
    });
    expect((await get()).figures).toEqual(before.figures);
    expect(await post('close')).toMatchObject({ status: 409 });
    expect(
      await selectRows(site, "SELECT actor_id, subject FROM audit_log WHERE action = 'billing.month_closed'"),
    ).toEqual([{ actor_id: admin.id, subject: `month:${month}` }]);
  });

  it('can’t be closed while they differ from Stripe by a cent, which is named, and are right after the repair', async () => {
    await site.db.client.execute('UPDATE invoices SET total = total + 1 WHERE id = (SELECT min(id) FROM invoices)');
    const found = await check();
    expect(found.differences).toEqual([
      {
        invoice_id: expect.stringMatching(/^in_/),
        text: expect.stringMatching(/amount is .*12,01 here and .*12,00 at Stripe/),
      },
    ]);
    expect(await post('close')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('differs from Stripe') },
    });
    expect(await check({ repair: true })).toMatchObject({ differences: [] });
    expect(await post('close')).toMatchObject({ status: 200 });
  });

  it('can’t be closed when something changed after the comparison', async () => {
    await check();
    await site.db.client.execute("UPDATE invoices SET customer_country = 'FR'");
    expect((await get()).check?.is_current).toBe(false);
    expect(await post('close')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Compare again') },
    });
  });

  it('name an invoice that the database lacks and a refund that it doesn’t know', async () => {
    await site.db.client.execute('DELETE FROM refunds');
    await site.db.client.execute('DELETE FROM invoices WHERE id = (SELECT max(id) FROM invoices)');
    const { differences } = await check();
    const texts = differences.map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts).toContainEqual(expect.stringMatching(/the amount is .*33,00 here and .*22,00 at Stripe/));
    expect(texts).toContainEqual(expect.stringMatching(/is missing here: .*12,00/));
    expect(await check({ repair: true })).toMatchObject({ differences: [] });
  });

  it('have a row for a credit note of the dashboard, which takes back its share of the tax, until it is voided', async () => {
    const [solo] = await selectRows(site, 'SELECT stripe_invoice_id AS id FROM invoices ORDER BY id LIMIT 1');
    const at = new Date(site.clock.now()).toISOString().slice(0, 7);
    const readSums = async () => {
      await site.deliver();
      const { body }: { body: MonthJson } = await admin.call('GET', `${BASE}/${at}`);
      const [sum] = body.figures.currencies;
      return { net: sum?.net ?? 0, tax: sum?.tax ?? 0, kinds: sum?.kinds ?? [] };
    };
    const before = await readSums();
    const { id } = await site.control.dashboard.createCreditNote({ invoice: String(solo?.id), amount: 600 });
    const after = await readSums();
    expect(after.kinds).toContainEqual({ kind: 'credit_note', count: 1, gross: -600 });
    expect(after).toMatchObject({ net: before.net - 500, tax: before.tax - 100 });
    await site.control.dashboard.voidCreditNote(id);
    expect(await readSums()).toEqual(before);
  });

  it('stay as they were closed: a refund of the next month is in the next month', async () => {
    const { figures } = await close();
    const [solo] = await selectRows(site, 'SELECT stripe_invoice_id AS id FROM invoices ORDER BY id LIMIT 1');
    await site.payments.refundInvoice(String(solo?.id), { amount: null, reason: null, refundedBefore: 0 }, 'late');
    await site.deliver();
    expect(await get()).toMatchObject({ figures, changes: [] });
    const next = new Date(site.clock.now()).toISOString().slice(0, 7);
    const { body } = await admin.call('GET', `${BASE}/${next}`);
    expect(body.figures.currencies[0].kinds).toContainEqual({ kind: 'refund', count: 1, gross: -1200 });
  });

  it('say of a closed month what would be otherwise now', async () => {
    const { figures } = await close();
    await site.db.client.execute('UPDATE invoices SET fee = fee + 5 WHERE id = (SELECT min(id) FROM invoices)');
    const month = await get();
    expect(month.figures).toEqual(figures);
    expect(month.changes).toEqual([expect.stringMatching(/the fee is .*0,43 in the closed month and .*0,48 now/)]);
  });

  it('The books of a month are reopened with a reason, which stays with what was closed, and can be closed again', async () => {
    await close();
    expect(await post('reopen', { reason: ' ' })).toMatchObject({ status: 400 });
    expect(await post('reopen', { reason: 'The accountant found a wrong country.' })).toMatchObject({
      status: 200,
      body: { closed: null, reopened: [{ reason: 'The accountant found a wrong country.' }] },
    });
    expect(await post('reopen', { reason: 'Once more.' })).toMatchObject({ status: 409 });
    await close();
    expect(await selectRows(site, 'SELECT count(*) AS n FROM closed_months')).toEqual([{ n: 2 }]);
  });

  it('The books of a month can’t be closed before it is over', async () => {
    month = new Date(site.clock.now()).toISOString().slice(0, 7);
    await check();
    expect(await post('close')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('isn’t over yet') },
    });
  });

  it('The books of a month are read by those who may see payments and closed by those who manage them', async () => {
    expect((await site.app.request(`${BASE}/${month}`)).status).toBe(401);
    const buyer = await site.createBuyer();
    expect((await site.app.request(`${BASE}/${month}`, toRequestInit(buyer.token, 'GET'))).status).toBe(403);
    expect(await admin.call('GET', `${BASE}/2026-13`)).toMatchObject({ status: 400 });
    expect((await admin.call('GET', BASE)).body.months.map((each: { month: string }) => each.month)).toContain(month);
  });
});

describe('The file for the accountant', () => {
  const download = () => site.app.request(`${BASE}/${month}/export.zip`, toRequestInit(admin.token, 'GET'));
  const unzip = async (response: Response) =>
    new Map(
      Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer()))).map(([name, bytes]) => [
        name,
        new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
      ]),
    );

  it('The accountant’s file is one zip, named by company and month, with rows and sums as spreadsheets expect them', async () => {
    await close();
    const response = await download();
    expect(response.headers.get('content-disposition')).toContain(`"tideworks-${month}.zip"`);
    expect(response.headers.get('content-type')).toBe('application/zip');
    const files = await unzip(response);
    expect([...files.keys()]).toEqual([
      `summary-${month}.txt`,
      `rows-${month}.csv`,
      `sums-${month}.csv`,
      `rows-${month}-decimal-point.csv`,
      `sums-${month}-decimal-point.csv`,
    ]);
    const rows = files.get(`rows-${month}-decimal-point.csv`) ?? '';
    expect(rows.startsWith('\uFEFF')).toBe(true);
    const lines = rows.trim().split('\r\n');
    expect(lines).toHaveLength(16);
    expect(lines[0]).toContain(
      'Date,Number,Kind,Customer,Country,Tax number,Net,Tax name,Rate %,Tax country,Tax,Gross,Currency,Fee',
    );
    expect(rows).toMatch(/\d{4}-\d\d-\d\d,[^,]+,Invoice,Customer in AT,AT,,10\.00,Tax,20,AT,2\.00,12\.00,EUR,/);
    expect(rows).toContain('Refund,Customer in AT,AT,,-9.17,Tax,20,AT,-1.83,-11.00,EUR,');
    expect(files.get(`sums-${month}-decimal-point.csv`)).toMatch(
      /Other countries of the European Union \(OSS\)\r\n.*\r\nEUR,DE,Tax,10,/,
    );
    expect(await selectRows(site, "SELECT count(*) AS n FROM audit_log WHERE action = 'export.books'")).toEqual([
      { n: 1 },
    ]);
  });

  it('Where people write 9,90, the accountant’s tables have semicolons and decimal commas, and their numbers equal those with decimal points', async () => {
    await close();
    const files = await unzip(await download());
    const rows = files.get(`rows-${month}.csv`) ?? '';
    expect(rows).toMatch(/\d{4}-\d\d-\d\d;[^;]+;Invoice;Customer in AT;AT;;10,00;Tax;20;AT;2,00;12,00;EUR;/);
    expect(rows).toContain('Refund;Customer in AT;AT;;-9,17;Tax;20;AT;-1,83;-11,00;EUR;');
    for (const table of ['rows', 'sums']) {
      const commas = parseCsv(files.get(`${table}-${month}.csv`) ?? '').map(({ cells }) => cells);
      const points = parseCsv(files.get(`${table}-${month}-decimal-point.csv`) ?? '').map(({ cells }) => cells);
      const withPoints = commas.map((cells) => cells.map((cell) => cell.replace(/^(-?\d+),(\d+)$/, '$1.$2')));
      expect(withPoints, table).toEqual(points);
    }
  });

  it('The accountant’s file has a summary to read: the seller, the closing, what was compared, tax by country and rate, and the OSS', async () => {
    const { figures } = await close();
    const text = (await unzip(await download())).get(`summary-${month}.txt`) ?? '';
    expect(text).toContain('Tideworks Ltd');
    expect(text).toMatch(/Closed on .* by .*\r\nChecksum \(SHA-256\): [0-9a-f]{64}/);
    expect(text).toMatch(/\d+ invoices compared on .*: everything matched to the cent\./);
    for (const { rate, net, tax, gross } of figures.rates) {
      const sums = `net ${formatCents(net, 'eur')}, tax ${formatCents(tax, 'eur')}, gross ${formatCents(gross, 'eur')}`;
      expect(text, String(rate)).toContain(sums);
    }
    expect(text).toMatch(/\(OSS\)\r\n-+\r\nGermany, 10.?% Tax: /);
  });

  it('The accountant’s file says in its name and in its summary when the month isn’t closed or compared', async () => {
    const response = await download();
    expect(response.headers.get('content-disposition')).toContain(`"tideworks-${month}-not-closed.zip"`);
    const text = (await unzip(response)).get(`summary-${month}-not-closed.txt`) ?? '';
    expect(text).toContain('Not closed: these figures can still change.');
    expect(text).toContain('Not compared yet.');
  });
});
