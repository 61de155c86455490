import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MagicLinkIsland } from '#src/features/auth/MagicLink.island.tsx';
import { blacklistUser } from '#api/features/users/blacklist/blacklist.service.ts';
import { findLink, startSignIn } from '../../support/app/sign-in.ts';
import { createUser } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, type IslandSite } from '../../support/islands/island-site.tsx';

const EMAIL = 'hinemoa@example.com';
const ACCOUNT = '/api/auth/email/link/account';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

async function openLink() {
  await startSignIn(site, { email: EMAIL, callbackUrl: '/subscriptions?a=1' });
  const { pathname, search, hash } = await findLink(site, EMAIL);
  site.open(<MagicLinkIsland company="Mateworks" />, pathname + search + hash);
}
const newCodeLink = () => screen.findByRole('link', { name: 'Sign in with a new code' });

test('T34 the link names its account, is removed from the address bar, and signs in only by the button', async () => {
  await openLink();
  await screen.findByText('Checking link...');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(document.body.textContent).toContain(`Sign in to Mateworks as ${EMAIL} on this device?`);
  await expectAccessible();
  expect(window.location.hash).toBe('');
  expect(localStorage.getItem('token')).toBeNull();
  await site.press('Sign in');
  await waitFor(() => expect(site.navigations).toHaveLength(1));
  expect(site.navigations[0]).toMatch(/^http:\/\/localhost:4321\/subscriptions\?a=1&token=[\w-]+$/);
  expect(localStorage.getItem('token')).toMatch(/^[\w-]{40,}$/);
});

test('T34 a link whose account cannot be loaded offers no sign-in and can be retried', async () => {
  const restore = site.network.disconnect('POST', ACCOUNT);
  await openLink();
  await screen.findByText('No response from server. Please check your network connection.');
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
  await expectAccessible();
  restore();
  await site.press('Retry');
  await screen.findByRole('button', { name: 'Sign in' });
});

test('an expired link shows an error and a link to a new code', async () => {
  await startSignIn(site, { email: EMAIL });
  site.clock.advance(11 * 60_000);
  site.open(<MagicLinkIsland company="Mateworks" />, `/login/link?x=1${(await findLink(site, EMAIL)).hash}`);
  await screen.findByText('This link no longer works. Sign in with a new code.');
  await expectAccessible();
  expect(screen.queryByRole('button')).toBeNull();
  expect((await newCodeLink()).getAttribute('href')).toBe('/login?x=1');
});

test('T10 the link of a suspended account shows the reason and the way to contact us, and nothing else', async () => {
  const user = await createUser(site, { email: EMAIL });
  const admin = await createUser(site, { role: 'admin' });
  await blacklistUser(site.deps, admin.id, user.id, { reason: 'Two chargebacks.' });
  await openLink();
  await site.press('Sign in');
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toBe('This account is suspended. Reason: Two chargebacks.Contact us');
  await expectFocus(() => notice.parentElement as Element);
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/company/contact');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getAllByRole('link')).toHaveLength(1);
  await expectAccessible();
  expect(localStorage.getItem('token')).toBeNull();
});

test('an incomplete link shows an error', async () => {
  site.open(<MagicLinkIsland company="Mateworks" />, '/login/link');
  await screen.findByText('This link is incomplete. Open it from the email again, or sign in with a new code.');
  await expectAccessible();
  expect(screen.queryByRole('button')).toBeNull();
  await newCodeLink();
});
