import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { UserManagerIsland } from '#src/features/users/manager/UserManager.island.tsx';
import { createUser } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

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

test('one who is blacklisted already is not included; one who is refused is named with the reason and can be tried again', async () => {
  await site.db.client.execute(`UPDATE users SET is_blacklisted = 1, blacklist_reason = 'Old' WHERE id = ${mere.id}`);
  await createUser(site, { firstName: 'Tevita', lastName: 'Latu' });
  const { dialog, getByLabelText, getByRole } = await openDialog(2);
  expect(listNames(dialog)).toEqual(['Sam Okafor', 'Tevita Latu']);
  expect(dialog.textContent).toContain('Mere Tamihana (blacklisted already)');
  await site.user.type(getByLabelText('Reason'), 'Spam');
  // Another admin is faster.
  await site.call('DELETE', `/api/admin/users/${sam.id}`);
  await site.user.click(getByRole('button', { name: 'Blacklist 2' }));
  await findToast('1 user blacklisted');
  await screen.findByText('1 user wasn’t changed:');
  const result = document.querySelector('.bulk-result');
  expect(result?.textContent).toContain('1 user blacklisted.');
  expect(result?.textContent).toContain('Sam Okafor: User not found');
  await expectAccessible();
  await site.db.client.execute(`UPDATE users SET delete_after = NULL WHERE id = ${sam.id}`);
  await site.press('Try again');
  await waitFor(async () =>
    expect(await readState()).toEqual([
      ['Mere', 'Old'],
      ['Sam', 'Spam'],
      ['Tevita', 'Spam'],
    ]),
  );
});

test('all who match are blacklisted by their filter, in parts with progress; a closed tab goes on where it was', async () => {
  for (let n = 0; n < 51; n += 1) await createUser(site, { firstName: `Spam ${n}`, email: `spam${n}@example.net` });
  site.open(<UserManagerIsland />, '/admin/users?search=example.net');
  await screen.findByText('1–20 of 51 users');
  await site.user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0] as HTMLElement);
  await site.press('Select all 51 users');
  await site.press('Blacklist...');
  const { dialog, getByLabelText, getByRole } = await findDialog('Blacklist 51 users?');
  expect(dialog.textContent).toContain('and 31 more');
  expect(dialog.textContent).toContain('Everyone who matches the list, on all its pages.');
  const bodies = () =>
    site.network.calls.filter(({ path }) => path === '/api/admin/users/bulk').map(({ body }) => JSON.parse(body));
  const restore = site.network.intercept('POST', '/api/admin/users/bulk', (request) =>
    bodies().length === 2 ? new Promise<never>(() => undefined) : site.app.fetch(request),
  );
  await site.user.type(getByLabelText('Reason'), 'Spam');
  await site.user.click(getByRole('button', { name: 'Blacklist 51' }));
  await screen.findByText('Blacklisting... 50 of 51 users');
  await expectAccessible();
  restore();
  cleanup();
  site.open(<UserManagerIsland />, '/admin/users');
  await screen.findByText('The page was closed before this was finished. 1 user is left.');
  await site.press('Continue');
  await findToast('51 users blacklisted');
  expect(bodies()[0]).toMatchObject({ action: 'blacklist', filter: { search: 'example.net' }, total: 51 });
  expect(await readState()).toHaveLength(51);
  await site.press(/^Undo/);
  await findToast('Blacklist undone. Sessions that ended stay ended.');
  expect(await readState()).toEqual([]);
});

test('the blacklist is removed from those of the selected who have one, and applies again when undone', async () => {
  await site.call('POST', `/api/admin/users/${mere.id}/blacklist`, { reason: 'Spam' });
  site.open(<UserManagerIsland />, '/admin/users');
  await site.user.click(await screen.findByRole('checkbox', { name: 'Select Sam Okafor' }));
  expect(screen.queryByRole('button', { name: 'Remove blacklist...' })).toBeNull();
  await site.user.click(screen.getByRole('checkbox', { name: 'Select Mere Tamihana' }));
  await site.press('Remove blacklist...');
  const { dialog, getByRole } = await findDialog('Remove the blacklist from 1 user?');
  expect(listNames(dialog)).toEqual(['Mere Tamihana']);
  expect(dialog.textContent).toContain('Not included: Sam Okafor (not blacklisted).');
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'Remove blacklist from 1' }));
  await findToast('Blacklist removed from 1 user');
  expect(await readState()).toEqual([]);
  await site.press(/^Undo/);
  await findToast('Undone. The blacklist applies again.');
  expect(await readState()).toEqual([['Mere', 'Spam']]);
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
