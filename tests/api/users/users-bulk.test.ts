import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createTestSession, createUser, toBearerHeader } from '../../support/app/users.ts';
import { createFakeMailer } from '../../support/mail/outbox.ts';

let test: TestApp;
let admin: ApiCaller;
let ids: number[];
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  ids = [];
  for (const firstName of ['Mere', 'Sam', 'Tevita']) {
    ids.push(
      (await createUser(test, { firstName, lastName: 'Okafor', email: `${firstName.toLowerCase()}@example.com` })).id,
    );
  }
});
afterEach(() => test.close());

const bulk = (body: object, by = admin) => by.call('POST', '/api/admin/users/bulk', body);
const blacklist = async (target: object, changes: object = {}) =>
  (await bulk({ action: 'blacklist', reason: 'Spam', ...target, ...changes })).body;
const undo = async (...undoIds: string[]) => (await admin.call('POST', '/api/admin/undo', { ids: undoIds })).body;
const rows = async (sql: string) => (await test.db.client.execute(sql)).rows.map((row) => ({ ...row }));
const listBlacklisted = async () =>
  (await rows('SELECT id FROM users WHERE is_blacklisted ORDER BY id')).map(({ id }) => Number(id));
const countAudits = async (action: string) =>
  (await rows(`SELECT id FROM audit_log WHERE action = '${action}'`)).length;

async function sendEmails(): Promise<string[]> {
  const mailer = createFakeMailer();
  const worker = new OutboxWorker({ ...test.deps, mailer });
  await worker.whenIdle();
  await worker.stop();
  return mailer.sent.map(({ to }) => to.email).sort();
}

describe('blacklisting several users', () => {
  it('blacklists each with its audit row, ends their sessions and holds their emails, and undoes all with one id', async () => {
    const token = await createTestSession(test, { id: ids[0] } as never);
    const done = await blacklist({ ids });
    expect(done).toEqual({
      message: '3 users blacklisted',
      updated: ids,
      skipped: [],
      next: null,
      undo: { id: expect.any(String), until: '2026-11-21T00:00:30.000Z' },
    });
    expect(await listBlacklisted()).toEqual(ids);
    expect((await test.app.request('/api/auth/me', { headers: toBearerHeader(token) })).status).toBe(401);
    expect(await countAudits('user.blacklisted')).toBe(3);
    test.clock.advance(29_999);
    expect(await sendEmails()).toEqual([]);
    expect(await undo(done.undo.id)).toMatchObject({
      message: 'Blacklist undone. Sessions that ended stay ended.',
      restored: 3,
    });
    expect(await listBlacklisted()).toEqual([]);
    expect(await countAudits('user.blacklisting_undone')).toBe(3);
    test.clock.advance(60_000);
    expect(await sendEmails()).toEqual([]);
  });

  it('sends each of them one email once it can’t be undone any more', async () => {
    const done = await blacklist({ ids });
    test.clock.advance(30_000);
    expect(await undo(done.undo.id)).toMatchObject({ message: 'It’s too late to undo this.' });
    expect(await sendEmails()).toEqual(['mere@example.com', 'sam@example.com', 'tevita@example.com']);
  });

  it('passes over yourself, who is blacklisted already and who is not there, and names them', async () => {
    await blacklist({ ids: [ids[0]] }, { reason: 'First' });
    const { updated, skipped } = await blacklist({ ids: [admin.id, ids[0], ids[1], 999] }, { reason: 'Second' });
    expect(updated).toEqual([ids[1]]);
    expect(skipped).toEqual([
      { id: admin.id, name: expect.any(String), reason: 'You can’t do this to your own account.' },
      { id: ids[0], name: 'Mere Okafor', reason: 'This user is blacklisted already.' },
      { id: 999, name: null, reason: 'User not found' },
    ]);
    expect(await rows(`SELECT blacklist_reason AS reason FROM users WHERE id = ${ids[0]}`)).toEqual([
      { reason: 'First' },
    ]);
  });

  it('never blacklists the last admin (T11)', async () => {
    const other = await createUser(test, { role: 'admin', firstName: 'Ana' });
    // The permission of the one who acts was checked just before their role was taken away.
    const { bulkUpdateUsers } = await import('#api/features/users/bulk/bulk.service.ts');
    await test.db.client.execute(`UPDATE users SET role = 'user' WHERE id = ${admin.id}`);
    const request = { action: 'blacklist' as const, reason: 'Spam', ids: [other.id] };
    expect(await bulkUpdateUsers(test.deps, request, admin.id)).toMatchObject({
      updated: [],
      skipped: [{ reason: 'This is the only admin. Make someone else an admin first.' }],
      undo: null,
    });
  });

  it('leaves those who were changed since as they are when it is undone, and says how many', async () => {
    const done = await blacklist({ ids });
    await admin.call('DELETE', `/api/admin/users/${ids[0]}/blacklist`);
    expect(await undo(done.undo.id)).toMatchObject({
      message: 'Blacklist undone. Sessions that ended stay ended. 1 user stays as it is, because of later changes.',
      restored: 2,
      left: 1,
    });
    expect(await listBlacklisted()).toEqual([]);
  });

  it.each([
    [{ ids: [1], action: 'blacklist' }, 'Please provide a reason for blacklisting'],
    [
      { ids: [1], action: 'blacklist', reason: 'Spam', blacklistedUntil: '2020-01-01T00:00:00Z' },
      'Choose an end date in the future.',
    ],
    [{ action: 'remove_blacklist' }, 'Select at least one user.'],
    [{ ids: [1], action: 'delete' }, 'Choose what to do with the users.'],
    [{ filter: {}, action: 'remove_blacklist' }, 'This page is out of date. Reload it and try again.'],
  ])('refuses %j', async (body, message) => {
    expect(await bulk(body)).toMatchObject({ status: 400, body: { message } });
  });
});

describe('all users who match', () => {
  it('are blacklisted in parts of 50; who signs up meanwhile is left out, and all parts are undone together', async () => {
    for (let n = 0; n < 60; n += 1) await createUser(test, { email: `spam${n}@example.net` });
    const filter = { search: '@example.net' };
    const first = await blacklist({ filter, total: 60 });
    expect(first.updated).toHaveLength(50);
    await createUser(test, { email: 'spam-late@example.net' });
    const second = await blacklist({ filter, next: first.next });
    expect([second.updated.length, second.next]).toEqual([10, null]);
    expect(await listBlacklisted()).toHaveLength(60);
    expect(await undo(first.undo.id, second.undo.id)).toMatchObject({ restored: 60, left: 0 });
    expect(await listBlacklisted()).toEqual([]);
  });

  it('are refused when the list has changed since it was shown', async () => {
    expect(await bulk({ action: 'blacklist', reason: 'Spam', filter: {}, total: 99 })).toMatchObject({
      status: 409,
      body: { message: 'The list has changed in the meantime. Close this, check the list and try again.' },
    });
  });
});

describe('removing the blacklist of several users', () => {
  it('removes it with an audit row each, passes over who has none, and blacklists them as before when undone', async () => {
    await blacklist({ ids: ids.slice(0, 2) });
    test.clock.advance(30_000);
    await sendEmails();
    const done = (await bulk({ action: 'remove_blacklist', ids })).body;
    expect(done).toMatchObject({
      message: 'Blacklist removed from 2 users',
      updated: ids.slice(0, 2),
      skipped: [{ id: ids[2], name: 'Tevita Okafor', reason: 'This user isn’t blacklisted.' }],
    });
    expect(await listBlacklisted()).toEqual([]);
    expect(await countAudits('user.unblacklisted')).toBe(2);
    expect(await undo(done.undo.id)).toMatchObject({ message: 'Undone. The blacklist applies again.', restored: 2 });
    expect(await listBlacklisted()).toEqual(ids.slice(0, 2));
    expect(await countAudits('user.unblacklisting_undone')).toBe(2);
    // The emails about it were sent before.
    expect(await sendEmails()).toEqual([]);
  });

  it('stops the emails that have not left', async () => {
    await blacklist({ ids });
    await bulk({ action: 'remove_blacklist', filter: { isBlacklisted: 'true' }, total: 3 });
    test.clock.advance(60_000);
    expect(await sendEmails()).toEqual([]);
  });
});
