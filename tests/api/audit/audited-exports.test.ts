import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createUser, toBearerHeader } from '../../support/app/users.ts';
import { joinWaitingList } from '../../support/app/waiting-list.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const request = (path: string) => test.app.request(path, { headers: toBearerHeader(admin.token) });

async function listExports() {
  const { rows } = await test.db.client.execute(
    "SELECT action, actor_id, subject, detail FROM audit_log WHERE action LIKE 'export.%' ORDER BY id",
  );
  return rows.map((row) => ({ ...row, detail: row.detail && JSON.parse(String(row.detail)) }));
}

describe('an export of personal data', () => {
  it('of a list leaves an audit row with its filters and rows, but not with the words of the search T46', async () => {
    await createUser(test, { email: 'mere@example.com' });
    await joinWaitingList(test, { email: 'sam@example.com' });
    for (const path of [
      '/api/admin/users/export.csv?search=mere&role=user',
      '/api/waitinglist/export.csv?status=pending',
      '/api/admin/audit/export.csv?area=exports',
    ]) {
      expect((await request(path)).status).toBe(200);
    }
    const by = { actor_id: admin.id };
    expect(await listExports()).toEqual([
      { ...by, action: 'export.users', subject: 'users', detail: { rows: 1, role: 'user', searched: true } },
      { ...by, action: 'export.waiting_list', subject: 'waiting-list', detail: { rows: 1, status: 'pending' } },
      { ...by, action: 'export.audit_log', subject: 'audit-log', detail: { rows: 2, area: 'exports' } },
    ]);
  });

  it('of one person holds what they get themselves, and leaves an audit row T46', async () => {
    const user = await createUser(test, { email: 'mere@example.com' });
    await joinWaitingList(test, { email: 'mere@example.com', intent: 'Invoices' });
    const response = await request(`/api/admin/users/${user.id}/export`);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="user-${user.id}-data-2026-11-21.json"`,
    );
    expect(await response.json()).toMatchObject({
      account: { email: 'mere@example.com' },
      waiting_list: [{ intent: 'Invoices' }],
    });
    expect(await listExports()).toEqual([
      { actor_id: admin.id, action: 'export.user', subject: `user:${user.id}`, detail: null },
    ]);
    expect((await request('/api/admin/users/9999/export')).status).toBe(404);
  });

  it('is refused where the audit log takes no row T46', async () => {
    await test.db.client.execute(
      "CREATE TRIGGER fail_audit BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no audit row'); END",
    );
    for (const path of ['users/export.csv', `users/${admin.id}/export`, 'audit/export.csv']) {
      expect((await request(`/api/admin/${path}`)).status).toBe(500);
    }
    expect((await request('/api/waitinglist/export.csv')).status).toBe(500);
  });
});
