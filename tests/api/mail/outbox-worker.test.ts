import { eq } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Mailer, EmailDeliveryError } from '#api/adapters/mailer.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { outbox } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import {
  createFakeMailer,
  type FakeMailer,
  listOutboxRows,
  enqueueCodeEmail,
  enqueueJoinedEmail,
} from '../../support/mail/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

/** For a busy machine. */
const WAIT_OPTIONS = { timeout: 15_000, interval: 20 };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let test: TestDatabase;
let worker: OutboxWorker;
let logged: string;
beforeEach(async () => {
  test = await createTestDatabase();
  logged = '';
});
afterEach(async () => {
  await worker.stop();
  await test.close();
});

/** A worker with maximum jitter, so that its delays are known. */
function startWorker<Used extends Mailer>(mailer: Used): Used {
  const write = (line: string) => {
    logged += line;
  };
  const log = pino({ level: 'trace' }, { write });
  worker = new OutboxWorker({ ...test.deps, log, mailer, random: () => 1 });
  return mailer;
}

const rejectRecipient = () => {
  throw new EmailDeliveryError('mail', 'RCPT TO 550', true);
};
const failConnection = () => {
  throw new EmailDeliveryError('server', 'CONN ECONNREFUSED');
};
const listSentAddresses = (mailer: FakeMailer) => mailer.sent.map((message) => message.to.email);

async function advanceClock(milliseconds: number): Promise<void> {
  test.clock.advance(milliseconds);
  await worker.whenIdle();
}

describe('an email that is sent', () => {
  it('is sent once, marked as sent, and its secret is deleted', async () => {
    const mailer = startWorker(createFakeMailer());
    await enqueueCodeEmail(test, 'a@example.com');
    await worker.whenIdle();
    await worker.whenIdle();
    expect(mailer.sent).toEqual([expect.objectContaining({ id: 1, to: { email: 'a@example.com' }, code: '123456' })]);
    expect(mailer.sent[0]?.text).toMatch(/^123456$/m);
    const [row] = await listOutboxRows(test);
    expect(row).toMatchObject({ status: 'sent', encryptedSecret: null, attempts: 1, sentAt: test.clock.now() });
  });

  it('is sent once when it is queued twice with one dedupe key', async () => {
    const mailer = startWorker(createFakeMailer());
    await enqueueCodeEmail(test, 'a@example.com');
    await enqueueCodeEmail(test, 'a@example.com');
    await worker.whenIdle();
    await enqueueCodeEmail(test, 'a@example.com');
    await worker.whenIdle();
    expect(listSentAddresses(mailer)).toEqual(['a@example.com']);
  });

  it('has a unique Message-ID without the address, which stays the same over attempts and restarts', async () => {
    let isDown = true;
    const ids: string[] = [];
    const mailer = createFakeMailer((message) => {
      ids.push(message.messageId);
      if (isDown) failConnection();
    });
    startWorker(mailer);
    await enqueueCodeEmail(test, 'a@example.com');
    await worker.whenIdle();
    await worker.stop();
    isDown = false;
    startWorker(mailer);
    await enqueueCodeEmail(test, 'b@example.com');
    await advanceClock(2_000);
    const [first, again, other] = [ids[0], ...ids.slice(1).sort()];
    expect(first).toMatch(/^1\.[\w-]{16}@localhost$/);
    expect(again).toBe(first);
    expect(other).toMatch(/^2\./);
    expect(ids).toHaveLength(3);
  });

  it('goes to the stored address without a display name', async () => {
    const mailer = startWorker(createFakeMailer());
    await enqueueJoinedEmail(test, 'a@example.com', 'Aroha, Ngata <x@y.z>');
    await worker.whenIdle();
    expect(mailer.sent[0]?.to).toEqual({ email: 'a@example.com' });
    expect(mailer.sent[0]?.code).toBeNull();
  });

  it('is sent when the clock was put back since it was queued, and does not wait for a time that lies ahead', async () => {
    test.clock.advance(300 * DAY_MS);
    await enqueueJoinedEmail(test, 'a@example.com');
    test.clock.advance(-300 * DAY_MS);
    const mailer = startWorker(createFakeMailer());
    await worker.whenIdle();
    expect(listSentAddresses(mailer)).toEqual(['a@example.com']);
  });

  it('is sent at the start, whatever its retry delay was', async () => {
    startWorker(createFakeMailer(failConnection));
    await enqueueJoinedEmail(test, 'a@example.com');
    for (const _ of [1, 2, 3, 4, 5]) await advanceClock(10 * MINUTE_MS);
    await worker.stop();
    const mailer = startWorker(createFakeMailer());
    worker.start();
    await vi.waitFor(() => expect(listSentAddresses(mailer)).toEqual(['a@example.com']), WAIT_OPTIONS);
  });

  it('is sent before others when it holds a code', async () => {
    const mailer = startWorker(createFakeMailer());
    for (let index = 0; index < 20; index += 1) await enqueueJoinedEmail(test, `list${index}@example.com`);
    test.clock.advance(1);
    await enqueueCodeEmail(test, 'code@example.com');
    await worker.whenIdle();
    expect(mailer.attempted[0]).toBe('code@example.com');
    expect(mailer.sent).toHaveLength(21);
  });
});

describe('an email that cannot be sent', () => {
  it('is retried after 2 s, 4 s, 8 s, and not before', async () => {
    const mailer = startWorker(createFakeMailer(failConnection));
    await enqueueJoinedEmail(test, 'a@example.com');
    await worker.whenIdle();
    expect(mailer.attempted).toHaveLength(1);
    for (const [index, pause] of [2_000, 4_000, 8_000, 16_000].entries()) {
      await advanceClock(pause - 1);
      expect(mailer.attempted).toHaveLength(index + 1);
      await advanceClock(1);
      expect(mailer.attempted).toHaveLength(index + 2);
    }
    expect((await listOutboxRows(test))[0]).toMatchObject({ status: 'queued', attempts: 5 });
  });

  it('expires when its code expires, and its secret is deleted', async () => {
    const mailer = startWorker(createFakeMailer(failConnection));
    await enqueueCodeEmail(test, 'a@example.com');
    await worker.whenIdle();
    expect((await listOutboxRows(test))[0]?.encryptedSecret).not.toBeNull();
    await advanceClock(10 * MINUTE_MS);
    expect(mailer.attempted).toHaveLength(1);
    expect((await listOutboxRows(test))[0]).toMatchObject({ status: 'expired', encryptedSecret: null });
  });

  it('expires after three permanent rejections', async () => {
    const mailer = startWorker(createFakeMailer(rejectRecipient));
    await enqueueJoinedEmail(test, 'a@example.com');
    for (const _ of [1, 2, 3, 4, 5]) await advanceClock(10 * MINUTE_MS);
    expect(mailer.attempted).toHaveLength(3);
    expect((await listOutboxRows(test))[0]).toMatchObject({ status: 'expired', lastError: 'email: RCPT TO 550' });
  });

  it('does not hold up others', async () => {
    const mailer = startWorker(createFakeMailer(({ to }) => to.email.startsWith('bad') && rejectRecipient()));
    for (let index = 0; index < 10; index += 1)
      await enqueueJoinedEmail(test, `${index % 2 ? 'bad' : 'good'}${index}@example.com`);
    await worker.whenIdle();
    expect(listSentAddresses(mailer).sort()).toEqual([0, 2, 4, 6, 8].map((index) => `good${index}@example.com`));
  });

  it('expires at once when it cannot be rendered', async () => {
    const mailer = startWorker(createFakeMailer());
    await enqueueCodeEmail(test, 'a@example.com');
    await enqueueCodeEmail(test, 'b@example.com');
    await write(test.db, [test.db.orm.update(outbox).set({ encryptedSecret: 'broken' }).where(eq(outbox.id, 1))]);
    await worker.whenIdle();
    expect(listSentAddresses(mailer)).toEqual(['b@example.com']);
    expect((await listOutboxRows(test))[0]).toMatchObject({ status: 'expired', encryptedSecret: null });
  });

  it('is retried at once when another email shows that the server is back', async () => {
    let isDown = true;
    const mailer = startWorker(createFakeMailer(() => isDown && failConnection()));
    for (let index = 0; index < 20; index += 1) await enqueueJoinedEmail(test, `a${index}@example.com`);
    for (const _ of [1, 2, 3]) await advanceClock(10 * MINUTE_MS);
    isDown = false;
    await enqueueCodeEmail(test, 'new@example.com');
    await worker.whenIdle();
    expect(mailer.sent).toHaveLength(21);
  });
});

describe('a slow mail server', () => {
  it('holds at most four concurrent sends, and does not delay other emails', async () => {
    const pendingSends: (() => void)[] = [];
    const isSlow = (email: string) => email.startsWith('slow');
    const mailer = startWorker(
      createFakeMailer(({ to }) => isSlow(to.email) && new Promise<void>((resolve) => pendingSends.push(resolve))),
    );
    for (const index of [1, 2, 3]) await enqueueJoinedEmail(test, `slow${index}@example.com`);
    worker.wake();
    await vi.waitFor(() => expect(pendingSends).toHaveLength(3), WAIT_OPTIONS);
    for (let index = 0; index < 20; index += 1) {
      await enqueueCodeEmail(test, `quick${index}@example.com`);
      worker.wake();
    }
    await vi.waitFor(() => expect(mailer.sent).toHaveLength(20), WAIT_OPTIONS);
    for (const index of [4, 5, 6]) await enqueueJoinedEmail(test, `slow${index}@example.com`);
    worker.wake();
    await vi.waitFor(() => expect(pendingSends).toHaveLength(4), WAIT_OPTIONS);
    await enqueueCodeEmail(test, 'late@example.com');
    worker.wake();
    for (const finish of pendingSends.splice(0)) finish();
    await vi.waitFor(() => expect(pendingSends).toHaveLength(2), WAIT_OPTIONS);
    for (const finish of pendingSends.splice(0)) finish();
    await worker.whenIdle();
    expect(mailer.sent).toHaveLength(27);
    expect(new Set(mailer.attempted).size).toBe(mailer.attempted.length);
  });

  it('does not delay a stop; its email stays queued', async () => {
    let fail: () => void = () => undefined;
    const mailer = createFakeMailer(() => {
      return new Promise<void>((_, reject) => {
        fail = () => reject(new EmailDeliveryError('server', 'CONN ECONNECTION'));
      });
    });
    startWorker({ ...mailer, close: () => fail() });
    await enqueueCodeEmail(test, 'a@example.com');
    worker.wake();
    await vi.waitFor(() => expect(mailer.attempted).toHaveLength(1), WAIT_OPTIONS);
    await worker.stop();
    expect((await listOutboxRows(test))[0]).toMatchObject({ status: 'queued', attempts: 0, lastError: null });
  });
});

describe('retention', () => {
  it('deletes rows 30 days after they were sent or expired', async () => {
    startWorker(createFakeMailer(({ to }) => to.email.startsWith('bad') && failConnection()));
    await enqueueCodeEmail(test, 'good@example.com');
    await enqueueCodeEmail(test, 'bad@example.com');
    await worker.whenIdle();
    await advanceClock(29 * DAY_MS);
    await enqueueJoinedEmail(test, 'bad-waiting@example.com');
    worker.start();
    await worker.whenIdle();
    expect(await listOutboxRows(test)).toHaveLength(3);
    await worker.stop();
    startWorker(createFakeMailer(failConnection));
    test.clock.advance(DAY_MS + 20 * MINUTE_MS);
    worker.start();
    await vi.waitFor(
      async () => expect((await listOutboxRows(test)).map((row) => row.toEmail)).toEqual(['bad-waiting@example.com']),
      WAIT_OPTIONS,
    );
  });

  it('T18 logs no address, name, code or link', async () => {
    startWorker(
      createFakeMailer(({ to }) => {
        if (to.email.startsWith('refused')) rejectRecipient();
        throw new Error(`550 <${to.email}> unknown, code 123456`);
      }),
    );
    await enqueueCodeEmail(test, 'person@example.com');
    await enqueueCodeEmail(test, 'broken@example.com', { secret: { code: '<1>', link: 'x' } });
    await enqueueJoinedEmail(test, 'refused@example.com', 'Aroha');
    for (const _ of [1, 2, 3, 4]) await advanceClock(MINUTE_MS);
    expect(logged).toContain('"reason":"RCPT TO 550"');
    expect(logged).toContain('email rendering failed');
    expect(logged).not.toMatch(/example\.com|Aroha|123456|secret-token|waitinglist/);
  });
});
