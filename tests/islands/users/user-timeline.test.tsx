import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { TimelineEntryJson } from '#api/features/users/users.contract.ts';
import { UserDetailIsland } from '#src/features/users/detail/UserDetail.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, type IslandSite } from '../../support/islands/island-site.tsx';
import { createEntry, createUserDetail } from '../../support/islands/user-fixtures.ts';

const USER = '/api/admin/users/412';
const aroha = { id: 1, name: 'Aroha Ngata' };
let site: IslandSite;
let pages: Record<string, { entries: TimelineEntryJson[]; next: string | null }>;

beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:05:00.000Z');
  await site.signIn('admin');
  site.network.intercept('GET', USER, () => Response.json({ data: { user: createUserDetail() } }));
  site.network.intercept('GET', `${USER}/timeline`, (request) => {
    const query = new URL(request.url).searchParams;
    return Response.json({ data: pages[query.toString()] ?? { entries: [], next: null } });
  });
});

const open = (query = '') => site.open(<UserDetailIsland />, `/admin/users/412?tab=timeline${query}`);
const getTitles = () => [...document.querySelectorAll('.event > div > p:first-child')].map((p) => p.textContent);

test('groups what happened by day, the newest first', async () => {
  const at = (iso: string, values = {}) => createEntry({ id: iso, at: iso, ...values });
  pages = {
    '': {
      entries: [
        at('2026-11-22T08:00:00.000Z'),
        at('2026-11-22T07:59:00.000Z', { kind: 'email', action: 'email.sent', values: { email_kind: 'sign-in-code' } }),
        at('2026-11-21T08:00:00.000Z', { action: 'auth.signed_out' }),
        at('2026-11-20T08:00:00.000Z'),
        at('2025-11-20T08:00:00.000Z', { action: 'user.created' }),
      ],
      next: null,
    },
  };
  open();
  await screen.findByRole('heading', { name: 'Today' });
  const days = [...document.querySelectorAll('.timeline-day')].map((day) => [
    day.querySelector('h2')?.textContent,
    ...[...day.querySelectorAll('.event p')].map((p) => p.textContent),
  ]);
  expect(days).toEqual([
    ['Today', 'Signed in', 'Email sent: Sign-in code'],
    ['Yesterday', 'Signed out'],
    ['Friday 20 November', 'Signed in'],
    ['20 November 2025', 'Account created'],
  ]);
  await expectAccessible();
});

const admin = (action: string, values = {}) => createEntry({ kind: 'admin', action, actor: aroha, values });
const payment = (action: string, values = {}) => createEntry({ kind: 'payment', action, values });
const paid = { product_name: 'GenMate', plan_name: 'Creator', amount: 1_000, currency: 'usd' };

test.each<[TimelineEntryJson, string, string?]>([
  [createEntry({ action: 'auth.failed' }), 'Failed sign-in'],
  [
    createEntry({ action: 'auth.failed', values: { detail: { reason: 'blacklisted' } } }),
    'Tried to sign in while blacklisted',
  ],
  [
    createEntry({ action: 'auth.failed', values: { detail: { reason: 'in_deletion' } } }),
    'Tried to sign in while being deleted',
  ],
  [createEntry({ action: 'auth.sessions_ended' }), 'Signed out other devices'],
  [
    admin('user.blacklisted', { reason: 'Spam', until: '2026-12-24T10:59:59.000Z' }),
    'Aroha Ngata blacklisted Henrik',
    '‘Spam’ Until 24 December 2026.',
  ],
  [admin('user.blacklisted', { reason: 'Spam' }), 'Aroha Ngata blacklisted Henrik', '‘Spam’ Permanent.'],
  [admin('user.unblacklisted', { reason: 'Spam' }), 'Aroha Ngata removed the blacklist', 'Reason it had: ‘Spam’'],
  [{ ...admin('user.unblacklisted'), actor: { id: 9, name: null } }, 'A former admin removed the blacklist'],
  [admin('user.blacklisting_undone'), 'Aroha Ngata undid the blacklisting'],
  [admin('user.unblacklisting_undone'), 'Aroha Ngata undid the removal of the blacklist'],
  [admin('user.role_changed', { after: { role: 'admin' } }), 'Aroha Ngata made Henrik an admin'],
  [admin('user.role_changed', { after: { role: 'user' } }), 'Aroha Ngata made Henrik a user'],
  [admin('user.session_ended'), 'Aroha Ngata signed Henrik out'],
  [admin('user.deletion_scheduled'), 'Aroha Ngata deleted the account'],
  [admin('user.deletion_undone'), 'Aroha Ngata stopped the deletion'],
  [{ ...admin('billing.user_resynced'), actor: null }, 'The system compared the subscriptions with Stripe'],
  [admin('user.note_added'), 'Aroha Ngata added a note about Henrik'],
  [
    admin('billing.subscription_changed', { ...paid, detail: { act: 'cancel_now' } }),
    'Aroha Ngata ended GenMate Creator straight away',
  ],
  [admin('billing.subscription_changed'), 'Aroha Ngata changed the subscription'],
  [
    {
      ...payment('payment.refund_requested', { detail: { cents: 500, currency: 'usd', reason: 'duplicate' } }),
      actor: aroha,
    },
    'Aroha Ngata asked Stripe to refund US$5.00',
    'Charged twice',
  ],
  [admin('release.restored'), 'Release restored'],
  [payment('invoice.paid', paid), 'Payment received: GenMate Creator, US$10.00'],
  [payment('invoice.paid', { ...paid, amount: -5767 }), 'Credit for later payments: GenMate Creator, US$57.67'],
  [payment('invoice.paid', { ...paid, amount: 0 }), 'Invoice with nothing to pay: GenMate Creator'],
  [payment('invoice.failed', paid), 'Payment failed: GenMate Creator, US$10.00'],
  [payment('invoice.void', { amount: 600, currency: 'usd' }), 'Invoice cancelled: US$6.00'],
  [payment('payment.refunded', { detail: { cents: 500 } }), 'Payment refunded: US$5.00'],
  [payment('subscription.started', { product_name: 'TaxMate', plan_name: 'TaxMate' }), 'Subscription started: TaxMate'],
  [payment('subscription.ended'), 'Subscription ended'],
  [
    createEntry({
      kind: 'email',
      action: 'email.expired',
      values: { email_kind: 'account-blacklisted', last_error: 'The mailbox is full.' },
    }),
    'Email not sent: Account suspended',
    'The mailbox is full.',
  ],
  [
    createEntry({ kind: 'email', action: 'email.suppressed', values: { email_kind: 'some-new-kind' } }),
    'Email stopped: Some new kind',
    'An admin stopped it, or this address gets no email.',
  ],
])('says what happened: %#', async (entry, title, note = '') => {
  pages = { '': { entries: [entry], next: null } };
  open();
  await screen.findByText(title);
  expect(document.querySelector('.event .row-note')?.textContent ?? '').toBe(note);
});

test('an email leads to the mail manager', async () => {
  const values = { email_id: 31, email_kind: 'sign-in-code' };
  pages = { '': { entries: [createEntry({ kind: 'email', action: 'email.sent', values })], next: null } };
  open();
  const link = await screen.findByRole('link', { name: 'Email sent: Sign-in code' });
  expect(link.getAttribute('href')).toBe('/admin/mail?email=31');
  await expectAccessible();
});

test('a payment leads to its invoice', async () => {
  const values = { ...paid, invoice_url: 'https://pay.example/1', invoice_number: 'A-0001' };
  pages = { '': { entries: [payment('invoice.paid', values)], next: null } };
  open();
  const link = await screen.findByRole('link', { name: 'Invoice A-0001 (opens a new tab)' });
  expect(link.getAttribute('href')).toBe('https://pay.example/1');
  await expectAccessible();
});

test('shows one kind, in the address', async () => {
  pages = {
    '': { entries: [createEntry()], next: null },
    'kind=admin': { entries: [admin('user.unblacklisted')], next: null },
  };
  open();
  await screen.findByText('Signed in');
  const views = within(screen.getByRole('navigation', { name: 'Timeline by kind' }));
  await site.user.click(views.getByRole('link', { name: 'Admin' }));
  expect(window.location.search).toBe('?tab=timeline&kind=admin');
  await screen.findByText('Aroha Ngata removed the blacklist');
  expect(getTitles()).toHaveLength(1);
  await site.user.click(views.getByRole('link', { name: 'Payments' }));
  await screen.findByRole('heading', { name: 'Nothing here yet' });
});

test('Show earlier adds what came before, and puts the focus there', async () => {
  pages = {
    '': { entries: [createEntry({ id: '2' })], next: 'cursor' },
    'before=cursor': { entries: [createEntry({ id: '1', action: 'user.created' })], next: null },
  };
  open();
  await screen.findByText('Signed in');
  const restore = site.network.fail('GET', `${USER}/timeline`, 500, { message: 'Something broke.' });
  await site.press('Show earlier');
  await screen.findByText('Something broke.');
  await expectAccessible();
  restore();
  await site.press('Show earlier');
  await screen.findByText('Account created');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull());
  expect(getTitles()).toEqual(['Signed in', 'Account created']);
  await expectFocus(() => screen.getByText('Account created').closest('li') as Element);
});
