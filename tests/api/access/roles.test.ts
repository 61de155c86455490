import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bundle,
  bundles,
  hasAnyPermission,
  hasPermission,
  type Permission,
  permissions,
  roleBundles,
  userRoles,
} from '#api/domain/permissions.ts';
import { hasBundle } from '#api/domain/role-words.ts';
import { userSchema } from '#api/features/users/users.contract.ts';
import { getDeclaredAccess } from '#api/endpoints/access.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createTestSession, createUser, toBearerHeader } from '../../support/app/users.ts';

const staffRoles = userRoles.filter(hasAnyPermission);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Every route that requires a permission, with that permission. */
const listProtectedRoutes = (app: Hono) =>
  app.routes.flatMap(({ method, path, handler }) => {
    const permission = permissions.find((each) => each === getDeclaredAccess(handler));
    return permission ? [{ method, path: path.replaceAll(/:\w+/g, '999'), permission }] : [];
  });

/** The permissions whose routes refuse this session, each with all of its routes. */
async function listRefusedPermissions(token: string): Promise<Permission[]> {
  const answers = new Map<Permission, Set<boolean>>();
  for (const { method, path, permission } of listProtectedRoutes(test.app as never)) {
    const response = await test.app.request(path, { method, headers: toBearerHeader(token) });
    await response.body?.cancel();
    expect(response.status, `${method} ${path}`).not.toBe(401);
    answers.set(permission, (answers.get(permission) ?? new Set()).add(response.status === 403));
  }
  for (const [permission, refused] of answers) expect([...refused], permission).toHaveLength(1);
  return permissions.filter((each) => answers.get(each)?.has(true));
}

describe('T9 roles', () => {
  it.each(userRoles)('%s may call the routes of its permissions and no others', async (role) => {
    const user = await createUser(test, { role });
    const refused = await listRefusedPermissions(await createTestSession(test, user));
    expect(refused).toEqual(permissions.filter((each) => !hasPermission(role, each)));
  });

  it.each(staffRoles)('%s has no permission in a session that was handed off to another site', async (role) => {
    const user = await createUser(test, { role });
    const token = await createTestSession(test, user, { audience: 'https://app.example.com' });
    expect(await listRefusedPermissions(token)).toEqual([...permissions]);
  });

  it('an editor sees no people, money or moderation, an author writes, and a moderator nothing but moderates', () => {
    expect(roleBundles.editor).toEqual(['writing', 'posts', 'documentation', 'media']);
    expect(roleBundles.author).toEqual(['writing', 'media']);
    expect(roleBundles.moderator).toEqual(['openshelf']);
  });

  it('an admin may do everything', () => {
    expect(permissions.filter((each) => !hasPermission('admin', each))).toEqual([]);
  });

  it.each(staffRoles)('%s has the start page and all permissions of its bundles', (role) => {
    const held = (Object.keys(bundles) as Bundle[]).filter((bundle) => hasBundle(role, bundle));
    const wanted: Permission[] = ['overview.read', ...held.flatMap((bundle) => bundles[bundle])];
    expect(wanted.filter((each) => !hasPermission(role, each))).toEqual([]);
  });

  it.each(['editor', 'author', 'moderator'] as const)(
    '%s may not act on the subscriptions and invoices of others',
    async (role) => {
      const user = await createUser(test, { role });
      const headers = toBearerHeader(await createTestSession(test, user));
      for (const path of ['/api/subscriptions/user/999', '/api/subscriptions/user/999/product/1']) {
        expect((await test.app.request(path, { headers })).status).toBe(403);
      }
    },
  );

  it('the contract has every role', () => {
    expect(userSchema.shape.role.options).toEqual(userRoles);
  });
});
