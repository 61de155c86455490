import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { UserDetailIsland } from '#src/features/users/detail/UserDetail.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';
import {
  createDevice,
  createPayment,
  createSubscription,
  createUserDetail,
} from '../../support/islands/user-fixtures.ts';

const USER = '/api/admin/users/412';
let site: IslandSite;
let user: UserDetailJson;

beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:05:00.000Z');
  await site.signIn('admin');
  user = createUserDetail();
  site.network.intercept('GET', USER, () => Response.json({ data: { user } }));
  site.network.intercept('GET', `${USER}/notes`, () => Response.json({ data: { notes: [] } }));
});

async function open(query = '') {
  site.open(<UserDetailIsland />, `/admin/users/412${query}`);
  await screen.findByRole('navigation', { name: 'Henrik Dahl' });
}
const answer = (path: string, data: unknown) =>
  site.network.intercept('GET', `${USER}${path}`, () => Response.json({ data }));
const getProps = () =>
  Object.fromEntries(
    [...document.querySelectorAll('.props > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  );
const getRows = (name: string) =>
  [...screen.getByRole('table', { name }).querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((td) => td.textContent),
  );

describe('loading a user', () => {
  test('shows that it loads', async () => {
    site.network.hold('GET', USER);
    site.open(<UserDetailIsland />, '/admin/users/412');
    await waitFor(() => expect(document.querySelector('.skeletons')).not.toBeNull());
    await expectAccessible();
  });

  test.each([
    ['/admin/users/9999', 404, 'No one has the ID 9999. The account may have been deleted.'],
    ['/admin/users/99999999999999999999', 400, /^No one has the ID /],
    ['/admin/users/view', 404, 'The account may have been deleted.'],
  ])('says that %s is not found, with the way back', async (path, status, message) => {
    site.network.fail('GET', '/api/admin/users/9999', status, { message: 'User not found', code: 'not_found' });
    site.network.fail('GET', '/api/admin/users/100000000000000000000', status, { code: 'validation_failed' });
    site.open(<UserDetailIsland />, path);
    await screen.findByRole('heading', { name: 'User not found' });
    screen.getByText(message);
    expect(screen.getByRole('link', { name: 'Back to User Manager' }).getAttribute('href')).toBe('/admin/users');
    expect(site.navigations).toEqual([]);
    await expectAccessible();
  });

  test('that fails says so on the list, where it leads', async () => {
    site.network.fail('GET', USER, 500);
    site.open(<UserDetailIsland />, '/admin/users/412');
    await waitFor(() => expect(site.navigations).toEqual(['/admin/users']));
    expect(JSON.parse(sessionStorage.getItem('toast') ?? '')).toEqual({
      message: 'Failed to fetch user data',
      kind: 'error',
    });
  });

  test('after the session has ended leads to the sign-in page, without token and user', async () => {
    site.network.fail('GET', USER, 401, { message: 'Your session has ended.', code: 'unauthenticated' });
    site.open(<UserDetailIsland />, '/admin/users/412');
    await waitFor(() => expect(site.navigations.at(-1)).toMatch(/^\/login\?/));
    expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
    expect(site.navigations).not.toContain('/admin/users');
  });
});

describe('User Info', () => {
  test('shows the account and its activity', async () => {
    Object.assign(user, {
      last_login_at: '2026-11-22T07:05:00.000Z',
      taxmate_program: 'Beta',
      subscriptions: [createSubscription(), createSubscription({ id: 2, status: 'canceled', plan_name: 'Pro' })],
    });
    await open();
    expect(getProps()).toEqual({
      'First name': 'Henrik',
      'Last name': 'Dahl',
      Email: 'henrik.dahl@example.com',
      Role: 'User',
      'Sign-in': 'Email code',
      Blacklisted: 'No',
      ID: '412',
      'Last login': '3 hours ago',
      'Total logins': '41',
      Created: expect.stringContaining('12 Mar 2026'),
      Updated: '2 days ago',
      Plan: 'GenMate Creatoractive',
      'Paid so far': 'US$110.00',
      Program: 'TaxMate Beta',
    });
    expect(screen.getByText('3 hours ago').getAttribute('title')).toContain('22 Nov 2026');
    screen.getByText('Email verified');
    expect(document.title).toBe('Henrik Dahl – Mateworks');
    await expectAccessible();
  });

  test('names what is not there', async () => {
    user = createUserDetail({
      first_name: null,
      last_name: null,
      email: 'mere@example.com',
      email_verified: false,
    });
    site.open(<UserDetailIsland />, '/admin/users/412');
    await screen.findByRole('navigation', { name: 'mere@example.com' });
    expect(getProps()).toMatchObject({
      'First name': 'None',
      'Last login': 'Never',
      Plan: 'None',
      Program: 'TaxMate Normal',
    });
    screen.getByText('Email not verified');
    await expectAccessible();
  });

  test.each([
    [null, 'Blacklisted permanently', 'Permanently'],
    ['2026-12-24T10:59:59.000Z', 'Blacklisted until 24 December 2026', 'Until 24 December 2026'],
  ])('says above everything that the user is blacklisted (%s), why and by whom', async (until, title, value) => {
    Object.assign(user, {
      is_blacklisted: true,
      blacklisted_reason: 'Two chargebacks',
      blacklisted_until: until,
      blacklisting: {
        created_at: '2026-11-22T09:05:00.000Z',
        actor: { id: 1, name: 'Aroha Ngata' },
        cancellation: null,
      },
    });
    await open();
    const notice = screen.getByRole('region', { name: title });
    expect(notice.textContent).toContain('‘Two chargebacks’Aroha Ngata, 1 hour ago');
    within(notice).getByRole('button', { name: 'Remove Blacklist' });
    expect(getProps().Blacklisted).toBe(value);
    expect(screen.queryByRole('button', { name: 'Blacklist...' })).toBeNull();
    await expectAccessible();
  });

  test('says in words what else is blacklisted with the user', async () => {
    const scopes = ['address', 'base_address', 'domain'] as const;
    Object.assign(user, { is_blacklisted: true, blacklisted_reason: 'Spam', blacklisted_scopes: scopes });
    await open();
    const words = 'an earlier address, every form of the address and the whole domain';
    expect(screen.getByRole('region', { name: 'Blacklisted permanently' }).textContent).toContain(
      `‘Spam’Also blacklisted: ${words}.`,
    );
    expect(getProps().Blacklisted).toBe(`Permanently, with ${words}`);
  });
});

describe('the tabs', () => {
  test('are in the address, and Back returns', async () => {
    answer('/payments', { payments: [] });
    answer('/sessions', { sessions: [], devices: [] });
    answer('/timeline', { entries: [], next: null });
    await open('?tab=nonsense');
    const tabs = within(screen.getByRole('navigation', { name: 'Henrik Dahl' }));
    for (const [name, address, title] of [
      ['Subscriptions', '?tab=subscriptions', 'No subscriptions'],
      ['Payments', '?tab=payments', 'No payments'],
      ['Sessions', '?tab=sessions', 'Not signed in anywhere'],
      ['Timeline', '?tab=timeline', 'Nothing here yet'],
      ['User Info', '', 'Account'],
    ] as const) {
      await site.user.click(tabs.getByRole('link', { name }));
      expect(window.location.search).toBe(address);
      expect(tabs.getByRole('link', { name }).getAttribute('aria-current')).toBe('page');
      await screen.findByRole('heading', { name: title });
      await expectAccessible();
    }
    history.replaceState(null, '', '/admin/users/412?tab=payments');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await screen.findByRole('heading', { name: 'No payments' });
  });

  test.each([
    ['payments', 'Couldn’t load the payments'],
    ['sessions', 'Couldn’t load the sessions'],
    ['timeline', 'Couldn’t load the timeline'],
  ])('%s that can’t be loaded say so, and try again', async (tab, title) => {
    const data = { payments: [], sessions: [], devices: [], entries: [], next: null };
    answer(`/${tab}`, data);
    const restore = site.network.fail('GET', `${USER}/${tab}`, 500, { message: 'Something broke.' });
    await open(`?tab=${tab}`);
    await screen.findByRole('heading', { name: title });
    await expectAccessible();
    restore();
    await site.press('Retry');
    await waitFor(() => expect(screen.queryByText('Something broke.')).toBeNull());
  });

  test('Subscriptions shows each with the status of Stripe, those that run first', async () => {
    user.subscriptions = [
      createSubscription({ id: 1, plan_name: 'Starter', status: 'canceled' }),
      createSubscription({ id: 2, status: 'incomplete' }),
      createSubscription({ id: 3, plan_name: 'Pro', pending_plan_name: 'Creator' }),
      createSubscription({ id: 4, product_name: 'TaxMate', plan_name: 'TaxMate', status: 'past_due' }),
      createSubscription({ id: 5, plan_name: 'Studio', status: 'trialing', cancel_at_period_end: true }),
    ];
    await open('?tab=subscriptions');
    const period = '14 November to 14 December 2026';
    expect(getRows('Subscriptions')).toEqual([
      [
        'GenMate',
        'Pro',
        'US$10 per month',
        'active',
        `${period}Changes to Creator after this period`,
        '14 Apr 2026',
        '',
      ],
      ['TaxMate', 'TaxMate', 'US$10 per month', 'past_due', period, '14 Apr 2026', ''],
      [
        'GenMate',
        'Studio',
        'US$10 per month',
        'trialing',
        `${period}Cancelled, ends with this period`,
        '14 Apr 2026',
        '',
      ],
      ['GenMate', 'Starter', 'US$10 per month', 'canceled', period, '14 Apr 2026', ''],
      ['GenMate', 'Creator', 'US$10 per month', 'incomplete', period, '14 Apr 2026', ''],
    ]);
    await expectAccessible();
  });

  test('Payments shows what was paid, refunded and failed, with invoice and receipt', async () => {
    const tries = { status: 'open', status_display: 'Payment failed', paid_at: null, receipt_url: null } as const;
    answer('/payments', {
      payments: [
        createPayment({ id: 'in_3', ...tries, next_attempt_at: '2026-11-26T00:00:00.000Z' }),
        createPayment({ id: 'in_2', status_display: 'Partly refunded', amount_refunded: 500 }),
        createPayment({ product_name: null, plan_name: null, invoice_number: null, invoice_url: null }),
      ],
    });
    await open('?tab=payments');
    await screen.findByText('Payment failed');
    expect(getRows('Payments')).toEqual([
      ...[['14 Nov 2026A-0001', 'GenMate', 'Creator', 'Payment failedTries again 26 Nov 2026', 'US$10.00', 'Invoice']],
      ['14 Nov 2026A-0001', 'GenMate', 'Creator', 'Partly refunded', 'US$10.00US$5.00 refunded', 'InvoiceReceipt'],
      ['14 Nov 2026', 'None', '', 'Paid', 'US$10.00', 'Receipt'],
    ]);
    const receipt = screen.getAllByRole('link', { name: 'Receipt of 14 Nov 2026 (opens a new tab)' })[0];
    expect(receipt?.getAttribute('href')).toBe('https://pay.example/receipt');
    await expectAccessible();
  });
});

describe('Sessions', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
  const sessions = [
    {
      product_name: 'Mateworks',
      login_count: 1_029,
      logout_count: 17,
      last_login: '2026-11-22T07:05:00.000Z',
      first_login: '2026-03-12T05:20:00.000Z',
    },
  ];
  let devices: ReturnType<typeof createDevice>[];
  beforeEach(() => {
    devices = [createDevice(), createDevice({ id: 's2', user_agent: iphone, audience: 'https://app.example' })];
    site.network.intercept('GET', `${USER}/sessions`, () => Response.json({ data: { sessions, devices } }));
  });

  test('counts sign-ins for each product, and lists the devices', async () => {
    await open('?tab=sessions');
    await screen.findByRole('heading', { name: 'Signed in on 2 devices' });
    expect(getRows('Sign-ins by product')).toEqual([['Mateworks', '1,029', '17', '3 hours ago', '8 months ago']]);
    const items = [...document.querySelectorAll('.devices li > div')].map(({ textContent }) => textContent);
    expect(items).toEqual([
      'Firefox 144 on Windows203.0.113.5, since 2 Nov 2026. Last used 3 hours ago',
      'Safari 18 on iOShttps://app.example, 203.0.113.5, since 2 Nov 2026. Last used 3 hours ago',
    ]);
    await expectAccessible();
  });

  test('end one session after a confirmation', async () => {
    site.network.intercept('DELETE', `${USER}/devices/s1`, () => {
      devices = devices.slice(1);
      return Response.json({ message: 'Session ended', ended: 1 });
    });
    await open('?tab=sessions');
    await site.press('End the session on Firefox 144 on Windows');
    const { dialog, getByRole } = await findDialog('End this session?');
    expect(dialog.textContent).toContain(
      'Firefox 144 on Windows will be signed out straight away. Henrik will need a new code from their email to sign in again.',
    );
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'End session' }));
    await findToast('Session ended');
    await screen.findByRole('heading', { name: 'Signed in on 1 device' });
  });

  test('end all sessions, from here or from the menu', async () => {
    site.network.intercept('DELETE', `${USER}/devices`, () => {
      devices = [];
      return Response.json({ message: '2 sessions ended', ended: 2 });
    });
    await open('?tab=sessions');
    await site.press('End all');
    const { dialog, getByRole } = await findDialog('End all sessions?');
    expect(dialog.textContent).toContain('Henrik Dahl will be signed out everywhere straight away');
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'End all sessions' }));
    await findToast('2 sessions ended');
    await screen.findByRole('heading', { name: 'Not signed in anywhere' });
    expect(screen.queryByRole('button', { name: 'End all' })).toBeNull();
    await site.chooseAction('Henrik Dahl', 'End all sessions...');
    await findDialog('End all sessions?');
  });

  test('do not end the one that the admin is using', async () => {
    devices = [createDevice({ current: true })];
    await open('?tab=sessions');
    await screen.findByText('You’re using it now');
    expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  });
});
