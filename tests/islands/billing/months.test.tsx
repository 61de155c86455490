import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MonthJson, MonthsJson } from '#api/features/month-closing/month-closing.contract.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { type BillingSite, createBillingSite } from '../../support/islands/billing-site.tsx';

const PATH = '/api/admin/billing/months';
const NOW = '2026-11-22T10:00:00.000Z';
let site: BillingSite;
let months: MonthsJson;
let books: MonthJson;
/** Bodies of the calls by their last word. */
let calls: Record<string, unknown>;

const sum = { net: 4500, tax: 900, gross: 5400 };
const rate = { currency: 'eur', country: 'AT', name: 'USt.', rate: 20, ...sum };

beforeEach(async () => {
  site = await createBillingSite();
  calls = {};
  months = {
    time_zone: 'Europe/Vienna',
    months: [
      { month: '2026-11', is_over: false, closed_at: null, closed_by_name: null },
      { month: '2026-10', is_over: true, closed_at: null, closed_by_name: null },
    ],
  };
  books = {
    month: '2026-10',
    time_zone: 'Europe/Vienna',
    is_over: true,
    rows: 12,
    figures: {
      currencies: [{ currency: 'eur', ...sum, fees: 135, kinds: [{ kind: 'invoice', count: 3, gross: 5400 }] }],
      rates: [rate],
      oss: [],
      subscriptions: {
        at_start: 10,
        started: 3,
        ended: 1,
        at_end: 12,
        churn: 1000,
        reasons: [{ reason: 'too_expensive', count: 1 }],
      },
    },
    warnings: [],
    check: null,
    closed: null,
    changes: [],
    reopened: [],
  };
  site.network.intercept('GET', PATH, () => Response.json(months));
  site.network.intercept('GET', `${PATH}/2026-10`, () => Response.json(books));
  for (const act of ['check', 'close', 'reopen'])
    site.network.intercept('POST', `${PATH}/2026-10/${act}`, async (request: Request) => {
      calls[act] = await request.json().catch(() => null);
      return Response.json(books);
    });
});

const open = () => site.openBilling('?view=months');
const check = (values: Partial<NonNullable<MonthJson['check']>> = {}): MonthJson['check'] => ({
  started_at: NOW,
  finished_at: NOW,
  compared: 3,
  differences: [],
  error: null,
  is_current: true,
  ...values,
});
const button = (name: string) => screen.findByRole('button', { name });

test('The first month that is over and open is chosen, with its sums, rates and subscriptions', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Invoiced in EUR' });
  expect(screen.getByRole('combobox', { name: 'Month' })).toHaveProperty('value', '2026-10');
  expect(screen.getByRole('table', { name: 'Tax by country and rate' }).textContent).toContain('Austria');
  expect(screen.getByText('Too expensive: 1')).toBeTruthy();
  for (const name of ['Rows', 'Amount', 'Net', 'Tax', 'Gross']) {
    expect(screen.getByRole('columnheader', { name }).className, name).toBe('number');
    expect(document.querySelector(`td[data-label="${name}"]`)?.className, name).toBe('number');
  }
  expect(screen.queryByRole('button', { name: 'Close the month' })).toBeNull();
  await expectAccessible();
});

test('A month is compared first, and closed when everything matches', async () => {
  await open();
  await userEvent.click(await button('Compare with Stripe'));
  await waitFor(() => expect(calls.check).toEqual({ repair: false }));
  books.check = check();
  await userEvent.click(await button('Compare with Stripe'));
  await screen.findByText('3 invoices compared: everything matches Stripe to the cent.');
  await userEvent.click(await button('Close the month'));
  const dialog = await screen.findByRole('dialog', { name: 'Close October?' });
  books.closed = { at: NOW, by_name: 'Mere Tūpou', time_zone: 'Europe/Vienna', digest: 'ab' };
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close the month' }));
  await screen.findByText(/Closed by Mere Tūpou/);
  expect('close' in calls).toBe(true);
  await expectAccessible();
});

test('What differs from Stripe is named, and keeps the month open', async () => {
  const text = 'Invoice A-1: the tax is €2.00 here and €2.01 at Stripe.';
  books.check = check({ differences: [{ invoice_id: 'in_1', text }] });
  await open();
  await screen.findByText(text);
  expect(screen.queryByRole('button', { name: 'Close the month' })).toBeNull();
  await userEvent.click(await button('Update from Stripe'));
  await waitFor(() => expect(calls.check).toEqual({ repair: true }));
  await expectAccessible();
});

test('A closed month says what would be otherwise now, and is reopened with a reason', async () => {
  books.closed = { at: NOW, by_name: 'Mere Tūpou', time_zone: 'Europe/Vienna', digest: 'ab' };
  books.changes = ['Invoice A-1: the fee is €0.43 in the closed month and €0.48 now.'];
  await open();
  await screen.findByText(/€0.48 now/);
  await userEvent.click(await button('Reopen'));
  const dialog = await screen.findByRole('dialog', { name: 'Reopen October?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reopen' }));
  await within(dialog).findByText('Enter a reason.');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'A wrong country.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reopen' }));
  await waitFor(() => expect(calls.reopen).toEqual({ reason: 'A wrong country.' }));
});

test('A failure to load the books is named, and tried again', async () => {
  const restore = site.network.fail('GET', `${PATH}/2026-10`, 500, { message: 'Something broke.' });
  await open();
  await screen.findByRole('heading', { name: 'Couldn’t load the books' });
  restore();
  await userEvent.click(await button('Retry'));
  await screen.findByRole('heading', { name: 'Invoiced in EUR' });
});

test('The file for the accountant is one download, also of a month that isn’t closed', async () => {
  site.network.intercept('GET', `${PATH}/2026-10/export.zip`, () => {
    calls.export = true;
    return new Response('zip', { headers: { 'Content-Disposition': 'attachment; filename="werk-2026-10.zip"' } });
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Download for the accountant (ZIP)' }));
  await waitFor(() => expect(calls.export).toBe(true));
  expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
});
