import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toIso } from '#api/clock.ts';
import { toRequestInit, createUser, createTestSession } from '../../support/app/users.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { listEntries, joinWaitingList, listEmails, selectRows, readJson } from '../../support/app/waiting-list.ts';
import { ANCHOR_ID, BUOY_ID, BUOY_NAME, RUDDER_ID } from '../../support/payments/tideworks.ts';

let test: TestApp;
let admin: string;
let adminId: number;
beforeEach(async () => {
  test = await createOwnApp();
  const user = await createUser(test, { role: 'admin' });
  adminId = user.id;
  admin = await createTestSession(test, user);
});
afterEach(() => test.close());

const call = (method: string, path: string, body?: unknown) =>
  readJson(test.app.request(`/api/waitinglist${path}`, toRequestInit(admin, method, body)));
const list = async (query: string) =>
  (await call('GET', query)).body as { data: { id: number; email: string }[]; pagination: unknown };
const emails = async (query: string) => (await list(query)).data.map((entry) => entry.email.split('@')[0]);
const listAuditRows = async (action: string) =>
  (await selectRows(test, 'SELECT action, actor_id, subject, detail, before, after FROM audit_log ORDER BY id')).filter(
    (row) => row.action === action,
  );

async function joinMany(count: number): Promise<number[]> {
  for (let n = 1; n <= count; n += 1) {
    await joinWaitingList(test, { email: `p${String(n).padStart(2, '0')}@example.com`, firstName: `Name ${n}` });
    test.clock.advance(1_000);
  }
  return (await listEntries(test)).map((row) => Number(row.id));
}

describe('T7 access', () => {
  const routes = [
    ['GET', '', undefined],
    ['GET', '/stats', undefined],
    ['GET', '/export.csv', undefined],
    ['GET', '/funnel', undefined],
    ['GET', '/next?productId=4&count=1', undefined],
    ['GET', '/1', undefined],
    ['DELETE', '/1', undefined],
    ['POST', '/resend', { ids: [1] }],
    ['POST', '/invite', { ids: [1] }],
    ['POST', '/reject', { ids: [1] }],
    ['POST', '/put-back', { ids: [1] }],
    ['GET', '/invitation-warnings?ids=1', undefined],
  ] as const;

  it.each(routes)('%s %s is for admins only', async (method, path, body) => {
    await joinMany(1);
    const user = await createTestSession(test, await createUser(test));
    const ask = async (token: string | null) => {
      const request = toRequestInit(token ?? '', method, body);
      if (token === null) (request.headers as Record<string, string>).Authorization = '';
      return (await test.app.request(`/api/waitinglist${path}`, request)).status;
    };
    expect([await ask(null), await ask('x'.repeat(43)), await ask(user)]).toEqual([401, 401, 403]);
    expect(await listEntries(test)).toEqual([expect.objectContaining({ status: 'pending' })]);
    expect(await ask(admin)).toBeLessThan(300);
  });
});

describe('GET /api/waitinglist', () => {
  it('returns entries with all fields of the contract', async () => {
    await joinMany(1);
    expect(await call('GET', '')).toEqual({
      status: 200,
      body: {
        data: [
          {
            id: 1,
            first_name: 'Name 1',
            last_name: 'Lovelace',
            email: 'p01@example.com',
            product_id: BUOY_ID,
            product_name: BUOY_NAME,
            productId: BUOY_ID,
            intent: 'A book about engines.',
            status: 'pending',
            created_at: '2026-11-21T00:00:00.000Z',
            invited_at: null,
            confirmed_at: null,
            user_id: null,
            signed_up_at: null,
            paid_at: null,
            invitation: null,
          },
        ],
        pagination: { page: 1, limit: 20, total: 1, totalPages: 1 },
      },
    });
    const place = { position: 1, total: 1 };
    expect((await call('GET', '/1')).body).toEqual({ ...(await list('')).data[0], place });
  });

  it('is paginated, newest first', async () => {
    await joinMany(25);
    expect((await list('')).data).toHaveLength(20);
    expect(await emails('?limit=3')).toEqual(['p25', 'p24', 'p23']);
    expect(await emails('?limit=3&page=2')).toEqual(['p22', 'p21', 'p20']);
    expect(await list('?limit=10&page=3')).toMatchObject({
      pagination: { page: 3, limit: 10, total: 25, totalPages: 3 },
    });
    expect(await list('?page=9')).toMatchObject({ data: [], pagination: { page: 9, total: 25 } });
  });

  it('filters and sorts', async () => {
    await joinWaitingList(test, { email: 'b@example.com', firstName: 'zoe' });
    await joinWaitingList(test, { email: 'a@example.com', firstName: 'Yan', productId: ANCHOR_ID });
    await joinWaitingList(test, { email: 'c@example.com', firstName: 'Xu' });
    await test.db.client.execute("UPDATE waiting_list_entries SET status = 'rejected' WHERE email = 'c@example.com'");
    expect(await emails('?sortBy=email&sortOrder=ASC')).toEqual(['a', 'b', 'c']);
    expect(await emails('?sortBy=first_name&sortOrder=desc')).toEqual(['b', 'a', 'c']);
    expect(await emails('?sortBy=created_at&sortOrder=ASC')).toEqual(['b', 'a', 'c']);
    expect(await emails(`?productId=${ANCHOR_ID}`)).toEqual(['a']);
    expect(await emails('?status=rejected')).toEqual(['c']);
    expect(await emails(`?status=pending&productId=${BUOY_ID}`)).toEqual(['b']);
    expect(await emails('?status=&productId=&search=&sortBy=&sortOrder=')).toEqual(['c', 'a', 'b']);
    expect(await emails(`?productId=${RUDDER_ID}`)).toEqual([]);
  });

  it('T19 searches address and name; LIKE wildcards are literal', async () => {
    await joinWaitingList(test, { email: 'ada_l@example.com', firstName: 'Ada', lastName: 'Lovelace' });
    await joinWaitingList(test, { email: 'adaxl@example.com', firstName: '100%', lastName: 'Sure' });
    expect(await emails('?search=ADA')).toEqual(['adaxl', 'ada_l']);
    expect(await emails('?search=ada%20love')).toEqual(['ada_l']);
    expect(await emails('?search=ada_l')).toEqual(['ada_l']);
    expect(await emails(`?search=${encodeURIComponent('100%')}`)).toEqual(['adaxl']);
    for (const text of ['%', '_', '\\', "' OR 1=1 --", '%%%']) {
      const found = (await emails(`?search=${encodeURIComponent(text)}`)).length;
      expect([text, found]).toEqual([text, text === '%' || text === '_' ? 1 : 0]);
    }
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'page=0',
    'page=-1',
    'page=1.5',
    'status=all',
    'sortBy=id',
    'sortBy=email;drop',
    'sortOrder=up',
    'productId=x',
    'limit=',
    'page=1&page=2',
    `search=${'x'.repeat(201)}`,
    'search=%00',
  ])('T19 rejects ?%s', async (query) => {
    expect((await call('GET', `?${query}`)).status).toBe(400);
  });
});

describe('GET /api/waitinglist/stats', () => {
  it('counts by status, for all lists or for one', async () => {
    await joinMany(4);
    await joinWaitingList(test, { productId: ANCHOR_ID });
    await call('POST', '/invite', { ids: [1, 2] });
    await call('POST', '/reject', { ids: [3] });
    expect((await call('GET', '/stats')).body).toEqual({ pending: 2, invited: 2, rejected: 1, total: 5 });
    expect((await call('GET', `/stats?productId=${ANCHOR_ID}`)).body).toEqual({
      pending: 1,
      invited: 0,
      rejected: 0,
      total: 1,
    });
    expect((await call('GET', '/stats?productId=9')).body).toEqual({ pending: 0, invited: 0, rejected: 0, total: 0 });
    expect((await call('GET', '/stats?productId=x')).status).toBe(400);
  });
});

describe('decisions', () => {
  it('invite pending entries, email each once and write one audit row', async () => {
    await joinMany(3);
    await call('POST', '/reject', { ids: [2] });
    const wakes = test.countOutboxWakes();
    expect(await call('POST', '/invite', { ids: [1, 2, 3, 3, 99] })).toEqual({
      status: 200,
      body: {
        message: '2 people were invited. 2 entries were skipped because they are no longer pending.',
        updated: 2,
        skipped: 2,
        next: null,
        undo: { id: expect.any(String), until: toIso(test.clock.now() + 30_000) },
      },
    });
    expect(await listEntries(test)).toEqual([
      expect.objectContaining({ status: 'invited', invited_at: test.clock.now() }),
      expect.objectContaining({ status: 'rejected', invited_at: null }),
      expect.objectContaining({ status: 'invited' }),
    ]);
    const invitations = (await listEmails(test)).filter((mail) => mail.kind === 'waiting-list-invited');
    expect(invitations.map((mail) => mail.to_email)).toEqual(['p01@example.com', 'p03@example.com']);
    expect(test.countOutboxWakes()).toBe(wakes + 1);
    expect(await listAuditRows('waiting_list.invited')).toEqual([
      {
        action: 'waiting_list.invited',
        actor_id: adminId,
        subject: 'waiting-list',
        detail: '{"ids":[1,3]}',
        before: '{"status":"pending"}',
        after: '{"status":"invited"}',
      },
    ]);
  });

  it('reject pending entries, without an email', async () => {
    await joinMany(2);
    const mails = (await listEmails(test)).length;
    expect((await call('POST', '/reject', { ids: [1] })).body).toEqual({
      message: '1 person was rejected.',
      updated: 1,
      skipped: 0,
      next: null,
      undo: { id: expect.any(String), until: expect.any(String) },
    });
    expect(await listEmails(test)).toHaveLength(mails);
    expect(await listAuditRows('waiting_list.rejected')).toHaveLength(1);
  });

  it('put rejected entries back in their place, without an email; others stay as they are', async () => {
    await joinMany(3);
    await call('POST', '/reject', { ids: [1] });
    await call('POST', '/invite', { ids: [2] });
    const mails = (await listEmails(test)).length;
    expect((await call('POST', '/put-back', { ids: [1, 2, 3, 9] })).body).toEqual({
      message: '1 person is back on the list. 3 entries were skipped: not rejected.',
      updated: 1,
      skipped: 3,
      next: null,
      undo: null,
    });
    expect((await listEntries(test)).map(({ status }) => status)).toEqual(['pending', 'invited', 'pending']);
    expect((await call('GET', '/1')).body).toMatchObject({ place: { position: 1, total: 2 } });
    expect(await listEmails(test)).toHaveLength(mails);
    expect(await listAuditRows('waiting_list.put_back')).toEqual([
      expect.objectContaining({
        detail: '{"ids":[1]}',
        before: '{"status":"rejected"}',
        after: '{"status":"pending"}',
      }),
    ]);
    expect((await call('POST', '/put-back', { ids: [1] })).body).toMatchObject({ updated: 0 });
    expect(await listAuditRows('waiting_list.put_back')).toHaveLength(1);
  });

  it('warns of addresses that are not confirmed or get no email, of a selection and of all that match', async () => {
    await joinMany(4);
    await test.db.client.execute('UPDATE waiting_list_entries SET confirmed_at = 1 WHERE id = 1');
    await call('POST', '/reject', { ids: [4] });
    await test.db.client.execute("INSERT INTO suppressed_addresses VALUES ('p03@example.com', 1, 1)");
    const all = {
      unconfirmed: { count: 1, emails: ['p02@example.com'] },
      suppressed: { count: 1, emails: ['p03@example.com'] },
      passed_over: 0,
    };
    expect((await call('GET', `/invitation-warnings?productId=${BUOY_ID}`)).body).toEqual(all);
    expect((await call('GET', '/invitation-warnings?ids=1,3')).body).toEqual({
      ...all,
      unconfirmed: { count: 0, emails: [] },
      passed_over: 1,
    });
  });

  it('counts who joined the same list before the last of a selection and is not selected', async () => {
    await joinMany(6);
    await joinWaitingList(test, { email: 'chat@example.com', productId: ANCHOR_ID });
    await call('POST', '/reject', { ids: [1] });
    const expectPassedOver = async (query: string, count: number) =>
      expect((await call('GET', `/invitation-warnings?${query}`)).body, query).toMatchObject({ passed_over: count });
    await expectPassedOver('ids=2', 0);
    await expectPassedOver('ids=5', 3);
    await expectPassedOver('ids=3,5', 2);
    // Who was rejected is not invited.
    await expectPassedOver('ids=1,2', 0);
    // Each list has its own order.
    await expectPassedOver('ids=4,7', 2);
    await expectPassedOver(`productId=${BUOY_ID}`, 0);
    await expectPassedOver('search=p06', 4);
  });

  it('without a pending entry change nothing and write no audit row', async () => {
    await joinMany(1);
    await call('POST', '/invite', { ids: [1] });
    expect((await call('POST', '/reject', { ids: [1, 7] })).body).toMatchObject({
      updated: 0,
      skipped: 2,
      undo: null,
    });
    expect(await listAuditRows('waiting_list.rejected')).toEqual([]);
    expect(await listEntries(test)).toEqual([expect.objectContaining({ status: 'invited' })]);
  });

  it.each([
    {},
    { ids: [] },
    { ids: ['1'] },
    { ids: [1.5] },
    { ids: [0] },
    { ids: 1 },
    { ids: [1], status: 'x' },
    { ids: [1], filter: {}, total: 1 },
    { filter: {} },
    { filter: { status: 'all' }, total: 1 },
    { filter: {}, total: 1, next: { after_id: 0, last_id: 1 } },
    { ids: Array(501).fill(1) },
  ])('with the body %j are rejected with 400', async (body) => {
    await joinMany(1);
    expect((await call('POST', '/invite', body)).status).toBe(400);
    expect((await call('POST', '/reject', body)).status).toBe(400);
    expect(await listEntries(test)).toEqual([expect.objectContaining({ status: 'pending' })]);
  });

  it('accept 500 ids', async () => {
    await joinMany(1);
    const ids = Array.from({ length: 500 }, (_, index) => index + 1);
    expect((await call('POST', '/invite', { ids })).body).toMatchObject({ updated: 1, skipped: 499 });
  });
});

describe('GET|DELETE /api/waitinglist/{id}', () => {
  it('deletes an entry with its unsent email, and writes one audit row without an address', async () => {
    await joinMany(2);
    expect(await call('DELETE', '/1')).toEqual({
      status: 200,
      body: {
        message: 'The entry was deleted.',
        undo: { id: expect.any(String), until: toIso(test.clock.now() + 30_000) },
      },
    });
    expect((await listEntries(test)).map((row) => row.id)).toEqual([2]);
    expect((await listEmails(test)).map((mail) => mail.to_email)).toEqual(['p02@example.com']);
    expect(await listAuditRows('waiting_list.deleted')).toEqual([
      {
        action: 'waiting_list.deleted',
        actor_id: adminId,
        subject: 'waiting-list:1',
        detail: null,
        before: '{"status":"pending"}',
        after: null,
      },
    ]);
    expect((await call('DELETE', '/1')).status).toBe(404);
    expect((await call('GET', '/1')).status).toBe(404);
    expect(await listAuditRows('waiting_list.deleted')).toHaveLength(1);
  });

  it.each(['x', '0', '-1', '1.5', '9'.repeat(30)])('rejects the id %s', async (id) => {
    expect((await call('GET', `/${id}`)).status).toBe(400);
    expect((await call('DELETE', `/${id}`)).status).toBe(400);
  });
});
