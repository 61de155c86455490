import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { undoActions } from '#api/features/undo/undo.service.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestSession, createUser, toBearerHeader } from '../../support/app/users.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
let user: Awaited<ReturnType<typeof createUser>>;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  user = await createUser(test, { firstName: 'Henrik' });
});
afterEach(() => test.close());

const HOUR = 3_600_000;
const TOO_LATE = 'It’s too late to undo this.';
const toPath = () => `/api/admin/users/${user.id}`;
const blacklist = async (by = admin, body: object = { reason: 'Spam' }) =>
  (await by.call('POST', `${toPath()}/blacklist`, body)).body;
const deleteUser = async () => (await admin.call('DELETE', toPath())).body;
const undo = (id: string, by = admin) => by.call('POST', '/api/admin/undo', { ids: [id] });
const getUser = async () => (await admin.call('GET', toPath())).body.data.user;
const rows = async (sql: string) => (await test.db.client.execute(sql)).rows.map((row) => ({ ...row }));
const listActions = async () => (await rows('SELECT action FROM audit_log ORDER BY id')).map(({ action }) => action);

/** Sends what is due to a list. */
async function sendEmails(): Promise<string[]> {
  const sent: string[] = [];
  const send = async (message: { text: string }) => void sent.push(message.text);
  const worker = new OutboxWorker({ ...test.deps, mailer: { send, close: () => undefined } as never });
  await worker.whenIdle();
  await worker.stop();
  return sent;
}

describe('undoing a change of role', () => {
  const setRole = async (role: string, by = admin) => (await by.call('PUT', `${toPath()}/role`, { role })).body;

  it('gives the role from before back, which applies at once', async () => {
    const headers = toBearerHeader(await createTestSession(test, user));
    const readCounts = async () => (await test.app.request('/api/blogs/counts', { headers })).status;
    const { undo: offer } = await setRole('editor');
    expect(offer).toEqual({ id: expect.any(String), until: '2026-11-21T00:00:30.000Z' });
    expect(await readCounts()).toBe(200);
    test.clock.advance(29_999);
    expect(await undo(offer.id)).toMatchObject({
      status: 200,
      body: { message: 'Undone. The role from before applies again.', restored: 1, skipped: [], left: 0 },
    });
    expect(await getUser()).toMatchObject({ role: 'user' });
    expect(await readCounts()).toBe(403);
    expect(await rows('SELECT action, "before", "after" FROM audit_log ORDER BY id')).toEqual([
      { action: 'user.role_changed', before: '{"role":"user"}', after: '{"role":"editor"}' },
      { action: 'user.role_change_undone', before: '{"role":"editor"}', after: '{"role":"user"}' },
    ]);
  });

  it('keeps the email from being sent; a change that stands is emailed after 30 seconds', async () => {
    const { undo: offer } = await setRole('moderator');
    await undo(offer.id);
    await setRole('editor');
    expect(await sendEmails()).toEqual([]);
    test.clock.advance(30_000);
    expect(await sendEmails()).toEqual([
      expect.stringContaining(
        'You are an editor of Test now.\n\nYour work there: write and publish posts; write and publish documentation; images and videos.',
      ),
    ]);
    await setRole('user');
    test.clock.advance(30_000);
    expect(await sendEmails()).toEqual([
      expect.stringContaining('You are no longer an editor of Test, so you can’t open its admin pages any more.'),
    ]);
  });

  it('is refused from the end of its 30 seconds on, and once the role was changed again', async () => {
    const { undo: late } = await setRole('editor');
    test.clock.advance(30_000);
    expect(await undo(late.id)).toMatchObject({ status: 409, body: { message: TOO_LATE } });
    const { undo: offer } = await setRole('moderator');
    await setRole('user', await createApiCaller(test));
    const message = 'This user has changed since, so this can’t be undone.';
    expect(await undo(offer.id)).toMatchObject({ status: 409, body: { message } });
    expect(await getUser()).toMatchObject({ role: 'user' });
  });

  it('is refused where nobody would be left who manages users (T11)', async () => {
    const { undo: offer } = await setRole('admin');
    // The permission of the admin who undoes was checked just before another took their role away.
    await test.db.client.execute({ sql: "UPDATE users SET role = 'user' WHERE id = ?", args: [admin.id] });
    await expect(undoActions(test.deps, [offer.id], { id: admin.id, role: 'admin' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await rows("SELECT id FROM users WHERE role = 'admin'")).toEqual([{ id: user.id }]);
  });
});

describe('undoing a blacklisting', () => {
  it('restores the state before, and the email is never sent', async () => {
    const token = await createTestSession(test, user);
    const { undo: offer } = await blacklist();
    expect(offer).toEqual({ id: expect.any(String), until: '2026-11-21T00:00:30.000Z' });
    expect(await sendEmails()).toEqual([]);
    test.clock.advance(29_999);
    expect(await undo(offer.id)).toMatchObject({
      status: 200,
      body: { message: 'Blacklist undone. Sessions that ended stay ended.' },
    });
    expect(await getUser()).toMatchObject({ is_blacklisted: false, blacklisted_reason: null });
    test.clock.advance(HOUR);
    expect(await sendEmails()).toEqual([]);
    expect((await test.app.request('/api/auth/me', { headers: toBearerHeader(token) })).status).toBe(401);
    expect(
      (await rows('SELECT is_blacklisted, blacklist_reason, blacklisted_until FROM users WHERE id = 2'))[0],
    ).toEqual({
      is_blacklisted: 0,
      blacklist_reason: null,
      blacklisted_until: null,
    });
    expect(await listActions()).toEqual(['user.blacklisted', 'user.blacklisting_undone']);
  });

  it('restores an earlier blacklist that it replaced', async () => {
    const blacklistedUntil = new Date(test.clock.now() + 24 * HOUR).toISOString();
    await blacklist(admin, { reason: 'First', blacklistedUntil });
    test.clock.advance(HOUR);
    const { undo: offer } = await blacklist(admin, { reason: 'Second' });
    expect(await getUser()).toMatchObject({ blacklisted_reason: 'Second', blacklisted_until: null });
    expect((await undo(offer.id)).body.message).toBe('Undone. The blacklist from before applies again.');
    expect(await getUser()).toMatchObject({
      is_blacklisted: true,
      blacklisted_reason: 'First',
      blacklisted_until: blacklistedUntil,
      blacklisting: { created_at: '2026-11-21T00:00:00.000Z', actor: { id: admin.id } },
    });
    const [last] = await rows('SELECT "before", "after" FROM audit_log ORDER BY id DESC LIMIT 1');
    expect([last?.before, last?.after].map((json) => JSON.parse(String(json)))).toEqual([
      { blacklisted_until: null },
      { blacklisted_until: blacklistedUntil },
    ]);
  });

  it('is refused from the end of its 30 seconds on, and then the email is sent', async () => {
    const { undo: offer } = await blacklist(admin, {
      reason: 'Two chargebacks in October.',
      // 12:30 am on the 24th in Auckland.
      blacklistedUntil: '2026-12-23T11:30:00Z',
    });
    test.clock.advance(30_000);
    expect(await undo(offer.id)).toMatchObject({ status: 409, body: { code: 'conflict', message: TOO_LATE } });
    const [email, ...others] = await sendEmails();
    expect(others).toEqual([]);
    expect(email).toContain('Reason: Two chargebacks in October.');
    expect(email).toContain('until the end of 24 December 2026');
    expect(await getUser()).toMatchObject({ is_blacklisted: true });
  });

  it('works once, also when two undos arrive at once', async () => {
    const { undo: offer } = await blacklist();
    const results = await Promise.all([undo(offer.id), undo(offer.id)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await undo(offer.id)).body.message).toBe('This has already been undone.');
    expect(await listActions()).toEqual(['user.blacklisted', 'user.blacklisting_undone']);
  });

  it('is only for the admin who acted', async () => {
    const { undo: offer } = await blacklist();
    expect((await undo(offer.id, await createApiCaller(test))).status).toBe(404);
    expect((await getUser()).is_blacklisted).toBe(true);
  });

  it.each([
    ['removed', () => admin.call('DELETE', `${toPath()}/blacklist`), false],
    ['replaced', () => blacklist(admin, { reason: 'Another' }), true],
  ])('is refused when the blacklist was %s since, also by the same admin', async (_name, change, isBlacklisted) => {
    const { undo: offer } = await blacklist();
    await change();
    expect(await undo(offer.id)).toMatchObject({
      status: 409,
      body: { message: 'This user has changed since, so this can’t be undone.' },
    });
    expect((await getUser()).is_blacklisted).toBe(isBlacklisted);
  });

  it('is refused while the user is being deleted', async () => {
    const { undo: offer } = await blacklist();
    await deleteUser();
    expect((await undo(offer.id)).status).toBe(409);
    expect((await rows('SELECT is_blacklisted FROM users WHERE id = 2'))[0]?.is_blacklisted).toBe(1);
  });
});

describe('undoing the removal of a blacklist', () => {
  const remove = async () => (await admin.call('DELETE', `${toPath()}/blacklist`)).body;
  const blacklistedUntil = '2026-12-23T11:30:00.000Z';

  it('blacklists the user as before, with reason and end, and ends the sessions of the meantime', async () => {
    await blacklist(admin, { reason: 'Spam', blacklistedUntil });
    const before = await getUser();
    test.clock.advance(HOUR);
    expect(await sendEmails()).toHaveLength(1);
    const { undo: offer } = await remove();
    expect(offer).toEqual({ id: expect.any(String), until: '2026-11-21T01:00:30.000Z' });
    const token = await createTestSession(test, user);
    test.clock.advance(29_999);
    expect(await undo(offer.id)).toMatchObject({
      status: 200,
      body: { message: 'Undone. The blacklist applies again.' },
    });
    expect(await getUser()).toEqual({ ...before, updated_at: '2026-11-21T01:00:29.999Z' });
    expect((await test.app.request('/api/auth/me', { headers: toBearerHeader(token) })).status).toBe(401);
    // The email about it was sent before.
    expect(await sendEmails()).toEqual([]);
    expect(await listActions()).toEqual(['user.blacklisted', 'user.unblacklisted', 'user.unblacklisting_undone']);
    expect((await rows('SELECT "after" FROM audit_log ORDER BY id DESC LIMIT 1'))[0]?.after).toBe(
      JSON.stringify({ is_blacklisted: true, blacklisted_until: blacklistedUntil }),
    );
  });

  it('sends the email that the removal stopped, once the blacklisting can’t be undone any more', async () => {
    await blacklist();
    const { undo: offer } = await remove();
    test.clock.advance(10_000);
    expect((await undo(offer.id)).status).toBe(200);
    expect(await sendEmails()).toEqual([]);
    test.clock.advance(20_000);
    expect(await sendEmails()).toEqual([expect.stringContaining('Reason: Spam')]);
  });

  it('is refused after its 30 seconds, and the second time', async () => {
    await blacklist();
    const { undo: first } = await remove();
    test.clock.advance(30_000);
    expect((await undo(first.id)).body.message).toBe(TOO_LATE);
    await blacklist();
    const { undo: second } = await remove();
    const results = await Promise.all([undo(second.id), undo(second.id)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['blacklisted again', () => blacklist(admin, { reason: 'Another' })],
    ['deleted', () => deleteUser()],
  ])('is refused when the user was %s since', async (_name, change) => {
    await blacklist();
    const { undo: offer } = await remove();
    await change();
    expect(await undo(offer.id)).toMatchObject({
      status: 409,
      body: { message: 'This user has changed since, so this can’t be undone.' },
    });
  });
});

describe('undoing a deletion', () => {
  it('restores the user', async () => {
    const before = await getUser();
    const { undo: offer } = await deleteUser();
    expect(offer).toEqual({ id: expect.any(String), until: '2026-11-21T00:00:30.000Z' });
    test.clock.advance(29_999);
    expect(await undo(offer.id)).toMatchObject({
      status: 200,
      body: { message: 'Deletion undone. Sessions that ended stay ended.' },
    });
    expect(await getUser()).toEqual(before);
    expect(await listActions()).toEqual(['user.deletion_scheduled', 'user.deletion_undone']);
  });

  it('is refused from the end of its 30 seconds on', async () => {
    const { undo: offer } = await deleteUser();
    test.clock.advance(30_000);
    expect(await undo(offer.id)).toMatchObject({ status: 409, body: { message: TOO_LATE } });
  });
});
