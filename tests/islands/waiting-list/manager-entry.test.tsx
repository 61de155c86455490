import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { listEntries } from '../../support/app/waiting-list.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { expectFocus, findDialog, findToast } from '../../support/islands/island-site.tsx';
import {
  createWaitingListSite,
  findName,
  getNames,
  LIST,
  type WaitingListSite,
} from '../../support/islands/waiting-list-site.tsx';

let site: WaitingListSite;
beforeEach(async () => {
  site = await createWaitingListSite();
  await site.addPeople(2);
});

const getFacts = (dialog: HTMLElement) =>
  Object.fromEntries(
    [...dialog.querySelectorAll('.entry-facts > div')].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd')?.textContent,
    ]),
  );
const getLog = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('.entry-log li span')].map((item) => item.textContent);

test('the name opens all that is known, under an address of its own; Escape closes it', async () => {
  site.openManager('?product=4');
  await site.user.click(await findName('Person 01'));
  const { dialog } = await findDialog('Person 01');
  expect(window.location.search).toBe('?product=4&entry=1');
  await waitFor(() => expect(getFacts(dialog).Place).toBe('1 of 2'));
  expect(getFacts(dialog)).toEqual({
    Place: '1 of 2',
    Email: 'person01@example.com',
    'First name': 'Person',
    'Last name': '01',
    Product: 'GenMate',
    Status: 'Pending',
    Invitation: 'Not invited',
    Intent: 'Book 01',
    Account: 'None yet',
    Data: 'Export data',
  });
  expect(getLog(dialog)).toEqual(['Joined the waiting list', 'Address confirmed']);
  await expectAccessible();
  dialog.querySelector<HTMLElement>('[aria-label=Close]')?.click();
  await waitFor(() => expect(window.location.search).toBe('?product=4'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the data of a person without an account are exported from the entry', async () => {
  site.openManager('?product=4&entry=1');
  const { findByRole } = await findDialog('Person 01');
  const button = await findByRole('button', { name: 'Export data' });
  const restore = site.network.fail('GET', '/api/waitinglist/1/export', 500, { message: 'Something broke.' });
  await site.user.click(button);
  await findToast('Something broke.');
  restore();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await site.user.click(button);
  await findToast(/^waiting-list-1-data-.*\.json is in your downloads$/);
});

test('a link opens an entry that is not in the list, with its account', async () => {
  const { id: userId } = await site.signIn('admin');
  await site.execute(`
    UPDATE waiting_list_entries SET status = 'invited', invited_at = ${Date.parse('2026-11-20T10:00:00Z')},
    email = (SELECT email FROM users WHERE id = ${userId}), intent = NULL, first_name = NULL, last_name = NULL,
    signed_up_at = ${Date.parse('2026-11-21T10:00:00Z')}, paid_at = ${Date.parse('2026-11-22T09:00:00Z')} WHERE id = 1`);
  site.openManager('?entry=1');
  const { dialog, findByRole, queryByRole } = await findDialog();
  const link = await findByRole('link', { name: 'Open user' });
  expect(link.getAttribute('href')).toBe(`/admin/users/${userId}`);
  expect(getFacts(dialog)).toMatchObject({ 'First name': 'Not given', Status: 'Invited', Intent: 'No answer' });
  expect(getLog(dialog)).toEqual([
    ...['Joined the waiting list', 'Invited', 'Signed up', 'Paid for the first time', 'Address confirmed'],
  ]);
  expect(queryByRole('button', { name: 'Send again' })).toBeNull();
  expect(getFacts(dialog).Place).toBeUndefined();
});

test('an entry that is gone says so', async () => {
  site.openManager('?entry=99');
  const { findByRole } = await findDialog('Waiting list entry');
  await findByRole('heading', { name: 'Couldn’t load this entry' });
  await expectAccessible();
});

test('Invite asks, and the details show what became of it; a failed invitation is sent again', async () => {
  site.openManager('?entry=2');
  const details = await findDialog('Person 02');
  await site.user.click(await details.findByRole('button', { name: 'Invite' }));
  await site.user.click(await screen.findByRole('button', { name: 'Invite 1' }));
  await findToast(/^1 person was invited\./);
  await waitFor(() => expect(getFacts(details.dialog).Invitation).toMatch(/^Leaves at 22 Nov/));
  expect(details.queryByRole('button', { name: 'Invite' })).toBeNull();
  await site.failInvitations();
  site.openManager('?entry=2');
  const again = await findDialog('Person 02');
  await again.findByText('The address doesn’t exist (550).');
  await expectAccessible();
  await site.user.click(again.getByRole('button', { name: 'Send again' }));
  await site.user.click(await screen.findByRole('button', { name: 'Send 1 again' }));
  await findToast('We’re sending 1 invitation again.');
});

test('Reject asks and rejects', async () => {
  site.openManager('?entry=2');
  const details = await findDialog('Person 02');
  await site.user.click(await details.findByRole('button', { name: 'Reject' }));
  await findDialog('Are you sure you want to reject 1 user(s)?');
  await site.press('Reject 1');
  await findToast(/^1 person was rejected\./);
  expect((await listEntries(site)).map(({ status }) => status)).toEqual(['pending', 'rejected']);
});

test('Delete names the person, and can be undone', async () => {
  site.openManager();
  await site.chooseAction('Person 01', 'Show details');
  await site.user.click(within((await findDialog('Person 01')).dialog).getByRole('button', { name: 'Delete...' }));
  const { dialog, getByRole } = await findDialog('Delete Person 01?');
  expect(dialog.textContent).toContain(
    'person01@example.com and the answers given for GenMate are removed from the waiting list. You can undo this for 30 seconds.',
  );
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'Delete' }));
  await findToast(/^The entry was deleted\./);
  await waitFor(() => expect(getNames()).toEqual(['Person 02']));
  expect(window.location.search).toBe('');
  const deletion = site.network.calls.findIndex(({ method }) => method === 'DELETE');
  const ofEntry = site.network.calls.slice(deletion).filter(({ path }) => path === '/api/waitinglist/1');
  expect(
    ofEntry.map(({ method }) => method),
    'nothing asks for the deleted entry',
  ).toEqual(['DELETE']);
  await expectFocus(() => screen.getByRole('link', { name: 'Person 02' }));
  await site.press('Undo');
  await findName('Person 01');
  expect(await listEntries(site)).toHaveLength(2);
});

test('a delete that fails says why in the dialog', async () => {
  site.network.fail('DELETE', `${LIST}/1`, 500, { message: 'Something broke.' });
  site.openManager();
  await site.chooseAction('Person 01', 'Delete...');
  const { getByRole, findByText } = await findDialog('Delete Person 01?');
  await site.user.click(getByRole('button', { name: 'Delete' }));
  await findByText('Something broke.');
  expect(await listEntries(site)).toHaveLength(2);
});
