import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLOCK_SKEW_MS } from '#api/domain/clock-skew.ts';
import { listDueEmails } from '#api/features/mail/outbox/outbox.queries.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { undoActions } from '#api/features/undo/undo.service.ts';
import type { Deps } from '#api/deps.ts';
import { createFakeMailer } from '../../support/mail/outbox.ts';
import { createTestSession, createUser, toRequestInit } from '../../support/app/users.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { joinWaitingList, listEmails, listEntries, readJson, selectRows } from '../../support/app/waiting-list.ts';

type Act = { undo: { id: string }; updated: number };

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

const call = (method: string, path: string, body?: unknown, token = admin) =>
  readJson(test.app.request(`/api/waitinglist${path}`, toRequestInit(token, method, body)));
const act = async (method: string, path: string, body?: unknown) => (await call(method, path, body)).body as Act;
const undo = (ids: string[], token = admin) =>
  readJson(test.app.request('/api/admin/undo', toRequestInit(token, 'POST', { ids })));
const listStatuses = async () => (await listEntries(test)).map(({ status }) => status);
const listInvited = async () =>
  (await listEmails(test)).filter(({ kind }) => kind === 'waiting-list-invited').map((mail) => mail.to_email);
const listUndoAudits = () =>
  selectRows(test, "SELECT actor_id, detail, before, after FROM audit_log WHERE action = 'waiting_list.undone'");

async function joinMany(count: number): Promise<number[]> {
  for (let n = 1; n <= count; n += 1) await joinWaitingList(test, { email: `p${n}@example.com` });
  return (await listEntries(test)).map((row) => Number(row.id));
}

/** Sends what is due now. */
async function sendDueEmails(deps: Deps = test.deps): Promise<string[]> {
  const mailer = createFakeMailer();
  const worker = new OutboxWorker({ ...deps, mailer });
  await worker.whenIdle();
  await worker.stop();
  return mailer.sent.filter(({ subject }) => subject.includes('invited')).map(({ to }) => to.email);
}

describe('undoing decisions and deletions', () => {
  it('makes invited entries pending again, deletes their emails and writes one audit row', async () => {
    const ids = await joinMany(3);
    const { undo: invited } = await act('POST', '/invite', { ids: ids.slice(0, 2) });
    expect(await sendDueEmails()).toEqual([]);
    expect(await undo([invited.id])).toEqual({
      status: 200,
      body: { message: '2 entries are pending again.', restored: 2, skipped: [], left: 0 },
    });
    expect(await listEntries(test)).toEqual(
      ids.map(() => expect.objectContaining({ status: 'pending', invited_at: null, undo_id: null })),
    );
    expect(await listInvited()).toEqual([]);
    expect(await listUndoAudits()).toEqual([
      {
        actor_id: adminId,
        detail: '{"ids":[1,2]}',
        before: '{"status":"invited"}',
        after: '{"status":"pending"}',
      },
    ]);
    // They can be invited again, and then get their email.
    await act('POST', '/invite', { ids });
    test.clock.advance(30_000);
    expect((await sendDueEmails()).sort()).toEqual(['p1@example.com', 'p2@example.com', 'p3@example.com']);
  });

  it('works until the window ends, and the emails leave from then on', async () => {
    const ids = await joinMany(2);
    const first = await act('POST', '/invite', { ids: [ids[0]] });
    test.clock.advance(29_999);
    expect(await sendDueEmails()).toEqual([]);
    expect((await undo([first.undo.id])).status).toBe(200);
    const second = await act('POST', '/invite', { ids });
    test.clock.advance(30_000);
    expect(await undo([second.undo.id])).toEqual({
      status: 409,
      body: expect.objectContaining({ message: 'It’s too late to undo this.' }),
    });
    expect(await listStatuses()).toEqual(['invited', 'invited']);
    expect((await sendDueEmails()).sort()).toEqual(['p1@example.com', 'p2@example.com']);
  });

  it('fails once an email leaves, even if it read the clock before the end of the window', async () => {
    const ids = await joinMany(1);
    const { undo: invited } = await act('POST', '/invite', { ids });
    const lateClock = { now: () => test.clock.now() - 1 };
    test.clock.advance(30_000);
    expect(await sendDueEmails()).toEqual(['p1@example.com']);
    const late = undoActions({ ...test.deps, clock: lateClock }, [invited.id], { id: adminId, role: 'admin' });
    await expect(late).rejects.toThrow('too late');
    expect(await listStatuses()).toEqual(['invited']);
  });

  it('and the worker at the border: in 50 races every email that left belongs to an invited entry', async () => {
    for (let round = 1; round <= 50; round += 1) {
      await joinWaitingList(test, { email: `race${round}@example.com` });
      const [{ id } = { id: 0 }] = await selectRows(test, 'SELECT max(id) AS id FROM waiting_list_entries');
      const { undo: invited } = await act('POST', '/invite', { ids: [Number(id)] });
      test.clock.advance(30_000);
      const lateClock = { now: () => test.clock.now() - 1 };
      const work = [
        () => sendDueEmails(),
        () =>
          undoActions({ ...test.deps, clock: lateClock }, [invited.id], { id: adminId, role: 'admin' }).catch(
            () => null,
          ),
      ];
      const [a, b] = round % 2 ? work : [...work].reverse();
      const results = await Promise.all([a?.(), b?.()]);
      const sent = results.find((result) => Array.isArray(result));
      const status = (await listStatuses()).at(-1);
      expect({ round, status, sent }).toEqual({
        round,
        status: sent?.length === 1 ? 'invited' : 'pending',
        sent: sent?.length === 1 ? [`race${round}@example.com`] : [],
      });
    }
    expect(await listDueEmails(test.db, test.clock.now(), [], 10)).toEqual([]);
  });

  it('is for the same admin, once', async () => {
    const ids = await joinMany(1);
    const { undo: rejected } = await act('POST', '/reject', { ids });
    const other = await createTestSession(test, await createUser(test, { role: 'admin', email: 'other@example.com' }));
    expect((await undo([rejected.id], other)).status).toBe(404);
    expect(await listStatuses()).toEqual(['rejected']);
    const results = await Promise.all([undo([rejected.id]), undo([rejected.id])]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await listUndoAudits()).toHaveLength(1);
    expect((await undo(['unknown'])).status).toBe(404);
  });

  it('says how many entries of several actions it came too late for', async () => {
    const ids = await joinMany(5);
    const early = await act('POST', '/reject', { ids: ids.slice(0, 2) });
    test.clock.advance(20_000);
    const late = await act('POST', '/reject', { ids: ids.slice(2) });
    test.clock.advance(10_000);
    expect((await undo([early.undo.id, late.undo.id])).body).toEqual({
      message: '3 entries are pending again. 2 entries could no longer be changed.',
      restored: 3,
      skipped: [],
      left: 2,
    });
    expect(await listStatuses()).toEqual(['rejected', 'rejected', 'pending', 'pending', 'pending']);
  });

  it('puts a deleted entry back as it was, with its unsent emails', async () => {
    await joinMany(2);
    const before = [await listEntries(test), await selectRows(test, 'SELECT * FROM outbox ORDER BY id')];
    const { undo: deleted } = await act('DELETE', '/1');
    expect((await listEmails(test)).map((mail) => mail.to_email)).toEqual(['p2@example.com']);
    expect((await undo([deleted.id])).body).toEqual({
      message: '1 deleted entry is back on the list.',
      restored: 1,
      skipped: [],
      left: 0,
    });
    expect([await listEntries(test), await selectRows(test, 'SELECT * FROM outbox ORDER BY id')]).toEqual(before);
    expect(await listUndoAudits()).toEqual([{ actor_id: adminId, detail: '{"ids":[1]}', before: null, after: null }]);
  });

  it('leaves an entry deleted whose address has joined again, and says so', async () => {
    await joinMany(1);
    const { undo: deleted } = await act('DELETE', '/1');
    await joinMany(1);
    expect(await undo([deleted.id])).toEqual({
      status: 409,
      body: expect.objectContaining({
        message: 'The entry can’t be put back because this address has joined the list again.',
      }),
    });
    expect((await listEntries(test)).map(({ id }) => id)).toEqual([2]);
    expect(await listUndoAudits()).toEqual([]);
  });

  it('of an invitation and of the deletion that followed it, in any order, leaves a pending entry without an email', async () => {
    for (const order of ['together', 'deletion first', 'invitation first']) {
      const ids = await joinMany(1);
      const invited = await act('POST', '/invite', { ids });
      const deleted = await act('DELETE', `/${ids[0]}`);
      expect(await listInvited()).toEqual([]);
      if (order === 'together') await undo([invited.undo.id, deleted.undo.id]);
      if (order === 'deletion first') {
        await undo([deleted.undo.id]);
        expect(await listInvited()).toEqual(['p1@example.com']);
        await undo([invited.undo.id]);
      }
      if (order === 'invitation first') {
        await undo([invited.undo.id]);
        await undo([deleted.undo.id]);
      }
      expect([order, await listStatuses(), await listInvited()]).toEqual([order, ['pending'], []]);
      await test.db.client.execute('DELETE FROM waiting_list_entries');
    }
  });

  it('keeps no deleted entry longer than it can be undone', async () => {
    const ids = await joinMany(2);
    await act('DELETE', '/1');
    test.clock.advance(30_000 + CLOCK_SKEW_MS);
    await act('POST', '/reject', { ids: [ids[1]] });
    expect(
      await selectRows(
        test,
        "SELECT snapshot FROM undo_actions WHERE snapshot IS NOT NULL AND kind LIKE 'waiting_list.%'",
      ),
    ).toEqual([]);
  });
});

describe('T16', () => {
  it(
    '100 rounds of concurrent invites, rejects and undos of 50 entries: one final status and at most one email each',
    {
      timeout: 60_000,
    },
    async () => {
      const ids = await joinMany(50);
      await test.db.client.execute('DELETE FROM outbox');
      for (let round = 1; round <= 100; round += 1) {
        await test.db.client.batch(
          [
            "UPDATE waiting_list_entries SET status = 'pending', invited_at = NULL, undo_id = NULL",
            'DELETE FROM outbox',
          ],
          'write',
        );
        const [{ last } = { last: 0 }] = await selectRows(test, 'SELECT coalesce(max(id), 0) AS last FROM audit_log');
        const order = round % 2 ? ids : [...ids].reverse();
        const undone: { restored: number }[] = [];
        const decide = async (path: string, some: number[]) => {
          const { undo: acted, updated } = await act('POST', path, { ids: some });
          if (acted && round % 3 === 0) undone.push((await undo([acted.id])).body);
          return updated;
        };
        const updated = await Promise.all([
          decide('/invite', order.slice(0, 30)),
          decide('/reject', ids),
          decide('/invite', order.slice(20)),
          decide('/invite', ids),
        ]);
        const rows = await selectRows(test, 'SELECT email, status FROM waiting_list_entries');
        const isStatus = (status: string) => rows.filter((row) => row.status === status).map(({ email }) => email);
        const isUndone = round % 3 === 0;
        if (!isUndone) expect(updated.reduce((sum, count) => sum + count)).toBe(50);
        expect(isStatus('pending')).toHaveLength(isUndone ? 50 : 0);
        expect((await listInvited()).sort()).toEqual(isStatus('invited').sort());
        const audits = await selectRows(test, `SELECT id FROM audit_log WHERE id > ${last}`);
        expect(audits).toHaveLength(updated.filter((count) => count > 0).length + undone.length);
      }
    },
  );
});
