import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuditEntry, insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { UserDeletionWorker } from '#api/features/users/deletion/worker.service.ts';
import { write } from '#db/write.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createUser, toBearerHeader } from '../../support/app/users.ts';
import { joinWaitingList } from '../../support/app/waiting-list.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { BUOY_ID, BUOY_NAME } from '../../support/payments/tideworks.ts';

let test: PaymentApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const record = (...entries: Partial<AuditEntry>[]) =>
  write(
    test.db,
    entries.map((entry, index) =>
      insertAuditStatement(test.db, {
        at: test.clock.now() + index,
        action: 'publish.rebuilt',
        actorId: admin.id,
        subject: 'site',
        ...entry,
      }),
    ),
  );

type Entry = { action: string; detail: Record<string, unknown> | null; names?: Record<string, string[]> };
async function list(query: Record<string, string>): Promise<Entry[]> {
  const { status, body } = await admin.call('GET', `/api/admin/audit?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data;
}
const listActions = async (query: Record<string, string>) => (await list(query)).map(({ action }) => action);
const search = (text: string, rest: Record<string, string> = {}) => listActions({ search: text, ...rest });

const blacklist = (id: number, reason: string) => admin.call('POST', `/api/admin/users/${id}/blacklist`, { reason });

async function deleteUser(id: number): Promise<void> {
  await admin.call('DELETE', `/api/admin/users/${id}`);
  test.clock.advance(30_000);
  const worker = new UserDeletionWorker(test.deps);
  await worker.whenIdle();
  await worker.stop();
}

describe('the search of the audit log', () => {
  it('finds what a person did and what was done to them, by their name or address', async () => {
    const actor = await createUser(test, { role: 'admin', firstName: 'Aroha', lastName: 'Ngata' });
    const user = await createUser(test, { firstName: 'Henrik', lastName: 'Dahl', email: 'hd@example.com' });
    await record({ actorId: actor.id }, { action: 'user.role_changed', subject: `user:${user.id}` }, {});
    expect(await search('aroha')).toEqual(['publish.rebuilt']);
    for (const text of ['enrik dah', 'Dahl, Henrik', 'HD@example', 'hd']) {
      expect(await search(text)).toEqual(['user.role_changed']);
    }
    expect(await search('Nobody at all')).toEqual([]);
  });

  it('finds bulk actions on someone on a waiting list, and what Stripe did to a user’s subscription', async () => {
    await joinWaitingList(test, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' });
    await joinWaitingList(test, { email: 'sam@example.com' });
    const user = await createUser(test, { firstName: 'Henrik', lastName: 'Dahl' });
    await record(
      { action: 'waiting_list.rejected', subject: 'waiting-list', detail: { ids: [1, 2] } },
      { action: 'waiting_list.invited', subject: 'waiting-list', detail: { ids: [2] } },
      {
        action: 'subscription.started',
        actorId: null,
        subject: 'subscription:sub_Zq1',
        detail: { user: user.id, plan: 'Keel' },
      },
    );
    expect(await search('ada byron')).toEqual(['waiting_list.rejected']);
    expect(await search('sam@')).toEqual(['waiting_list.invited', 'waiting_list.rejected']);
    for (const text of ['henrik', 'sub_Zq1', 'keel']) expect(await search(text)).toEqual(['subscription.started']);
  });

  it('finds things by their title now, and by the title that a deleted one had', async () => {
    await record(
      {
        action: 'product.changed',
        subject: `product:${BUOY_ID}`,
        before: { description: 'a' },
        after: { description: 'b' },
      },
      { action: 'blog.deleted', subject: 'blog:99', before: { title: 'Gone for good' } },
    );
    expect(await search('buo')).toEqual(['product.changed', 'catalogue.product_created']);
    expect(await search('for goo')).toEqual(['blog.deleted']);
    expect(await search('%')).toEqual([]);
  });

  it('finds a blacklisting by its reason, also once the account is deleted, which the entry still shows', async () => {
    const { id } = await createUser(test);
    await blacklist(id, 'First warning');
    await admin.call('DELETE', `/api/admin/users/${id}/blacklist`);
    test.clock.advance(60_000);
    await blacklist(id, 'Card testing');
    expect(await search('card test')).toEqual(['user.blacklisted']);
    expect(await search('first warn')).toEqual(['user.blacklisted']);
    await deleteUser(id);
    const [found, ...others] = await list({ search: 'card test' });
    expect(found?.detail).toEqual({ reason: 'Card testing' });
    expect(others).toEqual([]);
    // Only the reason that held at the end is kept.
    expect(await search('first warn')).toEqual([]);
    const reasons = (await list({ action: 'user.blacklisted' })).map(({ detail }) => detail?.reason);
    expect(reasons).toEqual(['Card testing', undefined]);
  });

  it('goes together with the other filters, and with the export', async () => {
    const user = await createUser(test, { firstName: 'Henrik', lastName: 'Dahl' });
    await record(
      { action: 'user.role_changed', subject: `user:${user.id}` },
      { action: 'user.session_ended', subject: `user:${user.id}` },
      { action: 'auth.signed_in', actorId: user.id, subject: `user:${user.id}` },
    );
    expect(await search('henrik', { area: 'users' })).toEqual(['user.session_ended', 'user.role_changed']);
    expect(await search('henrik', { action: 'auth.signed_in' })).toEqual(['auth.signed_in']);
    expect(await search('henrik', { actorId: String(user.id) })).toEqual(['auth.signed_in']);
    expect(await search('henrik', { subject: `user:${user.id}`, area: 'sign-in' })).toEqual(['auth.signed_in']);
    expect(await search('henrik', { from: new Date(test.clock.now() + 2).toISOString() })).toEqual(['auth.signed_in']);
    const response = await test.app.request('/api/admin/audit/export.csv?search=henrik', {
      headers: toBearerHeader(admin.token),
    });
    expect((await response.text()).trimEnd().split('\r\n')).toHaveLength(4);
    expect((await list({ area: 'exports' }))[0]?.detail).toEqual({ rows: 3, searched: true });
  });

  it('finds the same by following the log where a text is in very many entries', async () => {
    const user = await createUser(test, { firstName: 'Mia', lastName: 'Keel' });
    await joinWaitingList(test, { email: 'keel@example.com' });
    await test.db.client.execute(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20001)
      INSERT INTO audit_log (at, action, subject, detail) SELECT i, 'subscription.ended', 'subscription:x', '{"plan":"Keel"}' FROM n`);
    await test.db.client.execute(`UPDATE products SET name = 'Keel' WHERE id = ${BUOY_ID}`);
    await blacklist(user.id, 'Shared the keel account');
    test.clock.advance(1000);
    await record(
      { action: 'auth.signed_in', actorId: user.id, subject: 'challenge:1' },
      { action: 'user.role_changed', subject: `user:${user.id}` },
      { action: 'waiting_list.rejected', subject: 'waiting-list', detail: { ids: [1, 2] } },
      { action: 'waiting_list.deleted', subject: 'waiting-list:1' },
      { action: 'payment.refunded', actorId: null, subject: 'invoice:in_1', detail: { user: user.id } },
      { action: 'product.changed', subject: `product:${BUOY_ID}` },
      { action: 'publish.rebuilt' },
    );
    const { body } = await admin.call('GET', '/api/admin/audit?search=keel&limit=8');
    expect(body).toMatchObject({ pagination: { total: 10_000 }, has_more: true });
    expect(body.data.map(({ action }: Entry) => action)).toEqual([
      ...['product.changed', 'payment.refunded', 'waiting_list.deleted', 'waiting_list.rejected', 'user.role_changed'],
      ...['auth.signed_in', 'user.blacklisted', 'subscription.ended'],
    ]);
    expect(await search('keel', { area: 'users' })).toEqual(['user.role_changed', 'user.blacklisted']);
    expect(await search('keel', { person: String(user.id), area: 'sign-in' })).toEqual(['auth.signed_in']);
  });
});

describe('the audit log of one person', () => {
  it('has what they did and what was done to them or theirs, each entry once', async () => {
    const user = await createUser(test, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' });
    await joinWaitingList(test, { email: 'ada@example.com' });
    await joinWaitingList(test, { email: 'sam@example.com' });
    await record(
      { action: 'auth.signed_in', actorId: user.id, subject: `user:${user.id}` },
      { action: 'user.role_changed', subject: `user:${user.id}` },
      { action: 'waiting_list.rejected', subject: 'waiting-list', detail: { ids: [1, 2] } },
      { action: 'waiting_list.invited', subject: 'waiting-list', detail: { ids: [2] } },
      { action: 'export.users', subject: 'users', detail: { rows: 1, ids: [user.id] } },
      { action: 'payment.refunded', actorId: null, subject: 'invoice:in_1', detail: { user: user.id } },
      {},
    );
    const person = String(user.id);
    expect(await listActions({ person })).toEqual([
      ...['payment.refunded', 'export.users', 'waiting_list.rejected', 'user.role_changed', 'auth.signed_in'],
    ]);
    expect(await listActions({ person, area: 'users' })).toEqual(['user.role_changed']);
    expect(await listActions({ person, actorId: person })).toEqual(['auth.signed_in']);
    expect(await listActions({ person, search: 'sam@' })).toEqual(['waiting_list.rejected']);
    expect(await listActions({ subject: 'waiting-list:2' })).toEqual(['waiting_list.invited', 'waiting_list.rejected']);
    const { body } = await admin.call('GET', `/api/admin/audit?person=${person}&limit=1`);
    expect(body.filter.person).toEqual({ id: user.id, name: 'Ada Byron', email: 'ada@example.com' });
    expect((await list({ person: '4711' })).length).toBe(0);
  });

  it('names whom and what the details mention', async () => {
    const user = await createUser(test, { firstName: 'Ada', lastName: 'Byron' });
    await record(
      { action: 'export.users', subject: 'users', detail: { rows: 2, ids: [user.id, 4711] } },
      { action: 'export.waiting_list', subject: 'waiting-list', detail: { rows: 1, productId: BUOY_ID } },
      {
        action: 'export.audit_log',
        subject: 'audit-log',
        detail: { rows: 1, actorId: user.id, subject: `product:${BUOY_ID}` },
      },
    );
    expect((await list({ area: 'exports' })).map(({ names }) => names)).toEqual([
      { actorId: ['Ada Byron'], subject: [BUOY_NAME] },
      { productId: [BUOY_NAME] },
      { ids: ['Ada Byron', 'Deleted user 4711'] },
    ]);
  });
});
