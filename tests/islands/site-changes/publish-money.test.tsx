import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlanMoneyJson, PublishMoneyJson } from '#api/features/site-catalogue/money/money.contract.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { SiteSettingsIsland } from '#src/features/site-settings/SiteSettings.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, type IslandSite } from '../../support/islands/island-site.tsx';

const MONEY = '/api/admin/plans/publish-money';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

const usd = (amount: number) => ({ amount, currency: 'USD' });
const monthly: PlanMoneyJson['prices'][number] = {
  interval: 'month',
  before: usd(1000),
  after: usd(1200),
  was_sold: true,
  state: 'matches',
  charged: null,
  message: null,
};
const payer: PlanMoneyJson['payers'][number] = {
  people: 3,
  unit_amount: 1000,
  currency: 'usd',
  interval: 'month',
  interval_count: 1,
  is_kept: true,
};
const plan: PlanMoneyJson = {
  plan_id: 7,
  plan_name: 'Creator',
  product_name: 'GenMate',
  before: 'sold',
  after: 'sold',
  is_per_seat: false,
  prices: [monthly],
  tax: null,
  payers: [],
};
const charged = { amount: 1000, currency: 'usd', interval: 'month', interval_count: 1 };

async function openDialog(): Promise<ReturnType<typeof within>> {
  const fields = { ...demoSettings, company: { ...demoSettings.company, name: 'Tideworks' } };
  const body = { fields, content: '', client_id: 'another-client', version: 0, base_revision: 1 };
  await site.call('PUT', '/api/admin/settings/1/draft', body);
  site.open(<SiteSettingsIsland />, '/admin/settings');
  await screen.findByText('1 draft change');
  await site.press('Publish...');
  return findDialog('Publish 1 change?');
}
const answer = (money: Partial<PublishMoneyJson>) =>
  site.network.intercept('POST', MONEY, () => Response.json({ is_connected: true, plans: [], ...money }));
/** The sentences about a plan, in the dialog. */
async function readSentences(described: Partial<PlanMoneyJson>): Promise<string[]> {
  answer({ plans: [{ ...plan, ...described }] });
  const dialog = await openDialog();
  const section = await dialog.findByRole('region', { name: 'Prices and subscribers' });
  await within(section).findByText(/^(GenMate )?Creator$/);
  return [...section.querySelectorAll('li p')].map(({ textContent }) => textContent);
}

describe('the publish dialog says of prices', () => {
  test('that they are for each seat', async () => {
    expect(await readSentences({ is_per_seat: true })).toEqual(['US$10 becomes US$12 per seat and month.']);
  });

  test('that a new one is sold, and who keeps the earlier one', async () => {
    expect(await readSentences({ payers: [payer] })).toEqual([
      'US$10 becomes US$12 per month.',
      '3 people keep their price of US$10 per month.',
    ]);
    await expectAccessible();
  });

  test.each([
    [
      'Stripe still charges the earlier one',
      { state: 'differs', charged },
      'It can’t be bought by the month any more, until it has a new price: Stripe charges US$10 per month. Create it below, or under Plans. Show',
    ],
    [
      'Stripe has none',
      { state: 'missing' },
      'It can’t be bought by the month any more, until Stripe has a price of US$12 for it. Create it below, or under Plans. Show',
    ],
    [
      'Stripe has archived it',
      { state: 'archived', charged },
      'It can’t be bought by the month any more, until it has another price: its price is archived at Stripe. Create one below, or choose one under Plans. Show',
    ],
    [
      'Stripe counts tax in another way',
      {
        state: 'differs',
        charged: { ...charged, amount: 1200 },
        message: 'the site says that tax is included, and Stripe adds it to the price (price_1PqCrew)',
      },
      'It can’t be bought by the month any more, until it has a new price: the site says that tax is included, and Stripe adds it to the price. Create it below, or under Plans. Show',
    ],
    [
      'Stripe didn’t answer',
      { state: 'unknown' },
      'Stripe didn’t answer, so we don’t know whether it can be bought by the month. Show',
    ],
  ] as const)('that sales stop where %s', async (_case, price, sentence) => {
    const [, shown] = await readSentences({ prices: [{ ...monthly, ...price }] });
    expect(shown).toBe(sentence);
    const link = screen.getByRole('link', { name: /^Show the plan: / });
    expect(link.getAttribute('href')).toBe('/admin/plans?plan=7');
    await expectAccessible();
  });

  test('Prices whose tax side stops sales are created in the press that publishes, unless the owner says otherwise', async () => {
    const sides = { ...charged, amount: 1200 };
    await readSentences({ prices: [{ ...monthly, state: 'differs', charged: sides, message: 'Tax is added' }] });
    const choice = screen.getByRole('checkbox', { name: 'Create 1 price at Stripe first, so that people can buy' });
    expect(choice).toHaveProperty('checked', true);
    const created: unknown[] = [];
    site.network.intercept('POST', '/api/admin/plans/7/price', async (request) => {
      created.push(await request.json());
      return Response.json({ error: 'conflict', message: 'Stripe says: ‘No.’' }, { status: 409 });
    });
    await site.press(/^Publish \d+ changes?$/);
    await screen.findByText('Stripe says: ‘No.’');
    expect(created).toEqual([{ interval: 'month' }]);
  });

  test('that one which wasn’t sold still isn’t, or is again', async () => {
    const yearly = { ...monthly, interval: 'year', was_sold: false } as const;
    expect(await readSentences({ prices: [{ ...monthly, state: 'missing', was_sold: false }, yearly] })).toEqual([
      'US$10 becomes US$12 per month.',
      'It still can’t be bought by the month, until Stripe has a price of US$12 for it. Create it below, or under Plans. Show',
      'US$10 becomes US$12 per year.',
      'It can be bought by the year: its price is at Stripe.',
    ]);
  });

  test('who is still charged for a plan that becomes free', async () => {
    expect(
      await readSentences({ after: 'free', prices: [{ ...monthly, after: null, state: null }], payers: [payer] }),
    ).toEqual([
      'It becomes free for new people.',
      '3 people are still charged US$10 per month although the plan is free. Cancel or change these subscriptions under Users.',
    ]);
  });

  test('who keeps a plan that is archived', async () => {
    const one = { ...payer, people: 1 };
    expect(
      await readSentences({ after: 'archived', prices: [{ ...monthly, after: null, state: null }], payers: [one] }),
    ).toEqual(['No one can choose it any more.', '1 person keeps it at US$10 per month until they change or cancel.']);
  });

  test('that an interval comes and another one goes', async () => {
    const gone = { ...monthly, after: null, state: null };
    const added = { ...monthly, interval: 'year', before: null, after: usd(10_000), was_sold: false } as const;
    expect(await readSentences({ prices: [gone, added], payers: [payer] })).toEqual([
      'It’s no longer sold by the month.',
      'It costs US$100 per year.',
      'It can be bought by the year: its price is at Stripe.',
      '3 people keep their price of US$10 per month.',
    ]);
  });

  test('that another currency leaves subscribers with theirs', async () => {
    const after = { amount: 1000, currency: 'EUR' };
    expect(await readSentences({ prices: [{ ...monthly, after }], payers: [payer] })).toEqual([
      'US$10 per month becomes €10 per month, in another currency.',
      '3 people keep their price of US$10 per month.',
    ]);
  });

  test('that a plan is new', async () => {
    const added = { ...monthly, before: null, was_sold: false };
    const unpriced = { ...added, interval: 'year', state: 'missing' } as const;
    expect(await readSentences({ before: 'new', prices: [added, unpriced] })).toEqual([
      'New on the site.',
      'It costs US$12 per month.',
      'It can be bought by the month: its price is at Stripe.',
      'It costs US$12 per year.',
      'It can’t be bought by the year yet, until Stripe has a price of US$12 for it. Create it below, or under Plans. Show',
    ]);
  });

  test('which tax rate is charged, and who keeps the earlier one', async () => {
    const prices = [{ ...monthly, after: monthly.before }];
    const tax = { label: 'USt.', before: 10, after: 13, is_charged: true, people: 2 };
    expect(await readSentences({ prices, tax, payers: [{ ...payer, is_kept: false }] })).toEqual([
      'New subscriptions are charged 13% USt. instead of 10% USt.',
      '2 people keep the rate they have until you move them, which you can do after the publish: Plans, ‘Subscribers at earlier tax rates’',
    ]);
    const link = screen.getByRole('link', { name: 'Plans, ‘Subscribers at earlier tax rates’' });
    expect(link.getAttribute('href')).toBe('/admin/plans?view=tax-moves');
    await expectAccessible();
  });

  test('that pages and receipts say another tax rate which isn’t charged by Stripe', async () => {
    const prices = [{ ...monthly, after: monthly.before }];
    const tax = { label: 'GST', before: null, after: 15, is_charged: false, people: 0 };
    expect(await readSentences({ prices, tax, payers: [{ ...payer, is_kept: false }] })).toEqual([
      'Pages and receipts say 15% GST instead of no GST.',
    ]);
  });

  test('nothing where no price changes', async () => {
    answer({});
    const dialog = await openDialog();
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Publish 1 change' })).toHaveProperty('disabled', false),
    );
    expect(dialog.queryByRole('region', { name: 'Prices and subscribers' })).toBeNull();
  });

  test('that they are being checked, and that they couldn’t be, which keeps nobody from publishing', async () => {
    const proceed = site.network.hold('POST', MONEY);
    const dialog = await openDialog();
    await dialog.findByText('Checking what this does to prices and subscribers...');
    expect(dialog.getByRole('button', { name: 'Publish 1 change' })).toHaveProperty('disabled', true);
    const mend = site.network.fail('POST', MONEY, 500, { message: 'Broken.' });
    proceed();
    await dialog.findByText(/^We couldn’t check what this does to prices and subscribers\./);
    expect(dialog.getByRole('button', { name: 'Publish 1 change' })).toHaveProperty('disabled', false);
    await expectAccessible();
    mend();
    answer({ plans: [plan] });
    await site.user.click(dialog.getByRole('button', { name: 'Retry' }));
    await dialog.findByText('US$10 becomes US$12 per month.');
  });

  test('only that nobody can buy anything yet where Stripe isn’t connected', async () => {
    answer({ is_connected: false, plans: [{ ...plan, prices: [{ ...monthly, state: 'missing', was_sold: false }] }] });
    const dialog = await openDialog();
    const section = await dialog.findByRole('region', { name: 'Prices and subscribers' });
    expect([...section.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      'Stripe isn’t connected, so no one can buy anything yet.',
      'US$10 becomes US$12 per month.',
    ]);
  });
});
