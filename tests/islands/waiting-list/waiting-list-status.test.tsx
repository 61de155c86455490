import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { WaitingListStatusIsland } from '#src/features/waiting-list/status/WaitingListStatus.island.tsx';
import { findEntryToken, joinWaitingList, listEntries } from '../../support/app/waiting-list.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, findDialog, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

const openLink = (token: string) => site.open(<WaitingListStatusIsland />, `/waitinglist/status#${token}`);
async function openEntry(changes: string | null = null) {
  await joinWaitingList(site, { email: 'ada@example.com' });
  if (changes) await site.db.client.execute(`UPDATE waiting_list_entries SET ${changes}`);
  openLink(await findEntryToken(site));
}

test('shows a loading state, then the place in the list; opening the link confirms nothing', async () => {
  const proceed = site.network.hold('POST', '/api/waitinglist/status');
  await openEntry();
  await screen.findByText('Loading...');
  proceed();
  await screen.findByRole('heading', { name: 'You’re number 1 on the waiting list.' });
  screen.getByText(/^ada@example.com joined on /);
  await expectAccessible();
  expect((await listEntries(site))[0]?.confirmed_at).toBeNull();
});

test('the button confirms the place', async () => {
  await openEntry();
  const proceed = site.network.hold('POST', '/api/waitinglist/confirm');
  await site.press('Confirm my place');
  await screen.findByRole('button', { name: 'Confirming...' });
  proceed();
  await screen.findByText('Thanks. Your place is confirmed.');
  screen.getByText(/Address confirmed on/);
  expect(screen.queryByRole('button', { name: 'Confirm my place' })).toBeNull();
  expect((await listEntries(site))[0]?.confirmed_at).toEqual(expect.any(Number));
});

test('a failed confirmation shows the reason and can be retried', async () => {
  await openEntry();
  const restore = site.network.disconnect('POST', '/api/waitinglist/confirm');
  await site.press('Confirm my place');
  await screen.findByText('No response from server. Please check your network connection.');
  restore();
  await site.press('Confirm my place');
  await screen.findByText('Thanks. Your place is confirmed.');
});

test('the intent can be edited, and a failure shows the reason', async () => {
  await openEntry();
  const field = await screen.findByLabelText<HTMLTextAreaElement>('How do you plan to use GenMate?');
  expect(field.value).toBe('A book about engines.');
  await site.user.clear(field);
  await site.user.type(field, 'A history of coffee.');
  const restore = site.network.fail('PUT', '/api/waitinglist/intent', 500, { message: 'Something broke.' });
  await site.press('Save');
  await screen.findByText('Something broke.');
  restore();
  const proceed = site.network.hold('PUT', '/api/waitinglist/intent');
  await site.press('Save');
  await screen.findByRole('button', { name: 'Saving...' });
  proceed();
  await screen.findByText('Saved.');
  expect((await listEntries(site))[0]?.intent).toBe('A history of coffee.');
});

test('a user leaves the list after a prompt; Cancel keeps the place', async () => {
  await openEntry();
  await site.press('Leave the list');
  const first = await findDialog('Leave the GenMate waiting list?');
  expect(first.dialog.textContent).toContain('ada@example.com');
  await expectAccessible();
  expect(first.dialog.textContent).toContain(
    'You’ll lose your place, number 1. If you join again, you’ll start at the end.',
  );
  await site.user.click(first.getByRole('button', { name: 'Cancel' }));
  expect(await listEntries(site)).toHaveLength(1);
  await site.press('Leave the list');
  const second = await findDialog('Leave the GenMate waiting list?');
  await site.user.click(second.getByRole('button', { name: 'Leave the list' }));
  const heading = await screen.findByRole('heading', { name: 'You’ve left the GenMate waiting list' });
  await expectFocus(() => heading);
  expect(await listEntries(site)).toEqual([]);
});

test.each([
  ["status = 'rejected'", 'We can’t offer you a place this time.'],
  ["status = 'invited', invited_at = 1", 'You’re invited. Check your email for the invitation.'],
])('an entry with %s says so, and has nothing to confirm', async (changes, words) => {
  await openEntry(changes);
  await screen.findByRole('heading', { name: words });
  await expectAccessible();
  expect(screen.queryByRole('button', { name: 'Confirm my place' })).toBeNull();
  expect(screen.queryByLabelText(/How do you plan/)).toBeNull();
  screen.getByRole('button', { name: 'Leave the list' });
});

test('an entry that fails to load shows an error and can be retried', async () => {
  const restore = site.network.disconnect('POST', '/api/waitinglist/status');
  await openEntry();
  await screen.findByText('No response from server. Please check your network connection.');
  await expectAccessible();
  restore();
  await site.press('Retry');
  await screen.findByRole('heading', { name: /You’re number 1/ });
});

test.each([
  ['wrong', 'This link is not valid any more.'],
  ['', 'This link is incomplete.'],
])('the link #%s shows an error and links to the waiting lists', async (token, words) => {
  openLink(token);
  await screen.findByText(new RegExp(words.replace('.', '\\.')));
  screen.getByText(/Open it from our email again/);
  await expectAccessible();
  screen.getByRole('link', { name: 'GenMate waiting list' });
});

test('another link opened in the same tab shows its entry', async () => {
  await openEntry();
  await screen.findByRole('heading', { name: /You’re number 1/ });
  await joinWaitingList(site, { email: 'mere@example.com' });
  window.location.hash = await findEntryToken(site, 'mere@example.com');
  act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')));
  await waitFor(() => expect(document.body.textContent).toContain('mere@example.com'));
});
