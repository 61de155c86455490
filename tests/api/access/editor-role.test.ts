import type { Hono } from 'hono';
import { getTableConfig, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPermission, permissions, rolePermissions, userRoles } from '#api/domain/permissions.ts';
import { userSchema } from '#api/features/users/users.contract.ts';
import { getDeclaredAccess } from '#api/middleware/access.ts';
import { users } from '#db/schema/index.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createTestSession, createUser, toBearerHeader } from '../../support/app/users.ts';

const EDITOR = ['posts.write', 'documents.write', 'uploads.manage', 'publishes.read'];

let test: TestApp;
let editor: Awaited<ReturnType<typeof createUser>>;
beforeAll(async () => {
  // The one line in api/domain/permissions.ts that a new role takes.
  Object.assign(rolePermissions, { editor: EDITOR });
  test = await createTestApp();
  // In place of the migration that `npm run db:generate` writes for the new CHECK.
  await test.db.client.execute('PRAGMA ignore_check_constraints = ON');
  editor = await createUser(test, { role: 'editor' as never });
});
afterAll(async () => {
  Reflect.deleteProperty(rolePermissions, 'editor');
  await test.close();
});

/** Every route that requires a permission, with that permission. */
const listProtectedRoutes = (app: Hono) =>
  app.routes.flatMap(({ method, path, handler }) => {
    const permission = permissions.find((each) => each === getDeclaredAccess(handler));
    return permission ? [{ method, path: path.replaceAll(/:\w+/g, '999'), permission }] : [];
  });

async function listRefusedPermissions(token: string): Promise<Set<string>> {
  const refused = new Set<string>();
  for (const { method, path, permission } of listProtectedRoutes(test.app as never)) {
    const response = await test.app.request(path, { method, headers: toBearerHeader(token) });
    await response.body?.cancel();
    if (response.status === 403) refused.add(permission);
    else expect(response.status, `${method} ${path}`).not.toBe(401);
  }
  return refused;
}

describe('T9 a new role needs one line in the table of roles', () => {
  it('has the permissions of its line and no others', () => {
    expect(permissions.filter((each) => hasPermission('editor' as never, each)).sort()).toEqual([...EDITOR].sort());
  });

  it('may call the routes of its permissions and no others', async () => {
    const refused = await listRefusedPermissions(await createTestSession(test, editor));
    expect([...refused].sort()).toEqual(permissions.filter((each) => !EDITOR.includes(each)).sort());
  });

  it('gives no permission to a session that was handed off to another site', async () => {
    const refused = await listRefusedPermissions(
      await createTestSession(test, editor, { audience: 'https://app.example.com' }),
    );
    expect([...refused].sort()).toEqual([...permissions].sort());
  });

  it('the contract and the database constraint are derived from the same table', () => {
    const { editor: _, ...table } = rolePermissions as Record<string, unknown>;
    expect(userRoles).toEqual(Object.keys(table));
    expect(userSchema.shape.role.options).toEqual(userRoles);
    const check = getTableConfig(users).checks.find(({ name }) => name === 'users_role');
    const { sql } = new SQLiteSyncDialect().sqlToQuery((check as NonNullable<typeof check>).value);
    expect([...sql.matchAll(/'(\w+)'/g)].map(([, role]) => role)).toEqual(userRoles);
  });
});
