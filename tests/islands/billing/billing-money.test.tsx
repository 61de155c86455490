import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RevenueJson } from '#api/features/billing/billing.contract.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { type BillingSite, createBillingSite } from '../../support/islands/billing-site.tsx';
import { findToast } from '../../support/islands/island-site.tsx';

let site: BillingSite;
beforeEach(async () => {
  site = await createBillingSite();
});

type Plan = RevenueJson['months'][number]['plans'][number];
const plan = (plan_name: string, paid: number, refunded = 0): Plan => ({
  product_name: plan_name === 'TaxMate' ? 'TaxMate' : 'GenMate',
  plan_name,
  paid,
  refunded,
  disputed: 0,
  invoices: 2,
});
const month = (name: string, ...plans: Plan[]): RevenueJson['months'][number] => ({
  month: name,
  plans,
  paid: plans.reduce((sum, { paid }) => sum + paid, 0),
  refunded: plans.reduce((sum, { refunded }) => sum + refunded, 0),
  disputed: 0,
});

describe('revenue', () => {
  const openRevenue = () => site.openBilling('?view=revenue');
  const show = (...months: RevenueJson['months']) => {
    site.answers.revenue = {
      currency: 'usd',
      months,
      monthly_recurring: 5200,
      live_subscriptions: 3,
      other_currencies: [],
    };
    return openRevenue();
  };
  const readRows = (selector: string) =>
    [...document.querySelectorAll(selector)].map((each) => [...each.children].map(({ textContent }) => textContent));

  test('shows that it loads', async () => {
    site.network.hold('GET', '/api/admin/billing/revenue');
    await openRevenue();
    await waitFor(() => expect(document.querySelector('.skeletons')).not.toBeNull());
    await expectAccessible();
  });

  test('says that there are no payments yet', async () => {
    await openRevenue();
    await screen.findByRole('heading', { name: 'No payments yet' });
    expect(readRows('.figures li')).toEqual([
      ['US$0.00', 'this month so far'],
      ['US$0.00', 'monthly recurring', 'no subscriptions'],
      ['US$0.00', 'in total'],
    ]);
    await expectAccessible();
  });

  test('says why it cannot be loaded, and tries again', async () => {
    const restore = site.network.fail('GET', '/api/admin/billing/revenue', 500, { message: 'Something broke.' });
    await openRevenue();
    await screen.findByRole('heading', { name: 'Couldn’t load the revenue' });
    await expectAccessible();
    restore();
    await site.press('Retry');
    await screen.findByRole('heading', { name: 'No payments yet' });
  });

  test('is exact to the cent by month and plan, as a chart and as a table, months without payments included', async () => {
    await show(
      month('2026-07'),
      month('2026-08', plan('Creator', 1000)),
      month('2026-10', plan('Creator', 2000, 667), plan('Pro', 4333), plan('TaxMate', 600)),
      month('2026-11', plan('Pro', 3000, 3000)),
    );
    await screen.findByRole('heading', { name: 'October brought US$62.66, US$62.66 more than September' });
    expect(readRows('.figures li')).toEqual([
      ['US$0.00', 'this month so far', 'after US$30.00 in refunds'],
      ['US$52.00', 'monthly recurring', '3 subscriptions'],
      ['US$72.66', 'in the last 4 months'],
    ]);
    expect(readRows('.chart-rows li')).toEqual([
      ['November 2026 so far', '', 'US$0.00'],
      ['October 2026', '', 'US$62.66'],
      ['September 2026', '', 'US$0.00'],
      ['August 2026', '', 'US$10.00'],
    ]);
    const plans = screen.getByRole('list', { name: 'Plans' });
    expect(
      within(plans)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Pro', 'Creator', 'TaxMate']]);
    const table = screen.getByText('Show as a table').closest('details') as HTMLElement;
    await site.user.click(screen.getByText('Show as a table'));
    expect(readRows('.chart-table tbody tr')).toEqual([
      ['November 2026', 'US$0.00', 'US$30.00', 'US$30.00', 'US$0.00', '2'],
      ['GenMate Pro', 'US$0.00', 'US$30.00', 'US$30.00', 'US$0.00', '2'],
      ['October 2026', 'US$62.66', 'US$69.33', 'US$6.67', 'US$0.00', '6'],
      ['GenMate Creator', 'US$13.33', 'US$20.00', 'US$6.67', 'US$0.00', '2'],
      ['GenMate Pro', 'US$43.33', 'US$43.33', 'US$0.00', 'US$0.00', '2'],
      ['TaxMate', 'US$6.00', 'US$6.00', 'US$0.00', 'US$0.00', '2'],
      ['September 2026', 'US$0.00', 'US$0.00', 'US$0.00', 'US$0.00', '0'],
      ['August 2026', 'US$10.00', 'US$10.00', 'US$0.00', 'US$0.00', '2'],
      ['GenMate Creator', 'US$10.00', 'US$10.00', 'US$0.00', 'US$0.00', '2'],
    ]);
    expect(table.hasAttribute('open')).toBe(true);
    await expectAccessible();
  });

  test.each([
    [[month('2026-11', plan('Creator', 1000))], 'November has brought US$10.00 so far'],
    [[month('2026-10', plan('Creator', 1000))], 'October brought US$10.00'],
    [
      [month('2026-09', plan('Creator', 2000)), month('2026-10', plan('Creator', 1000))],
      'October brought US$10.00, US$10.00 less than September',
    ],
    [
      [month('2026-09', plan('Creator', 1000)), month('2026-10', plan('Creator', 1000))],
      'October brought US$10.00, the same as September',
    ],
  ])('has its finding as the heading: %#', async (months, heading) => {
    await show(...months);
    await screen.findByRole('heading', { name: heading });
  });

  test('has bars as long as what each plan brought, and none for one that gave back more', async () => {
    await show(month('2026-10', plan('Creator', 1000, 1500), plan('Pro', 3000), plan('Studio', 1000)));
    await screen.findByRole('list', { name: 'Revenue by month' });
    const bars = [...document.querySelectorAll('.chart-rows li:nth-child(2) rect')];
    const widths = bars.map((bar) => [bar.getAttribute('x'), Number.parseFloat(bar.getAttribute('width') ?? '')]);
    // Less the gap of 0.4% between the bars.
    expect(widths).toEqual([
      ['0%', expect.closeTo(74.6)],
      ['75%', expect.closeTo(24.6)],
    ]);
  });
});

describe('people past due', () => {
  const openPastDue = () => site.openBilling('?view=past-due');
  const mere = {
    user_id: 4,
    user_email: 'mere@example.com',
    user_name: 'Mere Paki',
    stripe_subscription_id: 'sub_1',
    product_name: 'GenMate',
    plan_name: 'Creator',
    status: 'past_due' as const,
    amount_due: 1000,
    currency: 'usd',
    failed_at: '2026-11-19T09:00:00.000Z',
    attempt_count: 2,
    next_attempt_at: '2026-11-26T09:00:00.000Z',
  };

  test('are loaded', async () => {
    site.network.hold('GET', '/api/admin/billing/past-due');
    await openPastDue();
    await waitFor(() => expect(document.querySelector('.table-skeleton')).not.toBeNull());
    await expectAccessible();
  });

  test('are none', async () => {
    await openPastDue();
    await screen.findByRole('heading', { name: 'No one is past due' });
    await expectAccessible();
  });

  test('cannot be loaded: says why, and tries again', async () => {
    const restore = site.network.fail('GET', '/api/admin/billing/past-due', 500, { message: 'Something broke.' });
    await openPastDue();
    await screen.findByRole('heading', { name: 'Couldn’t load who is past due' });
    await expectAccessible();
    restore();
    await site.press('Retry');
    await screen.findByRole('heading', { name: 'No one is past due' });
  });

  test('are listed with what they owe, since when, and the next attempt', async () => {
    site.answers['past-due'].data = [
      mere,
      {
        ...mere,
        user_id: 5,
        user_name: null,
        user_email: 'tom@example.com',
        stripe_subscription_id: 'sub_2',
        product_name: 'TaxMate',
        plan_name: 'TaxMate',
        amount_due: 600,
        attempt_count: 1,
        next_attempt_at: null,
      },
      {
        ...mere,
        user_id: null,
        user_name: null,
        user_email: null,
        stripe_subscription_id: 'sub_3',
        failed_at: null,
        currency: 'nzd',
      },
    ];
    await openPastDue();
    await screen.findByRole('heading', { name: '3 people owe US$16.00 and $10.00' });
    const rows = [...document.querySelectorAll('.past-due tbody tr')].map((each) =>
      [...each.querySelectorAll('td:not(.menu-cell)')].map(({ textContent }) => textContent),
    );
    expect(rows).toEqual([
      ['Mere Pakimere@example.com', 'GenMate Creator', 'US$10.00', '19 Nov 2026', '26 Nov 20262 attempts so far'],
      ['tom@example.com', 'TaxMate', 'US$6.00', '19 Nov 2026', 'No more1 attempt so far'],
      ['Deleted account', 'GenMate Creator', '$10.00', 'Not known', '26 Nov 20262 attempts so far'],
    ]);
    const links = screen.getAllByRole('link', { name: /@/ }).map((link) => link.getAttribute('href'));
    expect(links).toEqual(['mailto:mere@example.com', 'mailto:tom@example.com']);
    await expectAccessible();
  });

  test('are one person, who is written to or resynced from the menu', async () => {
    site.answers['past-due'].data = [mere];
    site.network.intercept('GET', '/api/admin/billing/customers', () =>
      Response.json({ user_id: 4, user_email: mere.user_email, customer_id: 'cus_1' }),
    );
    site.network.intercept('POST', '/api/admin/billing/users/4/resync', () => {
      site.answers['past-due'].data = [];
      return Response.json({ message: 'Everything matches Stripe.', repaired: 0 });
    });
    await openPastDue();
    await screen.findByRole('heading', { name: '1 person owes US$10.00' });
    await site.press('Actions for Mere Paki');
    const email = await screen.findByRole('menuitem', { name: 'Write an email' });
    expect(email.getAttribute('href')).toBe('mailto:mere@example.com');
    await site.user.click(await screen.findByRole('menuitem', { name: 'Resync with Stripe' }));
    await findToast('Everything matches Stripe.');
    await screen.findByRole('heading', { name: 'No one is past due' });
  });

  test('a resync that fails says why', async () => {
    site.answers['past-due'].data = [mere];
    site.network.fail('GET', '/api/admin/billing/customers', 503, { message: 'Stripe isn’t answering.' });
    await openPastDue();
    await site.chooseAction('Mere Paki', 'Resync with Stripe');
    await findToast('Stripe isn’t answering.');
  });
});
