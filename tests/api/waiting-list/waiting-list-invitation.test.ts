import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmailDeliveryError } from '#api/adapters/mailer.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { createFakeMailer, type FakeMailer } from '../../support/mail/outbox.ts';
import { findCode, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createTestSession, createUser, toRequestInit } from '../../support/app/users.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { joinWaitingList, listEmails, readJson, selectRows, sendJson } from '../../support/app/waiting-list.ts';
import { BUOY_ID, BUOY_NAME } from '../../support/payments/tideworks.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let test: TestApp;
let admin: string;
beforeEach(async () => {
  test = await createOwnApp();
  admin = await createTestSession(test, await createUser(test, { role: 'admin' }));
});
afterEach(() => test.close());

const call = (method: string, path: string, body?: unknown) =>
  readJson(test.app.request(`/api/waitinglist${path}`, toRequestInit(admin, method, body)));
const openInvitation = (token: string, ip?: string) => readJson(sendJson(test, 'POST', '/invitation', { token }, ip));
const listInvitations = async () =>
  (await listEmails(test)).filter(({ kind }) => kind === 'waiting-list-invited').map((mail) => mail.to_email);

async function deliver(mailer: FakeMailer = createFakeMailer()): Promise<FakeMailer> {
  test.clock.advance(30_000);
  const worker = new OutboxWorker({ ...test.deps, mailer, random: () => 1 });
  await worker.whenIdle();
  await worker.stop();
  return mailer;
}

/** Invites the first entry and returns the token in the link of its email. */
async function invite(): Promise<string> {
  await joinWaitingList(test);
  await call('POST', '/invite', { ids: [1] });
  return readToken(await deliver());
}

function readToken({ sent }: FakeMailer): string {
  const token = /\/signup#invitation=(\S+)/.exec(sent.map(({ text }) => text).join())?.[1];
  if (!token) throw new Error('No email has an invitation link.');
  return token;
}

const signUp = async (email: string) => {
  await startSignIn(test, { email });
  expect((await verifyCode(test, email, await findCode(test, email))).status).toBe(200);
};

describe('POST /api/waitinglist/invitation', () => {
  it('returns what sign-up fills in, and whether there is an account', async () => {
    const token = await invite();
    const expected = {
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      product_name: BUOY_NAME,
      expires_at: '2026-12-05T00:00:00.000Z',
      has_account: false,
    };
    expect(await openInvitation(token)).toEqual({ status: 200, body: expected });
    await createUser(test, { email: 'ada@example.com' });
    expect((await openInvitation(token)).body).toEqual({ ...expected, has_account: true });
  });

  it('works for 14 days, then answers 410 with the day', async () => {
    const token = await invite();
    test.clock.advance(14 * DAY_MS - 30_001);
    expect((await openInvitation(token)).status).toBe(200);
    test.clock.advance(1);
    expect(await openInvitation(token)).toEqual({
      status: 410,
      body: expect.objectContaining({
        code: 'gone',
        message: 'This invitation expired on 5 December 2026. Contact us and we’ll send you a new one.',
      }),
    });
  });

  it('does not find forged tokens, those of an entry link, undone invitations and deleted entries', async () => {
    const token = await invite();
    const [publicId = '', expiry = ''] = token.split('.');
    const later = (Number.parseInt(expiry, 36) + DAY_MS).toString(36);
    expect((await openInvitation(token.replace(expiry, later))).status).toBe(404);
    const entryLink = (await deliver()).sent[0]?.text ?? '';
    expect(entryLink).not.toContain(publicId);
    await test.db.client.execute("UPDATE waiting_list_entries SET status = 'pending', invited_at = NULL");
    expect((await openInvitation(token)).status).toBe(404);
    await call('DELETE', '/1');
    expect((await openInvitation(token)).status).toBe(404);
    expect((await openInvitation('x')).status).toBe(404);
  });

  it('is limited for each network', async () => {
    for (let n = 0; n < 60; n += 1) expect((await openInvitation('x', '198.51.100.9')).status).toBe(404);
    expect((await openInvitation('x', '198.51.100.9')).status).toBe(429);
    expect((await openInvitation('x', '192.0.2.9')).status).toBe(404);
  });
});

describe('POST /api/waitinglist/resend', () => {
  it('sends an invitation again with a new expiry, once however often it is asked for', async () => {
    const first = await invite();
    test.clock.advance(HOUR_MS);
    const results = await Promise.all([1, 2].map(() => call('POST', '/resend', { ids: [1] })));
    expect(results.map(({ body }) => (body as { updated: number }).updated).sort()).toEqual([0, 1]);
    expect(await listInvitations()).toHaveLength(2);
    const second = readToken(await deliver());
    expect(second).not.toBe(first);
    expect((await openInvitation(second)).body).toMatchObject({ expires_at: '2026-12-05T01:00:30.000Z' });
    const audits = "SELECT detail FROM audit_log WHERE action = 'waiting_list.invitation_resent'";
    expect(await selectRows(test, audits)).toEqual([{ detail: '{"ids":[1]}' }]);
  });

  it('names a reason for each entry that gets none', async () => {
    for (let n = 1; n <= 6; n += 1) await joinWaitingList(test, { email: `p${n}@example.com` });
    await call('POST', '/reject', { ids: [2] });
    await call('POST', '/invite', { ids: [3, 4, 5] });
    await deliver();
    await call('POST', '/invite', { ids: [6] });
    await createUser(test, { email: 'p3@example.com' });
    await test.db.client.execute("INSERT INTO suppressed_addresses VALUES ('p4@example.com', 1, 1)");
    const skip = (id: number, reason: string) => ({ id, email: `p${id}@example.com`, reason });
    expect((await call('POST', '/resend', { ids: [1, 2, 3, 4, 5, 6, 99] })).body).toEqual({
      message: 'We’re sending 1 invitation again. 6 were skipped.',
      updated: 1,
      skipped: [
        skip(1, 'Not invited yet.'),
        skip(2, 'Rejected, so there’s no invitation to send.'),
        skip(3, 'Already has an account.'),
        skip(4, 'This address gets no email because an admin stopped it.'),
        skip(6, 'The invitation is already on its way.'),
        { id: 99, email: null, reason: 'This entry no longer exists.' },
      ],
      next: null,
    });
  });

  it('sends to all that match, in parts; those of the first part no longer match and move nothing', async () => {
    await test.db.client
      .execute(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 502)
      INSERT INTO waiting_list_entries (public_id, product_id, email, status, invited_at, invitation_status, created_at)
      SELECT 'p' || n, ${BUOY_ID}, 'p' || n || '@example.com', 'invited', n, 'expired', n FROM numbers`);
    const filter = { delivery: 'failed' };
    expect((await call('POST', '/resend', { filter, total: 900 })).status).toBe(409);
    const first = (await call('POST', '/resend', { filter, total: 502 })).body as { next: object };
    expect(first).toMatchObject({ updated: 500, skipped: [], next: { after_id: 500, last_id: 502 } });
    expect((await call('POST', '/resend', { filter, next: first.next })).body).toMatchObject({
      updated: 2,
      next: null,
    });
    expect(new Set(await listInvitations()).size).toBe(502);
  });
});

describe('an entry in the list', () => {
  it('shows what became of its invitation, and the filter finds it', async () => {
    for (let n = 1; n <= 3; n += 1) await joinWaitingList(test, { email: `p${n}@example.com` });
    const find = async (delivery: string) =>
      ((await call('GET', `?delivery=${delivery}`)).body as { data: { id: number }[] }).data.map(({ id }) => id);
    const read = async (id: number) => ((await call('GET', `/${id}`)).body as { invitation: unknown }).invitation;
    expect(await read(1)).toBeNull();
    await call('POST', '/invite', { ids: [1, 2, 3] });
    expect(await find('waiting')).toEqual([3, 2, 1]);
    const leavesAt = new Date(test.clock.now() + 30_000).toISOString();
    expect(await read(1)).toEqual({ status: 'waiting', leaves_at: leavesAt, sent_at: null, error: null });
    const refusing = createFakeMailer(({ to }) => {
      if (to.email === 'p2@example.com') throw new EmailDeliveryError('mail', 'RCPT TO 550', true);
    });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await deliver(refusing);
      test.clock.advance(10 * 60_000);
    }
    await test.db.client.execute("UPDATE outbox SET status = 'suppressed' WHERE to_email = 'p3@example.com'");
    expect([await find('waiting'), await find('sent'), await find('failed')]).toEqual([[], [1], [3, 2]]);
    expect(await read(1)).toMatchObject({ status: 'sent', leaves_at: null, sent_at: leavesAt });
    expect(await read(2)).toMatchObject({
      status: 'failed',
      sent_at: null,
      error: 'The address doesn’t exist (550).',
    });
    expect(await read(3)).toMatchObject({ status: 'suppressed' });
    // The outbox forgets emails; that they were sent stays known.
    await test.db.client.execute('DELETE FROM outbox');
    expect(await read(1)).toEqual({ status: 'sent', leaves_at: null, sent_at: null, error: null });
  });

  it('is stamped when its address signs up, or has an account already', async () => {
    await joinWaitingList(test, { email: 'new@example.com' });
    test.clock.advance(HOUR_MS);
    await signUp('new@example.com');
    const user = await createUser(test, { email: 'old@example.com' });
    test.clock.advance(HOUR_MS);
    await joinWaitingList(test, { email: 'old@example.com' });
    await signUp('new@example.com');
    const signedUp = '2026-11-21T01:00:00.000Z';
    expect((await call('GET', '?sortBy=email&sortOrder=ASC')).body).toMatchObject({
      data: [
        { email: 'new@example.com', signed_up_at: signedUp, user_id: expect.any(Number) },
        { email: 'old@example.com', signed_up_at: signedUp, user_id: user.id },
      ],
    });
  });
});
