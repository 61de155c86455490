import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAuditStatement, type AuditEntry } from '#api/features/audit/audit.service.ts';
import { write } from '#db/write.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { joinWaitingList } from '../../support/app/waiting-list.ts';
import { createUser, toBearerHeader } from '../../support/app/users.ts';

const DELETED_USER = 4_711;
const START = Date.parse('2026-11-20T00:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

let test: TestApp;
let admin: ApiCaller;
let other: { id: number };

/** Ten entries, one for each hour. */
const listSamples = (): Omit<AuditEntry, 'at'>[] => [
  { action: 'auth.failed', actorId: null, subject: `user:${other.id}` },
  {
    action: 'product.changed',
    actorId: admin.id,
    subject: 'product:4',
    before: { name: 'Gen' },
    after: { name: 'GenMate' },
  },
  { action: 'blog.deleted', actorId: other.id, subject: 'blog:99', before: { title: "=cmd|'/C calc'!A0" } },
  { action: 'documents.ordered', actorId: admin.id, subject: 'documents', detail: { ids: [2, 1] } },
  { action: 'document.changed', actorId: other.id, subject: 'document:3', detail: { title: 'Gone' } },
  { action: 'user.blacklisted', actorId: DELETED_USER, subject: `user:${other.id}` },
  { action: 'user.deleted', actorId: admin.id, subject: `user:${DELETED_USER}` },
  { action: 'publish.rebuilt', actorId: admin.id, subject: 'site' },
  { action: 'release.restored', actorId: admin.id, subject: 'release:7' },
  { action: 'payment.refunded', actorId: null, subject: 'invoice:in_1', detail: { cents: 500 } },
];

beforeAll(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  other = await createUser(test, { role: 'admin', firstName: 'Aroha', lastName: 'Ngata', email: '+aroha@example.com' });
  await write(
    test.db,
    listSamples().map((entry, index) => insertAuditStatement(test.db, { ...entry, at: START + index * 3_600_000 })),
  );
});
afterAll(() => test.close());

type Entry = { id: number; at: string; action: string; actor: unknown; subject: Record<string, unknown> };
type Page = { data: Entry[]; pagination: unknown; has_more: boolean; filter: unknown };

async function list(query = ''): Promise<Page> {
  const { status, body } = await admin.call('GET', `/api/admin/audit${query}`);
  expect(status).toBe(200);
  return body;
}
const listActions = async (query: string) => (await list(query)).data.map(({ action }) => action);

async function exportCsv(query = '') {
  const response = await test.app.request(`/api/admin/audit/export.csv${query}`, {
    headers: toBearerHeader(admin.token),
  });
  return { headers: response.headers, lines: (await response.text()).trimEnd().split('\r\n') };
}

describe('the audit log', () => {
  it('names the reason of a blacklisting, which is kept with the user, and the entries of a bulk action', async () => {
    const own = await createTestApp();
    const caller = await createApiCaller(own);
    const banned = await createUser(own);
    await caller.call('POST', `/api/admin/users/${banned.id}/blacklist`, { reason: 'Card testing' });
    for (const name of ['a', 'b']) await joinWaitingList(own, { email: `${name}@example.com` });
    await caller.call('POST', '/api/waitinglist/reject', { ids: [1, 2] });
    await caller.call('DELETE', '/api/waitinglist/2');
    const { data } = (await caller.call('GET', '/api/admin/audit')).body;
    const find = (action: string) => data.find((entry: Entry) => entry.action === action);
    expect(find('user.blacklisted').detail).toMatchObject({ reason: 'Card testing' });
    expect(find('waiting_list.rejected')).toMatchObject({
      detail: { ids: [1, 2] },
      names: { ids: ['a@example.com', '2'] },
    });
    const { rows } = await own.db.client.execute("SELECT count(*) FROM audit_log WHERE detail LIKE '%Card%'");
    expect(rows[0]?.[0]).toBe(0);
    await own.close();
  });

  it('lists the newest entries first, page by page', async () => {
    const { data, pagination, has_more } = await list('?limit=4&page=2');
    expect(data.map(({ action }) => action)).toEqual([
      ...['user.blacklisted', 'document.changed', 'documents.ordered', 'blog.deleted'],
    ]);
    expect({ pagination, has_more }).toEqual({
      pagination: { page: 2, limit: 4, total: 10, totalPages: 3 },
      has_more: false,
    });
  });

  it('names actors and subjects, also those that are deleted', async () => {
    const byAction = Object.fromEntries((await list()).data.map((entry) => [entry.action, entry]));
    expect(byAction['product.changed']).toMatchObject({
      actor: { id: admin.id, name: 'Mere Tane', email: expect.stringContaining('@') },
      subject: { key: 'product:4', type: 'product', id: '4', label: 'GenMate', is_deleted: false },
      before: { name: 'Gen' },
      after: { name: 'GenMate' },
      detail: null,
    });
    expect(byAction['auth.failed']).toMatchObject({
      actor: null,
      subject: { label: 'Aroha Ngata', is_deleted: false },
    });
    expect(byAction['document.changed']?.subject).toMatchObject({ label: 'Gone', is_deleted: true });
    expect(byAction['user.blacklisted']?.actor).toEqual({ id: DELETED_USER, name: 'Deleted user 4711', email: null });
    expect(byAction['user.deleted']?.subject).toMatchObject({ label: 'Deleted user 4711', is_deleted: true });
    expect(byAction['release.restored']?.subject).toMatchObject({ id: '7', label: null, is_deleted: false });
    expect(byAction['publish.rebuilt']?.subject).toMatchObject({ type: 'site', id: null, is_deleted: false });
  });

  it('is filtered by actor, action, area, subject and time, alone and together', async () => {
    expect(await listActions('?area=documents')).toEqual(['document.changed', 'documents.ordered']);
    expect(await listActions('?area=publishing')).toEqual(['release.restored', 'publish.rebuilt']);
    expect(await listActions('?area=email')).toEqual([]);
    expect(await listActions('?action=blog.deleted')).toEqual(['blog.deleted']);
    expect(await listActions('?action=blog.deleted&area=users')).toEqual([]);
    expect(await listActions(`?actorId=${other.id}`)).toEqual(['document.changed', 'blog.deleted']);
    expect(await listActions(`?actorId=${other.id}&area=posts`)).toEqual(['blog.deleted']);
    expect(await listActions(`?subject=user:${other.id}`)).toEqual(['user.blacklisted', 'auth.failed']);
    expect(await listActions(`?subject=user:${other.id}&area=users`)).toEqual(['user.blacklisted']);
    const [from, to] = [START + 2 * 3_600_000, START + 4 * 3_600_000].map((at) => new Date(at).toISOString());
    expect(await listActions(`?from=${from}&to=${to}`)).toEqual(['documents.ordered', 'blog.deleted']);
    expect(await listActions(`?from=${from}&to=${to}&area=documents`)).toEqual(['documents.ordered']);
  });

  it('names what it is filtered by, also when nothing matches', async () => {
    const page = await list(`?actorId=${DELETED_USER}&subject=blog:99&area=email`);
    expect(page.data).toEqual([]);
    expect(page.filter).toMatchObject({
      actor: { name: 'Deleted user 4711' },
      subject: { key: 'blog:99', is_deleted: true },
    });
  });

  it('finds users to filter by: by a part of the name or address, or by an id, also of a deleted one', async () => {
    const find = async (search: string) =>
      (await admin.call('GET', `/api/admin/audit/people?${new URLSearchParams({ search })}`)).body.data;
    const person = await createUser(test, { firstName: 'Wiremu', lastName: 'Paki', email: 'wp@example.com' });
    const expected = { id: person.id, name: 'Wiremu Paki', email: 'wp@example.com' };
    for (const search of ['iremu', 'Paki, Wiremu', 'wp@ex']) expect(await find(search)).toEqual([expected]);
    // Addresses of others may contain the number, too.
    expect(await find(String(person.id))).toContainEqual(expected);
    expect(await find(String(DELETED_USER))).toEqual([{ id: DELETED_USER, name: 'Deleted user 4711', email: null }]);
    expect(await find('9999')).toEqual([]);
    expect((await admin.call('GET', '/api/admin/audit/people?search=')).status).toBe(400);
    await test.db.client.execute({ sql: 'DELETE FROM users WHERE id = ?', args: [person.id] });
  });

  it('lists who may act in the back office', async () => {
    await createUser(test);
    const { body } = await admin.call('GET', '/api/admin/audit/actors');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Aroha Ngata', 'Mere Tane']);
  });

  it.each(['actorId=x', 'person=x', 'action=blog.eaten', 'area=moon', 'from=yesterday', 'to=1', 'limit=101', 'page=0'])(
    'refuses ?%s',
    async (query) => {
      expect((await admin.call('GET', `/api/admin/audit?${query}`)).status).toBe(400);
      if (!/limit|page/.test(query)) {
        expect((await admin.call('GET', `/api/admin/audit/export.csv?${query}`)).status).toBe(400);
      }
    },
  );
});

describe('T28 the export', () => {
  it('contains what is filtered, and no formula', async () => {
    const { headers, lines } = await exportCsv(`?actorId=${other.id}`);
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/);
    expect(lines[0]).toBe('id,at,actor_id,actor_email,action,subject,before,after,detail');
    expect(lines.slice(1).map((line) => line.split(',').slice(2, 6))).toEqual([
      [String(other.id), "'+aroha@example.com", 'document.changed', 'document:3'],
      [String(other.id), "'+aroha@example.com", 'blog.deleted', 'blog:99'],
    ]);
    expect(lines[2]).toContain(`"{""title"":""=cmd`);
  });

  it('goes on beyond the first part that it reads, with each entry once', async () => {
    const at = START + 5 * DAY_MS;
    const many = Array.from({ length: 1_203 }, () =>
      insertAuditStatement(test.db, { at, action: 'category.changed', actorId: admin.id, subject: 'category:1' }),
    );
    await write(test.db, many);
    const { lines } = await exportCsv('?area=categories');
    const ids = lines.slice(1).map((line) => Number(line.split(',')[0]));
    expect(ids).toHaveLength(1_203);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });
});

it('more entries than are listed are said to be more', async () => {
  await test.db.client.execute(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
    INSERT INTO audit_log (at, action, subject) SELECT i, 'upload.created', 'upload:x' FROM n`);
  const last = await list('?area=media&page=500');
  expect(last.data).toHaveLength(20);
  expect(last).toMatchObject({ pagination: { total: 10_000, totalPages: 500 }, has_more: true });
  expect((await list('?area=media&page=501')).data).toEqual([]);
});

it.each(["UPDATE audit_log SET detail = '{}'", 'DELETE FROM audit_log'])(
  'the table is append-only: %s',
  async (sql) => {
    await expect(test.db.client.execute(sql)).rejects.toThrow('the audit log is append-only');
  },
);
