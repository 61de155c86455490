import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signOutAndLeave } from '#src/layouts/site/sign-out.ts';
import { createIslandSite, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn();
});

const listSessions = async () => (await site.db.client.execute('SELECT 1 FROM sessions')).rows;

test('signing out on a public page ends the session and says so there', async () => {
  site.open(<p>Terms</p>, '/terms');
  await signOutAndLeave();
  await findToast('You’re signed out.');
  expect(await listSessions()).toEqual([]);
  expect(localStorage.getItem('token')).toBeNull();
  expect(site.navigations).toEqual([]);
});

test('signing out on a page for signed-in users leads home, where a message says so', async () => {
  site.open(<div data-guarded="">Settings</div>, '/settings');
  await signOutAndLeave();
  await waitFor(() => expect(site.navigations).toEqual(['/']));
  expect(JSON.parse(sessionStorage.getItem('toast') ?? '')).toMatchObject({ message: 'You’re signed out.' });
});

test('when the sign-out request fails, the browser is signed out and a message says that the server did not respond', async () => {
  site.open(<p>Terms</p>, '/terms');
  site.network.disconnect('POST', '/api/auth/logout');
  await signOutAndLeave();
  await findToast(/^You’re signed out on this device, but the server didn’t respond\./);
  expect(localStorage.getItem('token')).toBeNull();
  expect(await listSessions()).toHaveLength(1);
});
