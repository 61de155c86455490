import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminUserJson } from '#api/features/users/users.contract.ts';
import { UserManagerIsland } from '#src/features/users/manager/UserManager.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';
import { createAdminUser, createSubscription, createUserDetail } from '../../support/islands/user-fixtures.ts';

const USERS = '/api/admin/users';
let site: IslandSite;
let users: AdminUserJson[];
let total: number;

beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:05:00.000Z');
  await site.signIn('admin');
  users = [createAdminUser()];
  total = 1;
  site.network.intercept('GET', USERS, (request) => {
    const page = Number(new URL(request.url).searchParams.get('page'));
    const pagination = { page, limit: 20, total, totalPages: Math.ceil(total / 20) };
    const counts = {
      all: 1_096,
      by_role: { admin: 3, editor: 2, author: 0, moderator: 1, user: 1_090 },
      blacklisted: 7,
    };
    return Response.json({ data: { users, pagination, counts, deletions: [] } });
  });
});

const open = (query = '') => site.open(<UserManagerIsland />, `/admin/users${query}`);
const listQueries = () =>
  site.network.calls
    .filter(({ method, path }) => method === 'GET' && path.startsWith(`${USERS}?`))
    .map(({ path }) => path.slice(USERS.length + 1));
const getTexts = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map((td) => td.textContent));

describe('the list of users', () => {
  test('shows name, role, plans, blacklist, last login and creation', async () => {
    users = [
      createAdminUser({
        last_login_at: '2026-11-22T07:04:00.000Z',
        role: 'admin',
        subscriptions: [
          createSubscription(),
          createSubscription({ id: 2, product_name: 'TaxMate', plan_name: 'TaxMate', status: 'past_due' }),
          createSubscription({ id: 3, plan_name: 'Pro', status: 'canceled' }),
        ],
      }),
      createAdminUser({
        id: 2,
        first_name: null,
        last_name: null,
        email: 'mere@example.com',
        is_blacklisted: true,
        blacklisted_reason: 'Spam',
        blacklisted_until: '2026-12-24T10:59:59.000Z',
        blacklisted_scopes: ['domain'],
      }),
      createAdminUser({
        id: 3,
        email: 'gone@example.com',
        deletion: { error: 'Stripe', next_attempt_at: '2026-11-22' },
      }),
    ];
    open();
    await screen.findByText('mere@example.com');
    expect(getTexts().map((row) => row.slice(1, 6))).toEqual([
      [
        ...['HDHenrik Dahlhenrik.dahl@example.com', 'Admin', 'GenMate CreatorTaxMate, past due', '3 hours ago'],
        '12 Mar 2026',
      ],
      [
        'Mmere@example.com',
        'UserBlacklisted until 24 December 2026With the whole domain',
        'None',
        'Never',
        '12 Mar 2026',
      ],
      ['HDHenrik Dahlgone@example.com', 'UserWaiting to be deleted', 'None', 'Never', '12 Mar 2026'],
    ]);
    expect(screen.getAllByRole('link', { name: 'Henrik Dahl' })[0]?.getAttribute('href')).toBe('/admin/users/412');
    const views = within(screen.getByRole('navigation', { name: 'Users by role and blacklist' }));
    expect(views.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      ...['All1,096', 'Admins3', 'Blacklisted7'],
    ]);
    expect(listQueries()).toEqual(['page=1&limit=20&sortBy=last_login_at&sortOrder=DESC']);
    await expectAccessible();
  });

  test('Failed to fetch users: says why and keeps the filters', async () => {
    site.network.fail('GET', USERS, 500, { message: 'Something broke.' });
    open('?role=admin');
    await findFailure('Failed to fetch users', 'Something broke.');
    expect(listQueries().at(-1)).toContain('role=admin');
  });

  test('says that nothing matches, and that there are no users', async () => {
    users = [];
    total = 0;
    open('?search=tea&role=admin&isBlacklisted=false&plan=Pro&lastLogin=never');
    await screen.findByRole('heading', { name: 'No users found' });
    await site.press('Clear filters');
    await screen.findByRole('heading', { name: 'No users yet' });
  });
});

test('the address holds views, filters, search and order, and the API gets them', async () => {
  total = 45;
  open('?page=2&plan=Pro');
  await screen.findByText('21–40 of 45 users');
  // The count beside a view knows no plan.
  await site.user.click(screen.getByRole('link', { name: /^Admins/ }));
  expect(window.location.search).toBe('?role=admin');
  await site.user.click(screen.getByRole('link', { name: /^Blacklisted/ }));
  expect(window.location.search).toBe('?isBlacklisted=true');
  await site.user.selectOptions(screen.getByRole('combobox', { name: 'Blacklist' }), 'Not blacklisted');
  await site.user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'User');
  await site.user.selectOptions(screen.getByRole('combobox', { name: 'Plan' }), 'GenMate Pro');
  await site.user.selectOptions(screen.getByRole('combobox', { name: 'Last login' }), 'Never');
  await site.user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Role, Z to A');
  await site.user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'dahl{Enter}');
  const filters = 'search=dahl&role=user&isBlacklisted=false&plan=Pro&lastLogin=never';
  expect(window.location.search).toBe(`?${filters}&sort=role&order=DESC`);
  await waitFor(() => expect(listQueries().at(-1)).toBe(`page=1&limit=20&${filters}&sortBy=role&sortOrder=DESC`));
});

describe('the actions of a row', () => {
  test('open the user and copy the email address', async () => {
    open();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await site.chooseAction('Henrik Dahl', 'Copy email');
    await findToast('Email address copied');
    expect(writeText).toHaveBeenCalledWith('henrik.dahl@example.com');
    writeText.mockRejectedValue(new Error('forbidden'));
    await site.chooseAction('Henrik Dahl', 'Copy email');
    await findToast(/^Couldn’t copy the email address/);
    await site.user.click(screen.getByRole('button', { name: 'Actions for Henrik Dahl' }));
    expect(screen.getByRole('menuitem', { name: 'Open' }).getAttribute('href')).toBe('/admin/users/412');
  });

  test('do not delete yourself, and say so', async () => {
    const admin = JSON.parse(localStorage.getItem('user') ?? '');
    users = [createAdminUser({ id: admin.id })];
    open();
    await site.user.click(await screen.findByRole('button', { name: 'Actions for Henrik Dahl' }));
    const item = await screen.findByRole('menuitem', { name: /^Delete\.\.\./ });
    expect(item.textContent).toBe('Delete...You can’t delete your own account here.');
    expect(item.getAttribute('aria-disabled')).toBe('true');
    await expectAccessible();
    await site.user.click(item);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('deleting a user', () => {
  const answer = () => ({
    message: 'User deleted successfully',
    data: { user: createUserDetail() },
    undo: { id: 'undo-1', until: '2026-11-22T10:05:30.000Z' },
  });

  test('names the person, says what goes first, and can be undone', async () => {
    users = [
      createAdminUser({
        subscriptions: [
          createSubscription(),
          createSubscription({ id: 2, product_name: 'TaxMate', plan_name: 'TaxMate' }),
        ],
      }),
    ];
    site.network.intercept('DELETE', `${USERS}/412`, () => Response.json(answer()));
    site.network.intercept('POST', '/api/admin/undo', () => Response.json({ ...answer(), message: 'Deletion undone' }));
    open();
    await site.chooseAction('Henrik Dahl', 'Delete...');
    const { dialog, getByText, getByRole } = await findDialog('Delete Henrik Dahl?');
    getByText('Are you sure you want to delete this user?');
    expect(dialog.textContent).toContain(
      'henrik.dahl@example.com is signed out everywhere and can’t sign in again. GenMate Creator and TaxMate will be cancelled first, so no more payments are taken.',
    );
    getByText('You can undo this for 30 seconds.');
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Delete user' }));
    await screen.findByText('User deleted successfully');
    await expectFocus(() => screen.getByRole('link', { name: 'Henrik Dahl' }));
    await waitFor(() => expect(listQueries()).toHaveLength(2));
    await site.press(/^Undo/);
    await findToast('Deletion undone');
    expect(site.network.calls.findLast(({ method }) => method === 'POST')?.body).toBe('{"ids":["undo-1"]}');
    await waitFor(() => expect(listQueries()).toHaveLength(3));
    expect(sessionStorage.getItem('userUndos')).toBeNull();
  });

  test('shows its undo again after a reload, as long as it lasts', async () => {
    site.network.intercept('DELETE', `${USERS}/412`, () => Response.json(answer()));
    open();
    await site.chooseAction('Henrik Dahl', 'Delete...');
    await site.press('Delete user');
    await screen.findByText('User deleted successfully');
    document.querySelector('.toast')?.remove();
    site.clock.set('2026-11-22T10:05:20.000Z');
    open();
    await screen.findByText('User deleted successfully');
    document.querySelector('.toast')?.remove();
    site.clock.set('2026-11-22T10:05:31.000Z');
    open();
    await screen.findAllByRole('link', { name: 'Henrik Dahl' });
    expect(screen.queryByText('User deleted successfully')).toBeNull();
  });

  test.each([
    [409, { message: 'This is the only admin.', code: 'conflict' }, 'This is the only admin.'],
    [500, {}, 'Server error: 500'],
  ])('says why it failed (%i), in the dialog only', async (status, body, message) => {
    site.network.fail('DELETE', `${USERS}/412`, status, body);
    open();
    await site.chooseAction('Henrik Dahl', 'Delete...');
    await site.press('Delete user');
    await findFailure('Failed to delete user', message);
    await findDialog('Delete Henrik Dahl?');
    await expectAccessible();
  });

  test('that is refused to be undone says why', async () => {
    site.network.intercept('DELETE', `${USERS}/412`, () => Response.json(answer()));
    site.network.fail('POST', '/api/admin/undo', 409, { message: 'This can’t be undone any more.', code: 'conflict' });
    open();
    await site.chooseAction('Henrik Dahl', 'Delete...');
    await site.press('Delete user');
    await site.press(/^Undo/);
    await findToast('This can’t be undone any more.');
  });
});

test('an ended session leads to the sign-in page, without token and user', async () => {
  open();
  await screen.findByRole('link', { name: 'Henrik Dahl' });
  site.network.fail('GET', USERS, 401, { message: 'Your session has ended.', code: 'unauthenticated' });
  await site.user.click(screen.getByRole('link', { name: /^Admins/ }));
  await waitFor(() => expect(site.navigations.at(-1)).toMatch(/^\/login\?/));
  expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
});
