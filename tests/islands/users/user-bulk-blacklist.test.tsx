import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { UserManagerIsland } from '#src/features/users/manager/UserManager.island.tsx';
import { createUser } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

let site: IslandSite;
let mere: { id: number };
let sam: { id: number };

beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
  mere = await createUser(site, { firstName: 'Mere', lastName: 'Tamihana' });
  sam = await createUser(site, { firstName: 'Sam', lastName: 'Okafor' });
});

async function openDialog(count: number) {
  site.open(<UserManagerIsland />, '/admin/users');
  await screen.findByRole('link', { name: 'Sam Okafor' });
  await site.user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0] as HTMLElement);
  await site.press('Blacklist...');
  return findDialog(`Blacklist ${count} users?`);
}
const readState = async () => {
  const { rows } = await site.db.client.execute(
    'SELECT first_name, blacklist_reason FROM users WHERE is_blacklisted ORDER BY id',
  );
  return rows.map((row) => [row.first_name, row.blacklist_reason]);
};
const listNames = (dialog: HTMLElement) =>
  within(within(dialog).getByRole('list', { name: 'Users' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .toSorted();

test('several users are blacklisted with one reason, each with a row in the audit log, and all are undone together', async () => {
  const { dialog, getByLabelText, getByRole } = await openDialog(2);
  expect(listNames(dialog)).toEqual(['Mere Tamihana', 'Sam Okafor']);
  expect(dialog.textContent).toMatch(/Not included: .* \(your own account\)\./);
  expect(getByRole<HTMLButtonElement>('button', { name: 'Blacklist 2' }).disabled).toBe(true);
  await expectAccessible();
  await site.user.type(getByLabelText('Reason'), 'Spam');
  await site.user.click(getByRole('button', { name: 'Blacklist 2' }));
  await findToast('2 users blacklisted');
  expect(await readState()).toEqual([
    ['Mere', 'Spam'],
    ['Sam', 'Spam'],
  ]);
  const audit = await site.db.client.execute("SELECT subject FROM audit_log WHERE action = 'user.blacklisted'");
  expect(audit.rows.map(({ subject }) => subject).toSorted()).toEqual([`user:${mere.id}`, `user:${sam.id}`]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('region', { name: 'Selected items' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.className).toBe('row-title'));
  await site.press(/^Undo/);
  await findToast('Blacklist undone. Sessions that ended stay ended.');
  expect(await readState()).toEqual([]);
});

test('one who is blacklisted already is not included, and one who is refused stays in the dialog with the reason', async () => {
  await site.db.client.execute(`UPDATE users SET is_blacklisted = 1, blacklist_reason = 'Old' WHERE id = ${mere.id}`);
  await createUser(site, { firstName: 'Tevita', lastName: 'Latu' });
  const { dialog, getByLabelText, getByRole } = await openDialog(2);
  expect(listNames(dialog)).toEqual(['Sam Okafor', 'Tevita Latu']);
  expect(dialog.textContent).toContain('Mere Tamihana (blacklisted already)');
  const restore = site.network.fail('POST', `/api/admin/users/${sam.id}/blacklist`, 409, {
    message: 'This user has just changed. Try again.',
    code: 'conflict',
  });
  await site.user.type(getByLabelText('Reason'), 'Spam');
  await site.user.click(getByRole('button', { name: 'Blacklist 2' }));
  await findFailure('Failed to blacklist user', 'Sam Okafor: This user has just changed. Try again.');
  await findToast('1 user blacklisted');
  await waitFor(() => expect(listNames(dialog)).toEqual(['Sam Okafor']));
  await expectAccessible();
  restore();
  await site.user.click(getByRole('button', { name: 'Blacklist 1' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readState()).toEqual([
    ['Mere', 'Old'],
    ['Sam', 'Spam'],
    ['Tevita', 'Spam'],
  ]);
});

test('what was typed stays when the dialog is closed; on a day needs one', async () => {
  const { getByLabelText, getByRole } = await openDialog(2);
  await site.user.type(getByLabelText('Reason'), 'Spam');
  await site.user.click(getByRole('radio', { name: /^On a day/ }));
  expect(getByRole<HTMLButtonElement>('button', { name: 'Blacklist 2' }).disabled).toBe(true);
  await site.user.click(getByRole('button', { name: 'Cancel' }));
  await site.press('Blacklist...');
  const again = await findDialog('Blacklist 2 users?');
  expect(again.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Spam');
  await site.user.type(again.getByLabelText('Last day'), '2099-01-31');
  await site.user.click(again.getByRole('button', { name: 'Blacklist 2' }));
  await findToast('2 users blacklisted');
  const { rows } = await site.db.client.execute('SELECT count(*) AS n FROM users WHERE blacklisted_until > 0');
  expect(rows[0]?.n).toBe(2);
});
