import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UserDetailIsland } from '#src/features/users/detail/UserDetail.island.tsx';
import { UserManagerIsland } from '#src/features/users/manager/UserManager.island.tsx';
import { createUser } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast } from '../../support/islands/island-site.tsx';

test('over the whole API: blacklist, undo, role, timeline, delete, undo on the list', async () => {
  const site = await createIslandSite();
  await site.signIn('admin');
  const { id, email } = await createUser(site, { firstName: 'Mere', lastName: 'Tamihana' });
  site.open(<UserDetailIsland />, `/admin/users/${id}`);

  await site.press('Blacklist...');
  const dialog = await findDialog('Blacklist Mere Tamihana?');
  await site.user.type(dialog.getByLabelText('Reason'), 'Two chargebacks');
  await site.user.click(dialog.getByRole('button', { name: 'Blacklist' }));
  await screen.findByText('User blacklisted successfully');
  await screen.findByRole('region', { name: 'Blacklisted permanently' });
  screen.getByText('‘Two chargebacks’', { exact: false });
  await site.press(/^Undo/);
  await findToast('Blacklist undone. Sessions that ended stay ended.');
  await waitFor(() => expect(screen.queryByText('Blacklisted permanently')).toBeNull());

  await site.press('Role: User');
  const role = await findDialog('Role of Mere Tamihana');
  await site.user.click(role.getByRole('radio', { name: /^Admin/ }));
  await site.user.click(role.getByRole('button', { name: 'Make Mere an admin' }));
  await screen.findByRole('button', { name: 'Role: Admin' });
  await site.press(/^Undo/);
  await findToast('Undone. The role from before applies again.');
  await screen.findByRole('button', { name: 'Role: User' });
  await site.user.click(screen.getByRole('link', { name: 'Timeline' }));
  await screen.findByText(/ made Mere an admin$/);
  screen.getByText(/ undid a change of the role of Mere$/);
  screen.getByText(/ undid the blacklisting$/);
  screen.getByText('‘Two chargebacks’ Permanent.');

  await site.chooseAction('Mere Tamihana', 'Delete...');
  await site.user.click((await findDialog('Delete Mere Tamihana?')).getByRole('button', { name: 'Delete user' }));
  await waitFor(() => expect(site.navigations).toEqual(['/admin/users']));
  site.open(<UserManagerIsland />, `/admin/users?search=${email}`);
  await screen.findByText('User deleted successfully');
  await screen.findByRole('heading', { name: 'No users found' });
  await site.press(/^Undo/);
  await findToast('Deletion undone. Sessions that ended stay ended.');
  await screen.findByRole('link', { name: 'Mere Tamihana' });
});

test('the list shows the deletion of another admin, and stops it', async () => {
  const site = await createIslandSite();
  await site.signIn('admin');
  const other = await createUser(site, { role: 'admin', firstName: 'Aroha', lastName: 'Ngata' });
  const { id, email } = await createUser(site, { firstName: 'Sam', lastName: 'Okafor' });
  const deleteAfter = site.clock.now() + 30_000;
  await site.db.client.execute(
    `UPDATE users SET delete_after = ${deleteAfter}, deletion_actor_id = ${other.id} WHERE id = ${id}`,
  );
  site.open(<UserManagerIsland />, '/admin/users');
  await screen.findByText(`Aroha Ngata is deleting Sam Okafor (${email}). It can be stopped for 30 seconds.`);
  await site.press('Stop deletion');
  await findToast('Deletion stopped. Sessions that ended stay ended.');
  await screen.findByRole('link', { name: 'Sam Okafor' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop deletion' })).toBeNull());
});

test('a search for a blacklisted address whose account was deleted says so, and lifts it', async () => {
  const site = await createIslandSite();
  await site.signIn('admin');
  const hash = site.deps.secrets.sign('blacklisted-address', 'address', 'mere@example.com');
  await site.db.client.execute(`INSERT INTO blacklisted_addresses (scope, hash, base_hash, user_id, reason, created_at)
    VALUES ('address', '${hash}', 'b', 99, 'Two chargebacks', 1)`);
  site.open(<UserManagerIsland />, '/admin/users?search=mere@example.com');
  await screen.findByText('This address is blacklisted. Its account was deleted. ‘Two chargebacks’ Permanent.');
  await site.press('Remove Blacklist');
  await findToast('This address can sign up again.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Blacklist' })).toBeNull());
});

test('a search for an earlier address of a blacklisted account leads to the account', async () => {
  const site = await createIslandSite();
  const admin = await site.signIn('admin');
  const hash = site.deps.secrets.sign('blacklisted-address', 'address', 'mere@example.com');
  await site.db.client.execute(`INSERT INTO blacklisted_addresses (scope, hash, base_hash, user_id, reason, created_at)
    VALUES ('address', '${hash}', 'b', ${admin.id}, 'Two chargebacks', 1)`);
  site.open(<UserManagerIsland />, '/admin/users?search=mere@example.com');
  const account = await screen.findByRole('link', { name: admin.email });
  expect(account.parentElement?.textContent).toBe(
    `This address is blacklisted. Its account is ${admin.email} now. ‘Two chargebacks’ Permanent.`,
  );
  expect(account.getAttribute('href')).toBe(`/admin/users/${admin.id}`);
  await expectAccessible();
});

test('an admin who loses the role reads it on the open list', async () => {
  const site = await createIslandSite();
  await site.signIn('admin');
  site.open(<UserManagerIsland />, '/admin/users');
  await screen.findByRole('link', { name: /^Blacklisted/ });
  await site.db.client.execute("UPDATE users SET role = 'user'");
  await site.user.click(screen.getByRole('link', { name: /^Blacklisted/ }));
  await screen.findByText('You don’t have permission to do this.');
});
