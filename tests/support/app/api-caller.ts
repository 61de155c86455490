import type { UserRole } from '#api/domain/permissions.ts';
import { toRequestInit, createUser, createTestSession } from './users.ts';
import type { TestApp } from './test-app.ts';

export type ApiResponse<Body = never> = { status: number; body: Body };

/** Calls the API as one signed-in user. A response without content has the body `null`. */
export type ApiCaller = {
  id: number;
  token: string;
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
  call(method: string, path: string, body?: unknown): Promise<ApiResponse<any>>;
};

/** Creates a signed-in user, by default an admin. */
export const createApiCaller = async (test: TestApp, role: UserRole = 'admin'): Promise<ApiCaller> =>
  signInCaller(test, await createUser(test, { role }));

/** Signs in somebody who is there. */
export async function signInCaller(test: TestApp, user: { id: number }): Promise<ApiCaller> {
  const token = await createTestSession(test, user);
  return {
    id: user.id,
    token,
    async call(method, path, body) {
      const response = await test.app.request(path, toRequestInit(token, method, body));
      return { status: response.status, body: response.status === 204 ? null : await response.json() };
    },
  };
}

/** The audit log entries of the back office, oldest first. */
export async function listAuditEntries(
  test: TestApp,
): Promise<{ action: string; actorId: number | null; subject: string }[]> {
  const { rows } = await test.db.client.execute(
    "SELECT action, actor_id, subject FROM audit_log WHERE action NOT LIKE 'auth.%' AND action NOT LIKE 'user.%' ORDER BY id",
  );
  return rows.map((row) => ({
    action: String(row.action),
    actorId: row.actor_id === null ? null : Number(row.actor_id),
    subject: String(row.subject),
  }));
}

/** Keys that no contract of the back office accepts (T8); every object inherits `constructor`. */
export const UNKNOWN_KEYS = [
  'id',
  'position',
  'created_at',
  'updatedAt',
  'role',
  'constructor',
  'content_text',
] as const;
