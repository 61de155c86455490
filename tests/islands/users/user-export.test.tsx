import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { UserManagerIsland } from '#src/features/users/manager/UserManager.island.tsx';
import { UserDetailIsland } from '#src/features/users/detail/UserDetail.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findToast } from '../../support/islands/island-site.tsx';
import { createAdminUser, createUserDetail } from '../../support/islands/user-fixtures.ts';

const USERS = '/api/admin/users';

test('exports the selected users, or all that match', async () => {
  const users = [createAdminUser(), createAdminUser({ id: 2, first_name: 'Mere' })];
  const site = await createIslandSite();
  await site.signIn('admin');
  site.network.intercept('GET', USERS, () => {
    const pagination = { page: 1, limit: 20, total: 41, totalPages: 3 };
    return Response.json({
      data: {
        users,
        pagination,
        counts: { all: 41, by_role: { admin: 3, editor: 0, author: 0, moderator: 0, user: 38 }, blacklisted: 7 },
        deletions: [],
      },
    });
  });
  const exported: string[] = [];
  site.network.intercept('GET', `${USERS}/export.csv`, (request) => {
    exported.push(new URL(request.url).search);
    const headers = { 'Content-Disposition': 'attachment; filename="users-2026-11-22.csv"' };
    return new Response('id', { headers });
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  site.open(<UserManagerIsland />, '/admin/users?role=user');
  await site.user.click(await screen.findByRole('checkbox', { name: 'Select Henrik Dahl' }));
  const bar = within(screen.getByRole('region', { name: 'Selected items' }));
  await expectAccessible();
  await site.user.click(bar.getByRole('button', { name: 'Export' }));
  await findToast('users-2026-11-22.csv is in your downloads');
  await site.user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0] as HTMLElement);
  await site.user.click(bar.getByRole('button', { name: 'Select all 41 users' }));
  await site.user.click(bar.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(exported).toHaveLength(2));
  const order = '&sortBy=last_login_at&sortOrder=DESC';
  expect(exported).toEqual([`?ids=412${order}`, `?role=user${order}`]);
});

test('exports the data of one person, and says so when that fails', async () => {
  const site = await createIslandSite();
  await site.signIn('admin');
  site.network.intercept('GET', `${USERS}/412`, () => Response.json({ data: { user: createUserDetail() } }));
  site.network.intercept('GET', `${USERS}/412/export`, () =>
    Response.json({}, { headers: { 'Content-Disposition': 'attachment; filename="user-412-data-2026-11-22.json"' } }),
  );
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  site.open(<UserDetailIsland />, '/admin/users/412');
  await site.press(/^Actions for Henrik Dahl|^More/);
  await site.user.click(await screen.findByRole('menuitem', { name: 'Export data' }));
  await findToast('user-412-data-2026-11-22.json is in your downloads');
  site.network.fail('GET', `${USERS}/412/export`, 500, { message: 'Something broke.' });
  await site.press(/^Actions for Henrik Dahl|^More/);
  await site.user.click(await screen.findByRole('menuitem', { name: 'Export data' }));
  await findToast('Something broke.');
});
