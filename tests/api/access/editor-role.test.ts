import type { Hono } from 'hono';
import { getTableConfig, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasPermission, permissions, userRoles } from '#api/domain/permissions.ts';
import { userSchema } from '#api/features/users/users.contract.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import { getDeclaredAccess } from '#api/middleware/access.ts';
import { users } from '#db/schema/index.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createTestSession, createUser, toBearerHeader } from '../../support/app/users.ts';

const EDITOR = vi.hoisted(() => ['posts.write', 'documents.write', 'uploads.manage', 'publishes.read']);

// The one line in api/domain/permissions.ts that a new role takes.
vi.mock('#api/domain/permissions.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#api/domain/permissions.ts')>();
  Object.assign(original.rolePermissions, { editor: EDITOR });
  return { ...original, userRoles: Object.keys(original.rolePermissions) };
});

let test: TestApp;
let editor: Awaited<ReturnType<typeof createUser>>;
beforeAll(async () => {
  test = await createTestApp();
  // In place of the migration that `npm run db:generate` writes for the new CHECK.
  await test.db.client.execute('PRAGMA ignore_check_constraints = ON');
  editor = await createUser(test, { role: 'editor' as never });
});
afterAll(() => test.close());

/** Each route that needs a permission, with this permission. */
const listProtectedRoutes = (app: Hono) =>
  app.routes.flatMap(({ method, path, handler }) => {
    const permission = permissions.find((each) => each === getDeclaredAccess(handler));
    return permission ? [{ method, path: path.replaceAll(/:\w+/g, '999'), permission }] : [];
  });

async function listRefused(token: string): Promise<Set<string>> {
  const refused = new Set<string>();
  for (const { method, path, permission } of listProtectedRoutes(test.app as never)) {
    const response = await test.app.request(path, { method, headers: toBearerHeader(token) });
    await response.body?.cancel();
    if (response.status === 403) refused.add(permission);
    else expect(response.status, `${method} ${path}`).not.toBe(401);
  }
  return refused;
}

describe('T9 a new role is one line in the table of roles', () => {
  it('gives the permissions of its line, and no other', () => {
    expect(permissions.filter((each) => hasPermission('editor' as never, each)).sort()).toEqual([...EDITOR].sort());
  });

  it('lets its user call the routes of its permissions, and no other', async () => {
    const refused = await listRefused(await createTestSession(test, editor));
    expect([...refused].sort()).toEqual(permissions.filter((each) => !EDITOR.includes(each)).sort());
  });

  it('gives a session that was handed to another site nothing', async () => {
    const refused = await listRefused(await createTestSession(test, editor, { audience: 'https://app.example.com' }));
    expect([...refused].sort()).toEqual([...permissions].sort());
  });

  it('is part of the contract and of the constraint of the database', () => {
    expect(userRoles).toEqual(['user', 'admin', 'editor']);
    expect(userSchema.parse(toUserJson(editor)).role).toBe('editor');
    const check = getTableConfig(users).checks.find(({ name }) => name === 'users_role');
    expect(check && new SQLiteSyncDialect().sqlToQuery(check.value).sql).toContain("'editor'");
  });
});
