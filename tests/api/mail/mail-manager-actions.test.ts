import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { outbox } from '#db/schema/index.ts';
import { type ApiCaller, createApiCaller, listAuditEntries } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { addEmail, addHeldEmail, addSignInCode } from '../../support/mail/mail-manager.ts';

const BASE = '/api/admin/mail';
const DAY_MS = 24 * 60 * 60_000;

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  const opened = test;
  onTestFinished(() => opened.close());
  admin = await createApiCaller(test);
});

const find = async (id: number) => (await admin.call('GET', `${BASE}/${id}`)).body;
const readRow = async (id: number) => (await test.db.orm.select().from(outbox).where(eq(outbox.id, id)))[0];
const countAudits = async () =>
  (await listAuditEntries(test)).filter(({ action }) => action.startsWith('email')).length;

describe('retry', () => {
  const retry = (id: number) => admin.call('POST', `${BASE}/${id}/retry`);

  it.each([
    ['retrying', { attempts: 3, lastError: 'server: CONN ECONNREFUSED' }],
    ['failed', { status: 'expired', attempts: 3, lastError: 'email: RCPT TO 550' }],
  ] as const)('makes a %s email due at once, with a new window and one audit row', async (_, values) => {
    const id = await addEmail(test, { ...values, nextAttemptAt: test.clock.now() + DAY_MS });
    test.clock.advance(60_000);
    const wakes = test.countOutboxWakes();
    expect(await retry(id)).toEqual({
      status: 200,
      body: { message: 'The email to mere@example.com is being sent again.' },
    });
    const now = test.clock.now();
    expect(await readRow(id)).toMatchObject({
      status: 'queued',
      attempts: 0,
      lastError: null,
      nextAttemptAt: now,
      expiresAt: now + 3 * DAY_MS,
    });
    expect(test.countOutboxWakes()).toBe(wakes + 1);
    expect(await listAuditEntries(test)).toEqual([
      { action: 'email.retried', actorId: admin.id, subject: `email:${id}` },
    ]);
    const { rows } = await test.db.client.execute("SELECT before, after FROM audit_log WHERE action = 'email.retried'");
    const isFailed = 'status' in values;
    expect([rows[0]?.before, rows[0]?.after].map((json) => JSON.parse(String(json)))).toEqual([
      { attempts: 3, ...(isFailed && { status: 'expired' }) },
      { attempts: 0, ...(isFailed && { status: 'queued' }) },
    ]);
  });

  it('of a sign-in code keeps the end of the code', async () => {
    const id = await addSignInCode(test, { attempts: 1, lastError: 'server: CONN ECONNREFUSED' });
    const before = await readRow(id);
    test.clock.advance(60_000);
    expect((await retry(id)).status).toBe(200);
    expect(await readRow(id)).toMatchObject({ expiresAt: before?.expiresAt, encryptedSecret: before?.encryptedSecret });
  });

  it.each([
    [
      'held',
      addHeldEmail,
      'This email waits until the action it’s about can’t be undone any more. It can’t be sent earlier.',
    ],
    ['waiting', addEmail, 'This email is about to be sent.'],
    ['sent', (to: TestApp) => addEmail(to, { status: 'sent' }), 'This email has been sent.'],
    [
      'suppressed',
      (to: TestApp) => addEmail(to, { status: 'suppressed' }),
      'This email was suppressed and can’t be sent any more.',
    ],
    [
      'expired code',
      (to: TestApp) => addSignInCode(to, { status: 'expired', encryptedSecret: null }),
      'This sign-in code has expired and was deleted. They can ask for a new one when they sign in.',
    ],
    [
      'overdue code',
      (to: TestApp) => addSignInCode(to, { attempts: 1, expiresAt: to.clock.now() }),
      'This sign-in code has expired and was deleted. They can ask for a new one when they sign in.',
    ],
  ] as const)('of a %s email is refused, with the reason', async (_, add, message) => {
    const id = await add(test);
    const before = await readRow(id);
    const { status, body } = await retry(id);
    expect({ status, message: body.message }).toEqual({ status: 409, message });
    expect(await readRow(id)).toEqual(before);
    expect(await countAudits()).toBe(0);
  });

  it('of an unknown email is not found', async () => {
    expect((await retry(99)).status).toBe(404);
  });
});

describe('resend', () => {
  const resend = (id: number) => admin.call('POST', `${BASE}/${id}/resend`);

  it('queues a copy with a new key, and writes one audit row', async () => {
    const id = await addEmail(test, { status: 'sent', sentAt: test.clock.now(), attempts: 1, undoId: 'undo-1' });
    test.clock.advance(60_000);
    expect(await resend(id)).toEqual({ status: 200, body: { message: 'A copy is on its way to mere@example.com.' } });
    const [original, copy] = [await readRow(id), await readRow(id + 1)];
    expect(original?.status).toBe('sent');
    const now = test.clock.now();
    expect(copy).toMatchObject({
      kind: 'plan-changed',
      toEmail: 'mere@example.com',
      data: original?.data,
      status: 'queued',
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now,
      expiresAt: now + 3 * DAY_MS,
      undoId: null,
      sentAt: null,
    });
    expect(await listAuditEntries(test)).toEqual([
      { action: 'email.resent', actorId: admin.id, subject: `email:${id}` },
    ]);
  });

  it('twice at once makes one copy; once that is sent, another can be made', async () => {
    const id = await addEmail(test, { status: 'sent', sentAt: test.clock.now() });
    await addEmail(test, { dedupeKey: 'resent:10:other' });
    const [one, other] = await Promise.all([resend(id), resend(id)]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    expect([one, other].find(({ status }) => status === 409)?.body.message).toBe(
      'A copy of this email is already on its way.',
    );
    expect(await countAudits()).toBe(1);
    await test.db.client.execute("UPDATE outbox SET status = 'sent' WHERE dedupe_key LIKE 'resent:1:%'");
    expect((await resend(id)).status).toBe(200);
  });

  it.each([
    ['an unsent email', (to: TestApp) => addEmail(to), 'This email hasn’t been sent yet.'],
    [
      'a sign-in code',
      (to: TestApp) => addSignInCode(to, { status: 'sent' }),
      'A sign-in code can’t be sent twice. They can ask for a new one when they sign in.',
    ],
  ] as const)('of %s is refused', async (_, add, message) => {
    const { status, body } = await resend(await add(test));
    expect({ status, message: body.message }).toEqual({ status: 409, message });
    expect(await countAudits()).toBe(0);
  });
});

describe('suppress', () => {
  const suppress = (id: number) => admin.call('POST', `${BASE}/${id}/suppress`);

  it.each([
    ['waiting', addEmail],
    ['held', addHeldEmail],
    ['retrying', (to: TestApp) => addEmail(to, { attempts: 1 })],
    ['sign-in', addSignInCode],
  ] as const)('takes a %s email out of the queue and deletes its secret', async (_, add) => {
    const id = await add(test);
    expect(await suppress(id)).toEqual({
      status: 200,
      body: { message: 'The email to mere@example.com won’t be sent.' },
    });
    expect(await readRow(id)).toMatchObject({ status: 'suppressed', encryptedSecret: null });
    expect(await listAuditEntries(test)).toEqual([
      { action: 'email.suppressed', actorId: admin.id, subject: `email:${id}` },
    ]);
  });

  it.each([
    ['sent', 'This email has already been sent.'],
    ['expired', 'This email has failed and isn’t sent any more.'],
    ['suppressed', 'This email is already suppressed.'],
  ] as const)('of one that is %s is refused', async (status, message) => {
    const answer = await suppress(await addEmail(test, { status }));
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 409, message });
    expect(await countAudits()).toBe(0);
  });
});

describe('suppressed addresses', () => {
  const suppress = (email: string) => admin.call('POST', `${BASE}/addresses/suppress`, { email });
  const remove = (email: string) => admin.call('DELETE', `${BASE}/addresses/${encodeURIComponent(email)}`);

  it('are added, listed, found and removed, each with one audit row without the address', async () => {
    expect(await suppress(' Mere@Example.com ')).toEqual({
      status: 200,
      body: { message: 'mere@example.com gets no email any more, except sign-in codes.' },
    });
    expect((await suppress('mere@example.com')).status).toBe(409);
    test.clock.advance(1_000);
    await suppress('tane@example.com');
    const { body } = await admin.call('GET', `${BASE}/addresses`);
    expect(body.data.map(({ email }: { email: string }) => email)).toEqual(['tane@example.com', 'mere@example.com']);
    expect(body.data[0]).toEqual({
      email: 'tane@example.com',
      created_at: new Date(test.clock.now()).toISOString(),
      suppressed_by: expect.stringMatching(/@example\.com$/),
    });
    expect((await admin.call('GET', `${BASE}/addresses?search=MER`)).body.pagination.total).toBe(1);
    expect(await remove('Mere@example.com')).toEqual({
      status: 200,
      body: { message: 'mere@example.com gets email again.' },
    });
    expect((await remove('mere@example.com')).status).toBe(404);
    const audits = await listAuditEntries(test);
    expect(audits.map(({ action }) => action)).toEqual([
      'email_address.suppressed',
      'email_address.suppressed',
      'email_address.unsuppressed',
    ]);
    expect(audits[0]?.subject).toMatch(/^email-address:[\w-]{22}$/);
    expect(audits[2]?.subject).toBe(audits[0]?.subject);
    expect(audits[1]?.subject).not.toBe(audits[0]?.subject);
    const { rows } = await test.db.client.execute('SELECT * FROM audit_log');
    expect(JSON.stringify(rows)).not.toContain('mere@example.com');
  });

  it.each([{ email: 'nobody' }, { email: '' }, {}, { email: 'a@example.com', role: 'admin' }])(
    'refuse the body %j',
    async (body) => {
      expect((await admin.call('POST', `${BASE}/addresses/suppress`, body)).status).toBe(400);
    },
  );

  it('mark the emails to them; nothing but a sign-in code is sent to them again', async () => {
    await suppress('mere@example.com');
    const failed = await addEmail(test, { status: 'expired' });
    const sent = await addEmail(test, { status: 'sent' });
    const code = await addSignInCode(test, { attempts: 1 });
    for (const [id, act] of [
      [failed, 'retry'],
      [sent, 'resend'],
    ]) {
      expect(await find(Number(id))).toMatchObject({
        is_address_suppressed: true,
        can: { retry: false, resend: false },
      });
      const { status, body } = await admin.call('POST', `${BASE}/${id}/${act}`);
      expect({ status, message: body.message }).toEqual({
        status: 409,
        message: 'This address is suppressed. Remove it from the suppressed addresses first.',
      });
    }
    expect((await find(code)).can.retry).toBe(true);
    expect((await admin.call('POST', `${BASE}/${code}/retry`)).status).toBe(200);
  });
});
