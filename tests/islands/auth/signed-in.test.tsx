import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { SignInIsland } from '#src/features/auth/SignIn.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

describe('a user who is signed in', () => {
  test('continues to the callback URL by a button', async () => {
    const { email } = await site.signIn();
    site.open(<SignInIsland mode="login" />, '/login?callbackUrl=%2Fsubscriptions');
    await screen.findByText('Mere Tane');
    expect(document.body.textContent).toContain(`You’re signed in as Mere Tane (${email}).`);
    await expectAccessible();
    await site.press('Continue');
    await waitFor(() => expect(site.navigations[0]).toMatch(/^http:\/\/localhost:4321\/subscriptions\?token=[\w-]+$/));
  });

  test('sees the reason when continuing fails', async () => {
    await site.signIn();
    site.network.disconnect('POST', '/api/auth/handoff');
    site.open(<SignInIsland mode="login" />, '/login?callbackUrl=%2Fsettings');
    await site.press('Continue');
    await screen.findByText('No response from server. Please check your network connection.');
    expect(site.navigations).toEqual([]);
  });

  test('reads that a page is not for them, and is not asked to continue there', async () => {
    await site.signIn('user');
    site.open(<SignInIsland mode="login" />, '/login?callbackUrl=%2Fcategories&denied=categories.manage');
    await screen.findByText('You don’t have access to this page. Ask an admin, or use another account.');
    await expectAccessible();
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  test('with another role in the back office is led to its start page', async () => {
    await site.signIn('moderator');
    site.open(<SignInIsland mode="login" />, '/login?callbackUrl=%2Fcategories&denied=categories.manage');
    expect((await screen.findByRole('link', { name: 'Go to the start page' })).getAttribute('href')).toBe('/admin');
  });

  test('continues to a page that they have access to by now', async () => {
    await site.signIn('admin');
    site.open(<SignInIsland mode="login" />, '/login?callbackUrl=%2Fcategories&denied=categories.manage');
    await screen.findByRole('button', { name: 'Continue' });
    expect(document.body.textContent).not.toContain('access to this page');
  });

  test.each([
    ['admin', '/admin'],
    ['editor', '/admin'],
    ['moderator', '/admin'],
    ['user', '/'],
  ] as const)('without a callback URL the role %s continues to %s', async (role, path) => {
    await site.signIn(role);
    site.open(<SignInIsland mode="login" />, '/login');
    await site.press('Continue');
    await waitFor(() => expect(site.navigations).toEqual([path]));
  });

  test('can switch to another account', async () => {
    await site.signIn();
    site.open(<SignInIsland mode="login" />, '/login');
    await site.press('Use another account');
    await screen.findByRole('button', { name: 'Continue with Email' });
    expect(localStorage.getItem('token')).toBeNull();
    expect((await site.db.client.execute('SELECT 1 FROM sessions')).rows).toEqual([]);
  });
});
