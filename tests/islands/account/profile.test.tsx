import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ProfileIsland } from '#src/features/account/Profile.island.tsx';
import { $session } from '#src/stores/session.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

const SUPPORT = { email: 'mailto:help@example.com?subject=Address', photo: 'mailto:help@example.com?subject=Photo' };
const open = async () => {
  const user = await site.signIn();
  site.open(<ProfileIsland support={SUPPORT} />, '/profile');
  return user;
};
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const retype = async (label: string, value: string) => {
  await site.user.clear(await field(label));
  await site.user.type(await field(label), value);
};

test('a visitor is redirected to sign-in and sees no content before', async () => {
  site.open(<ProfileIsland support={SUPPORT} />, '/profile?a=1#b');
  expect(document.querySelector('[data-guarded]')?.textContent).toBe('Loading...');
  await waitFor(() => expect(site.navigations).toEqual(['/login?callbackUrl=%2Fprofile%3Fa%3D1%23b']));
  expect(document.querySelector('[data-guarded]')?.textContent).toBe('Loading...');
});

test('names are saved without extra spaces, with a message that disappears by itself', async () => {
  await open();
  await retype('First name', ' Hinemoa ');
  await retype('Last name', 'Te  Rangi');
  const proceed = site.network.hold('PUT', '/api/profile');
  await site.press('Save');
  await screen.findByRole('button', { name: 'Saving...' });
  proceed();
  await screen.findByText('Profile updated successfully!');
  await expectAccessible();
  expect((await field('First name')).value).toBe('Hinemoa');
  expect((await field('Last name')).value).toBe('Te Rangi');
  expect($session.get().user).toMatchObject({ first_name: 'Hinemoa', last_name: 'Te Rangi' });
  await waitFor(() => expect(screen.queryByText('Profile updated successfully!')).toBeNull());
});

test('a profile that fails to load shows an error and can be retried', async () => {
  const restore = site.network.fail('GET', '/api/profile');
  await open();
  await screen.findByText('Failed to fetch profile.');
  await expectAccessible();
  restore();
  await site.press('Retry');
  await field('First name');
});

test('a failed save shows an error and keeps the typed text', async () => {
  await open();
  await retype('First name', 'Tama');
  site.network.fail('PUT', '/api/profile', 500, { message: 'Something broke.' });
  await site.press('Save');
  await screen.findByText('Failed to update profile.');
  await expectAccessible();
  screen.getByText('Something broke.');
  expect((await field('First name')).value).toBe('Tama');
});

test('unsaved text is restored for the same user', async () => {
  const { id } = await open();
  sessionStorage.setItem('profileDraft', JSON.stringify({ userId: id, firstName: 'Aroha', lastName: 'Tane' }));
  site.open(<ProfileIsland support={SUPPORT} />, '/profile');
  await screen.findByText('This is what you typed before. It is not saved yet.');
  await expectAccessible();
  expect((await field('First name')).value).toBe('Aroha');
  await site.press('Save');
  await screen.findByText('Profile updated successfully!');
  expect(sessionStorage.getItem('profileDraft')).toBeNull();
});

test('a session that ends before saving leads to sign-in, with the text stored', async () => {
  await open();
  await retype('First name', 'Aroha');
  await site.db.client.execute('DELETE FROM sessions');
  await site.press('Save');
  await waitFor(() => expect(site.navigations).toEqual(['/login?callbackUrl=%2Fprofile&ended=1']));
  expect(JSON.parse(sessionStorage.getItem('profileDraft') ?? '')).toMatchObject({ firstName: 'Aroha' });
});

test('arrow keys reach the tabs for e-mail and photo, which link to support', async () => {
  const { email } = await open();
  const tab = await screen.findByRole('tab', { name: 'Personal' });
  tab.focus();
  await site.user.keyboard('{ArrowRight}');
  const panel = () => within(screen.getByRole('tabpanel'));
  panel().getByText(email);
  panel().getByText(/Changes go through our support\./);
  expect(panel().getByRole('link').getAttribute('href')).toBe(SUPPORT.email);
  await expectAccessible();
  expect(panel().queryByRole('textbox')).toBeNull();
  await site.user.keyboard('{End}');
  panel().getByText(/Your photo cannot be changed here\./);
  expect(panel().getByRole('img').textContent).toBe('MT');
  expect(panel().getByRole('link').getAttribute('href')).toBe(SUPPORT.photo);
  await expectAccessible();
});
