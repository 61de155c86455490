import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { joinWaitingList, listEntries } from '../../support/app/waiting-list.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { findDialog, findFailure, findToast } from '../../support/islands/island-site.tsx';
import { createWaitingListSite, LIST, type WaitingListSite } from '../../support/islands/waiting-list-site.tsx';

let site: WaitingListSite;
beforeEach(async () => {
  site = await createWaitingListSite();
});

const openDialog = async (query = '') => {
  site.openManager(query);
  await site.press('Invite next...');
  return findDialog('Invite the next people');
};
const getFigures = () =>
  [...document.querySelectorAll('.dry-run [role=status] p, .dry-run-figures li')].map((item) => item.textContent);
const getPeople = () => [...document.querySelectorAll('.dry-run-people li')].map(({ textContent }) => textContent);
const type = async (label: string, value: string) => {
  const field = screen.getByLabelText(label);
  await site.user.clear(field);
  await site.user.type(field, value);
};

test('invites in the order of joining unless another order is chosen, which says whom it passes over', async () => {
  await site.addPeople(3);
  await site.execute('UPDATE waiting_list_entries SET intent = NULL WHERE id IN (1, 2)');
  const { getByLabelText, findByText } = await openDialog();
  await type('How many', '1');
  await screen.findByRole('button', { name: 'Invite 1' });
  expect(getPeople()[0]).toContain('Person 01');
  expect(screen.queryByText(/passed over/)).toBeNull();
  await site.user.click(getByLabelText(/^Plans first/));
  await findByText(
    '2 people who joined earlier are passed over. Our page and email promise invitations in the order people joined.',
  );
  await waitFor(() => expect(getPeople()[0]).toContain('Person 03'));
  await expectAccessible();
});

test('a dry run names the next people; with plans first, those with the longest wait follow', async () => {
  await site.addPeople(7);
  await site.execute('UPDATE waiting_list_entries SET intent = NULL WHERE id IN (1, 3)');
  await site.execute('UPDATE waiting_list_entries SET confirmed_at = NULL WHERE id = 7');
  const { getByText, getByLabelText } = await openDialog();
  await site.user.click(getByLabelText(/^Plans first/));
  await waitFor(() =>
    expect(getFigures()).toEqual([
      ...[
        '6 of 6 people',
        '4 with an intent, joined 16 Nov to 20 Nov',
        '2 without, joined 15 Nov to 17 Nov',
        '1 left out',
      ],
    ]),
  );
  getByText('Nothing is sent yet');
  expect(getPeople()).toEqual([
    ...['P0Person 026 days', 'P0Person 044 days', 'P0Person 053 days', 'P0Person 062 days', 'P0Person 017 days'],
  ]);
  await expectAccessible();
  await site.press('And 1 more');
  expect(getPeople()).toHaveLength(6);
  await site.user.click(getByLabelText(/^Longest wait/));
  await waitFor(() => expect(getPeople()[0]).toContain('Person 01'));
  await site.user.click(getByLabelText(/^Addresses not confirmed/));
  await waitFor(() => expect(getFigures()[0]).toBe('7 of 7 people'));
  expect(getFigures().join()).not.toContain('left out');
});

test('says what an invitation means to addresses that are not confirmed, or get no email, once they are not left out', async () => {
  await site.addPeople(3);
  await site.execute('UPDATE waiting_list_entries SET confirmed_at = NULL WHERE id = 2');
  await site.execute("INSERT INTO suppressed_addresses VALUES ('person03@example.com', 1, 1)");
  const { findByText, getByLabelText, queryByText } = await openDialog();
  const unconfirmed = 'An invitation to an address that isn’t confirmed may bounce or reach someone who never joined.';
  const suppressed = 'People whose address bounced, or gets no email, become invited without being told.';
  await screen.findByRole('button', { name: 'Invite 1' });
  expect([queryByText(unconfirmed), queryByText(suppressed)]).toEqual([null, null]);
  await site.user.click(getByLabelText(/^Addresses not confirmed/));
  await findByText(unconfirmed);
  expect(queryByText(suppressed)).toBeNull();
  await site.user.click(getByLabelText(/^Addresses that bounced/));
  await findByText(suppressed);
  await screen.findByRole('button', { name: 'Invite 3' });
  await expectAccessible();
});

test('invites exactly those who were shown, and can be undone', async () => {
  await site.addPeople(3);
  await joinWaitingList(site, { email: 'mere@example.com', productId: 5 });
  const { findByRole, getByText } = await openDialog();
  await type('How many', '2');
  const submit = await findByRole('button', { name: 'Invite 2' });
  getByText('Are you sure you want to invite 2 user(s)?');
  await site.user.click(submit);
  await findToast(/^2 people were invited\./);
  expect(site.getBodies(`${LIST}/invite`)).toEqual([{ ids: [1, 2] }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await site.press('Undo');
  await findToast('2 entries are pending again.');
  expect((await listEntries(site)).every(({ status }) => status === 'pending')).toBe(true);
});

test('starts with the product of the list; with no one to invite it says so, and nothing can be sent', async () => {
  await site.addPeople(1);
  const { findByText, getByRole } = await openDialog('?product=5');
  await findByText('No one who is waiting matches these choices.');
  expect(getByRole('button', { name: 'Invite' }).getAttribute('aria-disabled')).toBe('true');
  await site.user.click(getByRole('button', { name: 'Invite' }));
  expect(site.getBodies(`${LIST}/invite`)).toEqual([]);
  await expectAccessible();
});

test.each(['0', '501', 'ten', ''])('‘%s’ is no number of people', async (typed) => {
  await site.addPeople(1);
  const { getByRole } = await openDialog();
  await type('How many', typed || '{backspace}');
  await screen.findByText('Enter a number from 1 to 500.');
  expect(getByRole('button', { name: 'Invite' }).getAttribute('aria-disabled')).toBe('true');
  await expectAccessible();
});

test('a dry run that fails says why and is tried again; a failed invitation stays in the dialog', async () => {
  await site.addPeople(1);
  const restore = site.network.fail('GET', `${LIST}/next`, 500, { message: 'Something broke.' });
  const { findByText, findByRole } = await openDialog();
  await findByText('Something broke.');
  await expectAccessible();
  restore();
  await site.press('Retry');
  const submit = await findByRole('button', { name: 'Invite 1' });
  site.network.disconnect('POST', `${LIST}/invite`);
  await site.user.click(submit);
  await findFailure('Failed to invite users');
});

test('the email can be previewed where the site has previews', async () => {
  const { findByRole } = await openDialog();
  const link = await findByRole('link', { name: 'Preview the email' });
  expect(link.getAttribute('href')).toBe('/admin/mails?kind=waiting-list-invited');
});
