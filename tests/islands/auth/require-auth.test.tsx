import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { blacklistUser } from '#api/features/users/blacklist/blacklist.service.ts';
import { toUserJson } from '#api/features/users/users.mapper.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { RequireName } from '#src/features/auth/RequireName.tsx';
import { type Access, clearSession, refreshUser } from '#src/stores/session.ts';
import { createTestSession, createUser } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, findDialog, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

const open = (access: Access = 'signed-in') =>
  site.open(<RequireAuth access={access}>{(user) => <p>For {user.email}</p>}</RequireAuth>, '/screen?a=1');
const shown = () => document.querySelector('[data-guarded]')?.textContent;

test('nothing is shown before the server has confirmed the user', async () => {
  const { email } = await site.signIn();
  const proceed = site.network.hold('GET', '/api/auth/me');
  open();
  expect(shown()).toBe('Loading...');
  await expectAccessible();
  proceed();
  await screen.findByText(`For ${email}`);
});

test('a visitor is redirected to sign-in, with the page as callback', async () => {
  open();
  await waitFor(() => expect(site.navigations).toEqual(['/login?callbackUrl=%2Fscreen%3Fa%3D1']));
  expect(shown()).toBe('Loading...');
});

test('a user without the permission is redirected to the sign-in page, which gives the reason', async () => {
  await site.signIn('user');
  open('posts.write');
  await waitFor(() => expect(site.navigations).toEqual(['/login?callbackUrl=%2Fscreen%3Fa%3D1&denied=posts.write']));
  expect(shown()).toBe('Loading...');
});

test('an ended session leads to the sign-in page, with a flag in its URL', async () => {
  await site.signIn();
  await site.db.client.execute('DELETE FROM sessions');
  open();
  await waitFor(() => expect(site.navigations).toContain('/login?callbackUrl=%2Fscreen%3Fa%3D1&ended=1'));
  expect(localStorage.getItem('token')).toBeNull();
});

test('an ended session of which the header has learned before the screen leads to the sign-in page with the flag', async () => {
  await site.signIn();
  await site.db.client.execute('DELETE FROM sessions');
  await refreshUser().catch(() => undefined);
  open();
  await waitFor(() => expect(site.navigations).toEqual(['/login?callbackUrl=%2Fscreen%3Fa%3D1&ended=1']));
});

test('T10 a blacklisting while a screen is open leads to the sign-in page at its next call', async () => {
  const user = await site.signIn();
  const admin = await createUser(site, { role: 'admin' });
  open();
  await screen.findByText(`For ${user.email}`);
  await blacklistUser(site.deps, admin.id, user.id, { reason: 'Spam' });
  await act(() => refreshUser().catch(() => undefined));
  await waitFor(() => expect(site.navigations).toContain('/login?callbackUrl=%2Fscreen%3Fa%3D1&ended=1'));
  expect(localStorage.getItem('token')).toBeNull();
});

test('an unreachable server signs nobody out and can be retried', async () => {
  const { email } = await site.signIn();
  const restore = site.network.disconnect('GET', '/api/auth/me');
  open();
  await screen.findByText('No response from server. Please check your network connection.');
  await expectAccessible();
  restore();
  await site.user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText(`For ${email}`);
  expect(site.navigations).toEqual([]);
});

test('a late response about one user is discarded when another has signed in in another tab', async () => {
  await site.signIn();
  const proceed = site.network.hold('GET', '/api/auth/me');
  const refreshed = refreshUser();
  const next = await createUser(site, { email: 'next@example.com' });
  localStorage.setItem('token', await createTestSession(site, next));
  localStorage.setItem('user', JSON.stringify(toUserJson(next)));
  proceed();
  expect((await refreshed).email).toBe('next@example.com');
  expect(JSON.parse(localStorage.getItem('user') ?? '').email).toBe('next@example.com');
});

test('a user who signs out in this tab is not redirected', async () => {
  const { email } = await site.signIn();
  open();
  await screen.findByText(`For ${email}`);
  act(() => clearSession());
  expect(site.navigations).toEqual([]);
});

test('a sign-out in another tab leads to the sign-in page', async () => {
  const { email } = await site.signIn();
  open();
  await screen.findByText(`For ${email}`);
  localStorage.removeItem('token');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  await waitFor(() => expect(site.navigations).toEqual(['/login?callbackUrl=%2Fscreen%3Fa%3D1']));
});

describe('an administrator without a name', () => {
  const removeNames = () => site.db.client.execute('UPDATE users SET first_name = NULL, last_name = NULL');

  test('is asked for it above the screen, once in a tab', async () => {
    await site.signIn('admin');
    await removeNames();
    open('posts.write');
    const prompt = await findDialog('What’s your name?');
    await expectAccessible();
    await site.user.click(prompt.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    open('posts.write');
    await screen.findByText(/^For /);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('gives both names, and they are on the account', async () => {
    await site.signIn('admin');
    await removeNames();
    open('posts.write');
    const prompt = await findDialog('What’s your name?');
    await site.user.type(prompt.getByLabelText('First name'), 'Hana');
    await site.user.click(prompt.getByRole('button', { name: 'Save name' }));
    prompt.getByText('Enter your last name.');
    await expectFocus(() => prompt.getByLabelText('Last name'));
    await site.user.type(prompt.getByLabelText('Last name'), 'Reid');
    await site.user.click(prompt.getByRole('button', { name: 'Save name' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { rows } = await site.db.client.execute('SELECT first_name, last_name FROM users');
    expect(rows).toMatchObject([{ first_name: 'Hana', last_name: 'Reid' }]);
  });

  test('gives it before writing a post: it becomes the byline', async () => {
    const user = toUserJson(await site.signIn('admin'));
    site.open(
      <RequireName user={{ ...user, first_name: null, last_name: null }}>
        {(author) => <p>Byline {author.first_name}</p>}
      </RequireName>,
    );
    await screen.findByRole('heading', { name: 'What’s your name?' });
    await expectAccessible();
    expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
    await site.user.type(screen.getByLabelText('First name'), 'Hana');
    await site.user.type(screen.getByLabelText('Last name'), 'Reid');
    await site.press('Save name');
    await screen.findByText('Byline Hana');
  });

  test('is not asked on their own screens', async () => {
    await site.signIn('admin');
    await removeNames();
    open();
    await screen.findByText(/^For /);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
