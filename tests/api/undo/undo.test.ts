import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasPermission, type Permission, userRoles } from '#api/domain/permissions.ts';
import { auditedUndos, UNDO } from '../audit/audited-undos.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const undo = async (body: unknown) => {
  const { status, body: answer } = await admin.call('POST', UNDO, body);
  return { status, ...answer };
};
type Kind = keyof typeof auditedUndos;
const prepare = async (kind: Kind) => (await auditedUndos[kind].prepare?.({ test, admin }))?.body as { ids: [string] };

const permissionsByFeature: Record<string, Permission> = {
  user: 'users.manage',
  blog: 'posts.write',
  document: 'documents.write',
  waiting_list: 'waiting-list.manage',
  publication: 'openshelf.review',
  redirects: 'navigation.manage',
  missing_path: 'navigation.manage',
  site: 'settings.manage',
  page: 'settings.manage',
  navigation: 'navigation.manage',
  tag: 'categories.manage',
  author: 'categories.manage',
  complimentary_plan: 'billing.manage',
  'blog.changed': 'posts.publish',
};

describe('POST /api/admin/undo', () => {
  it.each(Object.keys(auditedUndos) as Kind[])('undoes %s only with the permission of its screen', async (kind) => {
    const permission = (permissionsByFeature[kind] ?? permissionsByFeature[kind.split('.')[0] ?? '']) as Permission;
    const body = await prepare(kind);
    const setRole = (role: string) =>
      test.db.client.execute({ sql: 'UPDATE users SET role = ? WHERE id = ?', args: [role, admin.id] });
    for (const role of userRoles.filter((each) => !hasPermission(each, permission))) {
      await setRole(role);
      expect(await undo(body)).toMatchObject({ status: 403, message: 'You don’t have permission to do this.' });
    }
    await setRole('admin');
    expect(await undo(body)).toMatchObject({ status: 200, restored: 1, skipped: [], left: 0 });
    expect(await undo(body)).toMatchObject({ status: 409, message: 'This has already been undone.' });
  });

  it('undoes actions of several kinds at once, and says what became of each', async () => {
    const { ids: posts } = await prepare('blog.changed');
    const { ids: users } = await prepare('user.role_changed');
    expect(await undo({ ids: [...posts, ...users] })).toMatchObject({
      status: 200,
      message: 'Undone. The role from before applies again. Undone. 1 post is as it was before.',
      restored: 2,
    });
  });

  it.each([{}, { ids: [] }, { ids: [1] }, { ids: ['one'], kind: 'user.deleted' }])('refuses %j', async (body) => {
    expect((await undo(body)).status).toBe(400);
  });

  it('has nothing to undo for an unknown id', async () => {
    expect(await undo({ ids: ['nothing'] })).toMatchObject({ status: 404, message: 'There is nothing to undo.' });
  });
});
