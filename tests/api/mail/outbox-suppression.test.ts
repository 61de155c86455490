import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EmailDeliveryError } from '#api/adapters/mailer.ts';
import { createApp } from '#api/app.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { closeUndoStatement, deleteUndoneEmailsStatement, recordUndoStatements } from '#db/queries/undo-actions.ts';
import { outbox } from '#db/schema/index.ts';
import { isGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createFakeMailer } from '../../support/mail/outbox.ts';
import { addEmail, addHeldEmail, addSignInCode } from '../../support/mail/mail-manager.ts';

const BASE = '/api/admin/mail';

let test: TestApp;
let admin: ApiCaller;
let worker: OutboxWorker;
/** Runs while an email is being sent. */
let onSend: () => unknown;
let mailer: ReturnType<typeof createFakeMailer>;
beforeEach(async () => {
  test = await createTestApp();
  onSend = () => undefined;
  mailer = createFakeMailer(() => onSend());
  startWorker();
  // The routes wake the worker of the test.
  const deps = { ...test.deps, outboxWorker: { wake: () => worker.wake() } };
  test = { ...test, deps, app: createApp(deps) };
  admin = await createApiCaller(test);
  onTestFinished(async () => {
    await worker.stop();
    await test.close();
  });
});

function startWorker(): void {
  worker = new OutboxWorker({ ...test.deps, mailer, random: () => 1 });
}

const act = (id: number, name: string) => admin.call('POST', `${BASE}/${id}/${name}`);
const suppressAddress = () => admin.call('POST', `${BASE}/addresses/suppress`, { email: 'mere@example.com' });
const readRow = async (id: number) => (await test.db.orm.select().from(outbox).where(eq(outbox.id, id)))[0];
const failConnection = () => {
  throw new EmailDeliveryError('server', 'CONN ECONNREFUSED');
};
const advanceClock = (milliseconds: number) => {
  test.clock.advance(milliseconds);
  return worker.whenIdle();
};

/** Starts sending an email and stops in the middle. Returns what lets it go on. */
async function holdDelivery(): Promise<() => void> {
  let proceed = () => {};
  onSend = () => new Promise<void>((resolve) => (proceed = resolve));
  worker.wake();
  await vi.waitFor(() => expect(mailer.attempted).toHaveLength(1));
  return () => {
    onSend = () => undefined;
    proceed();
  };
}

describe('a suppressed address', () => {
  it('gets no email: one that was queued becomes suppressed, with the reason', async () => {
    const id = await addEmail(test);
    await suppressAddress();
    await worker.whenIdle();
    expect(mailer.attempted).toEqual([]);
    expect(await readRow(id)).toMatchObject({ status: 'suppressed', attempts: 0 });
    const { body } = await admin.call('GET', `${BASE}/${id}`);
    expect(body).toMatchObject({ status: 'suppressed', last_error: 'The address is suppressed.' });
  });

  it('gets sign-in codes', async () => {
    await suppressAddress();
    const id = await addSignInCode(test);
    await worker.whenIdle();
    expect(mailer.sent.map(({ code }) => code)).toEqual(['123456']);
    expect((await readRow(id))?.status).toBe('sent');
  });

  it('gets email again once it is removed', async () => {
    await suppressAddress();
    await admin.call('DELETE', `${BASE}/addresses/mere@example.com`);
    await addEmail(test);
    await worker.whenIdle();
    expect(mailer.sent).toHaveLength(1);
  });
});

describe('an email that an admin suppresses', () => {
  it('after the worker has read it is not sent', async () => {
    for (const _ of Array.from({ length: 5 })) await addEmail(test);
    const last = 5;
    const pending: (() => void)[] = [];
    onSend = () => new Promise<void>((resolve) => pending.push(resolve));
    worker.wake();
    // The worker reads eight emails and sends four at a time.
    await vi.waitFor(() => expect(pending).toHaveLength(4));
    expect((await act(last, 'suppress')).status).toBe(200);
    onSend = () => undefined;
    for (const proceed of pending) proceed();
    await worker.whenIdle();
    expect(mailer.sent.map(({ id }) => id)).not.toContain(last);
    expect((await readRow(last))?.status).toBe('suppressed');
  });

  it('while it is being sent is sent when the mail server takes it', async () => {
    const id = await addEmail(test);
    const proceed = await holdDelivery();
    expect((await act(id, 'suppress')).status).toBe(200);
    proceed();
    await worker.whenIdle();
    expect(await readRow(id)).toMatchObject({ status: 'sent', sentAt: test.clock.now() });
  });

  it('while it is being sent stays suppressed when the mail server fails', async () => {
    const id = await addEmail(test);
    let proceed = () => {};
    onSend = () => new Promise<void>((resolve) => (proceed = resolve)).then(failConnection);
    worker.wake();
    await vi.waitFor(() => expect(mailer.attempted).toHaveLength(1));
    await act(id, 'suppress');
    proceed();
    await advanceClock(60 * 60_000);
    expect(mailer.attempted).toHaveLength(1);
    expect((await readRow(id))?.status).toBe('suppressed');
  });

  it('in a race with the worker is either sent or suppressed', async () => {
    for (let round = 0; round < 50; round += 1) {
      const id = await addEmail(test);
      const [{ status }] = await Promise.all([act(id, 'suppress'), worker.whenIdle()]);
      const row = await readRow(id);
      const isSent = mailer.sent.some((message) => message.id === id);
      expect(row?.status).toBe(isSent ? 'sent' : 'suppressed');
      expect([200, 409]).toContain(status);
      if (status === 409) expect(isSent).toBe(true);
    }
  });
});

describe('a retry', () => {
  it('while the email is being sent sends it once', async () => {
    const id = await addEmail(test, { attempts: 1, lastError: 'server: CONN ECONNREFUSED' });
    const proceed = await holdDelivery();
    expect((await act(id, 'retry')).status).toBe(200);
    expect((await act(id, 'retry')).status).toBe(409);
    proceed();
    await worker.whenIdle();
    expect(mailer.sent).toHaveLength(1);
    expect((await readRow(id))?.status).toBe('sent');
  });

  it('in a race with the worker delivers once', async () => {
    for (let round = 0; round < 50; round += 1) {
      const id = await addEmail(test, { attempts: 1, lastError: 'server: CONN ECONNREFUSED' });
      worker.wake();
      const answers = await Promise.all([act(id, 'retry'), act(id, 'retry'), worker.whenIdle()]);
      await worker.whenIdle();
      expect(answers.slice(0, 2).filter((answer) => answer?.status === 200).length).toBeLessThanOrEqual(1);
      expect(mailer.attempted).toHaveLength(round + 1);
      expect((await readRow(id))?.status).toBe('sent');
    }
  });

  it('of an email that the server refuses has three attempts again', async () => {
    onSend = () => {
      throw new EmailDeliveryError('mail', 'RCPT TO 550', true);
    };
    const id = await addEmail(test);
    for (const _ of [1, 2, 3, 4]) await advanceClock(10 * 60_000);
    expect(await readRow(id)).toMatchObject({ status: 'expired', attempts: 3 });
    const before = mailer.attempted.length;
    await act(id, 'retry');
    for (const _ of [1, 2, 3, 4]) await advanceClock(10 * 60_000);
    expect(mailer.attempted).toHaveLength(before + 3);
    expect((await readRow(id))?.status).toBe('expired');
  });
});

describe('an email that waits for the end of an undo', () => {
  it('is not sent earlier by a retry, a restart, or another email that shows that the server is back', async () => {
    const id = await addHeldEmail(test);
    onSend = failConnection;
    await addEmail(test);
    await worker.whenIdle();
    expect((await act(id, 'retry')).status).toBe(409);
    onSend = () => undefined;
    await advanceClock(20_000);
    expect(mailer.sent).toHaveLength(1);
    await worker.stop();
    startWorker();
    worker.start();
    await advanceClock(9_999);
    expect(mailer.sent.map((message) => message.id)).not.toContain(id);
    await advanceClock(1);
    expect(mailer.sent.map((message) => message.id)).toContain(id);
  });

  it.each([
    [29_999, true],
    [30_000, false],
  ])('%i ms after the action is deleted or sent, never both', async (elapsed, isUndone) => {
    const undo = { id: 'undo-1', actorId: admin.id, now: test.clock.now() };
    await write(test.db, recordUndoStatements(test.db, { ...undo, kind: 'user.blacklisted' }));
    const id = await addHeldEmail(test);
    test.clock.advance(elapsed);
    const closing = { ...undo, now: test.clock.now() };
    const undoAction = write(test.db, [
      closeUndoStatement(test.db, closing),
      rollbackIfNoRows,
      deleteUndoneEmailsStatement(test.db, undo.id),
    ]).then(
      () => true,
      (error: unknown) => !isGuardRollback(error),
    );
    const [wasUndone] = await Promise.all([undoAction, worker.whenIdle()]);
    expect(wasUndone).toBe(isUndone);
    await advanceClock(60_000);
    expect(mailer.sent).toHaveLength(isUndone ? 0 : 1);
    expect((await readRow(id))?.status).toBe(isUndone ? undefined : 'sent');
  });
});
