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
      '/api/admin/content-export?format=markdown',
    ]) {
      expect((await request(path)).status).toBe(200);
    }
    const by = { actor_id: admin.id };
    expect(await listExports()).toEqual([
      { ...by, action: 'export.users', subject: 'users', detail: { rows: 1, role: 'user', searched: true } },
      { ...by, action: 'export.waiting_list', subject: 'waiting-list', detail: { rows: 1, status: 'pending' } },
      { ...by, action: 'export.audit_log', subject: 'audit-log', detail: { rows: 2, area: 'exports' } },
      { ...by, action: 'export.content', subject: 'content', detail: { format: 'markdown' } },
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

  it('of a person who is only on waiting lists has the form of a user’s, and leaves an audit row T46', async () => {
    await joinWaitingList(test, { email: 'sam@example.com', intent: 'Invoices' });
    await joinWaitingList(test, { email: 'sam@example.com', productId: 5 });
    await joinWaitingList(test, { email: 'other@example.com', intent: 'Otherwise' });
    const user = await createUser(test, { email: 'mere@example.com' });
    const own = await (await request(`/api/admin/users/${user.id}/export`)).json();
    await admin.call('POST', '/api/waitinglist/reject', { ids: [2, 3] });
    await test.db.client.execute("INSERT INTO suppressed_addresses VALUES ('sam@example.com', 1, 1)");

    const response = await request('/api/waitinglist/1/export');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="waiting-list-1-data-2026-11-21.json"',
    );
    const text = await response.text();
    const everything = JSON.parse(text);
    const sections = Object.keys(own as object);
    expect(Object.keys(everything)).toEqual(expect.arrayContaining(sections));
    expect(everything).toMatchObject({
      email: 'sam@example.com',
      email_suppressed_at: '1970-01-01T00:00:00.001Z',
      account: null,
      waiting_list: [
        { product_name: 'GenMate', intent: 'Invoices', status: 'pending' },
        { product_name: 'ChatMate', status: 'rejected' },
      ],
      mails: [{ kind: 'waiting-list-joined' }, { kind: 'waiting-list-joined' }],
      audit: [{ action: 'waiting_list.rejected', before: { status: 'pending' }, after: { status: 'rejected' } }],
      sessions: [],
      invoices: [],
    });
    expect(text).not.toMatch(/other/i);
    expect((await listExports()).at(-1)).toEqual({
      actor_id: admin.id,
      action: 'export.user',
      subject: 'waiting-list:1',
      detail: null,
    });
  });

  it('of an entry is refused where the person has an account, or there is no entry', async () => {
    await createUser(test, { email: 'mere@example.com' });
    await joinWaitingList(test, { email: 'mere@example.com' });
    expect(await admin.call('GET', '/api/waitinglist/1/export')).toMatchObject({
      status: 409,
      body: { message: 'This person has an account. Export their data from their user page.' },
    });
    expect((await admin.call('GET', '/api/waitinglist/9/export')).status).toBe(404);
    expect(await listExports()).toEqual([]);
  });

  it('is refused where the audit log takes no row T46', async () => {
    await test.db.client.execute(
      "CREATE TRIGGER fail_audit BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no audit row'); END",
    );
    for (const path of [
      'users/export.csv',
      `users/${admin.id}/export`,
      'audit/export.csv',
      'content-export?format=ghost',
    ]) {
      expect((await request(`/api/admin/${path}`)).status).toBe(500);
    }
    await joinWaitingList(test, { email: 'sam@example.com' });
    for (const path of ['export.csv', '1/export']) expect((await request(`/api/waitinglist/${path}`)).status).toBe(500);
  });
});
