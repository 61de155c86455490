import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createUser } from '../../support/app/users.ts';

const USERS = '/api/admin/users';
let test: TestApp;
let admin: ApiCaller;
let id: number;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  ({ id } = await createUser(test, { email: 'mere@example.com' }));
});
afterEach(() => test.close());

const add = (body: unknown, by = admin) => by.call('POST', `${USERS}/${id}/notes`, { body });
const remove = (noteId: number, by = admin) => by.call('DELETE', `${USERS}/${id}/notes/${noteId}`);
const list = async (by = admin) => (await by.call('GET', `${USERS}/${id}/notes`)).body.data.notes;
const readAudit = async () =>
  (await test.db.client.execute("SELECT * FROM audit_log WHERE action LIKE 'user.note%' ORDER BY id")).rows;

describe('notes about a user', () => {
  it('are listed with author and time, the newest first, as plain text', async () => {
    await add('Prefers email\n<b>never</b> by phone ');
    test.clock.advance(60_000);
    const other = await createApiCaller(test);
    const { status, body } = await add('Called about the invoice', other);
    expect([status, body.message]).toEqual([200, 'Note added']);
    const note = { created_at: '2026-11-21T00:00:00.000Z', author: { id: admin.id, name: 'Mere Tane' } };
    const notes = [
      { ...note, body: 'Called about the invoice', author: { ...note.author, id: other.id }, is_own: true },
      { ...note, body: 'Prefers email\n<b>never</b> by phone', is_own: false },
    ];
    expect(body.data.notes).toMatchObject([{ ...notes[0], created_at: '2026-11-21T00:01:00.000Z' }, { ...notes[1] }]);
    expect(await list(other)).toEqual(body.data.notes);
    expect((await list()).map(({ is_own }: { is_own: boolean }) => is_own)).toEqual([false, true]);
  });

  it.each([
    ['an empty note', '  \n', 'Enter a note.'],
    ['no note', undefined, 'Enter a note.'],
    ['a long note', 'x'.repeat(1_001), 'Keep the note to 1,000 characters or fewer.'],
  ])('refuses %s', async (_name, note, message) => {
    expect(await add(note)).toMatchObject({ status: 400, body: { issues: [{ path: 'body', message }] } });
  });

  it('are deleted by who wrote them, and by nobody else', async () => {
    const note = (await add('Prefers email')).body.data.notes[0];
    const other = await createApiCaller(test);
    expect(await remove(note.id, other)).toMatchObject({
      status: 403,
      body: { message: 'You can only delete your own notes.' },
    });
    expect(await list()).toHaveLength(1);
    expect(await remove(note.id)).toMatchObject({
      status: 200,
      body: { message: 'Note deleted', data: { notes: [] } },
    });
    expect(await remove(note.id)).toMatchObject({
      status: 404,
      body: { message: 'This note has already been deleted.' },
    });
  });

  it('of another user are not deleted through this one', async () => {
    const note = (await add('Prefers email')).body.data.notes[0];
    const stranger = await createUser(test);
    expect((await admin.call('DELETE', `${USERS}/${stranger.id}/notes/${note.id}`)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it('leave audit rows without their text', async () => {
    const note = (await add('Prefers email')).body.data.notes[0];
    await remove(note.id);
    const rows = await readAudit();
    expect(rows).toMatchObject([
      { action: 'user.note_added', actor_id: admin.id, subject: `user:${id}`, detail: null },
      { action: 'user.note_deleted', actor_id: admin.id, subject: `user:${id}`, detail: null },
    ]);
    expect(JSON.stringify(rows)).not.toContain('Prefers');
  });

  it('stay when their author is deleted, without a name', async () => {
    const author = await createApiCaller(test);
    await add('Prefers email', author);
    await test.db.client.execute(`DELETE FROM users WHERE id = ${author.id}`);
    expect(await list()).toMatchObject([{ body: 'Prefers email', author: { id: author.id, name: null } }]);
  });

  it('are in the export of the person, and go with the account', async () => {
    await add('Prefers email');
    const exported = await admin.call('GET', `${USERS}/${id}/export`);
    expect(exported.body.notes).toEqual([{ body: 'Prefers email', created_at: '2026-11-21T00:00:00.000Z' }]);
    await test.db.client.execute(`DELETE FROM users WHERE id = ${id}`);
    expect((await test.db.client.execute('SELECT * FROM user_notes')).rows).toEqual([]);
  });

  it('are 200 at most', async () => {
    await test.db.client.execute(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
      INSERT INTO user_notes (user_id, author_id, body, created_at) SELECT ${id}, 1, 'note', 1 FROM n`);
    expect((await add('The last one')).status).toBe(200);
    expect(await add('One more')).toMatchObject({
      status: 409,
      body: { message: 'There are 200 notes already. Delete one first.' },
    });
    expect(await list()).toHaveLength(200);
  });
});
