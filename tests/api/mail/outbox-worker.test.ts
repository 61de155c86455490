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

/** How long to wait for the worker: longer than it takes on a busy machine. */
const PATIENCE = { timeout: 15_000, interval: 20 };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let data: TestDatabase;
let worker: OutboxWorker;
let logged: string;
beforeEach(async () => {
  data = await createTestDatabase();
  logged = '';
});
afterEach(async () => {
  await worker.stop();
  await data.close();
});

/** A worker whose pauses are always the full ones. */
function workWith<Used extends Mailer>(mailer: Used): Used {
  const write = (line: string) => {
    logged += line;
  };
  const log = pino({ level: 'trace' }, { write });
  worker = new OutboxWorker({ ...data.deps, log, mailer, random: () => 1 });
  return mailer;
}

const refused = () => {
  throw new EmailDeliveryError('mail', 'RCPT TO 550', true);
};
const down = () => {
  throw new EmailDeliveryError('server', 'CONN ECONNREFUSED');
};
const addresses = (mailer: FakeMailer) => mailer.sent.map((message) => message.to.email);

async function pass(milliseconds: number): Promise<void> {
  data.clock.advance(milliseconds);
  await worker.whenIdle();
}

describe('a mail that goes out', () => {
  it('is sent once, marked, and its secrets are gone', async () => {
    const mailer = workWith(createFakeMailer());
    await enqueueCodeEmail(data, 'a@example.com');
    await worker.whenIdle();
    await worker.whenIdle();
    expect(mailer.sent).toEqual([expect.objectContaining({ id: 1, to: { email: 'a@example.com' }, code: '123456' })]);
    expect(mailer.sent[0]?.text).toMatch(/^123456$/m);
    const [row] = await listOutboxRows(data);
    expect(row).toMatchObject({ status: 'sent', encryptedSecret: null, attempts: 1, sentAt: data.clock.now() });
  });

  it('is the same mail when it is queued again under its key', async () => {
    const mailer = workWith(createFakeMailer());
    await enqueueCodeEmail(data, 'a@example.com');
    await enqueueCodeEmail(data, 'a@example.com');
    await worker.whenIdle();
    await enqueueCodeEmail(data, 'a@example.com');
    await worker.whenIdle();
    expect(addresses(mailer)).toEqual(['a@example.com']);
  });

  it('has a Message-ID of its own that names no address, and keeps it over attempts and restarts', async () => {
    let isDown = true;
    const ids: string[] = [];
    const mailer = createFakeMailer((message) => {
      ids.push(message.messageId);
      if (isDown) down();
    });
    workWith(mailer);
    await enqueueCodeEmail(data, 'a@example.com');
    await worker.whenIdle();
    await worker.stop();
    isDown = false;
    workWith(mailer);
    await enqueueCodeEmail(data, 'b@example.com');
    await pass(2_000);
    const [first, again, other] = [ids[0], ...ids.slice(1).sort()];
    expect(first).toMatch(/^1\.[\w-]{16}@localhost$/);
    expect(again).toBe(first);
    expect(other).toMatch(/^2\./);
    expect(ids).toHaveLength(3);
  });

  it('goes to the stored address as it is, without a name beside it', async () => {
    const mailer = workWith(createFakeMailer());
    await enqueueJoinedEmail(data, 'a@example.com', 'Aroha, Ngata <x@y.z>');
    await worker.whenIdle();
    expect(mailer.sent[0]?.to).toEqual({ email: 'a@example.com' });
    expect(mailer.sent[0]?.code).toBeNull();
  });

  it('is found at the start, whatever pause it had', async () => {
    workWith(createFakeMailer(down));
    await enqueueJoinedEmail(data, 'a@example.com');
    for (const _ of [1, 2, 3, 4, 5]) await pass(10 * MINUTE_MS);
    await worker.stop();
    const mailer = workWith(createFakeMailer());
    worker.start();
    await vi.waitFor(() => expect(addresses(mailer)).toEqual(['a@example.com']), PATIENCE);
  });

  it('goes before invitations when it holds a code', async () => {
    const mailer = workWith(createFakeMailer());
    for (let index = 0; index < 20; index += 1) await enqueueJoinedEmail(data, `list${index}@example.com`);
    data.clock.advance(1);
    await enqueueCodeEmail(data, 'code@example.com');
    await worker.whenIdle();
    expect(mailer.attempted[0]).toBe('code@example.com');
    expect(mailer.sent).toHaveLength(21);
  });
});

describe('a mail that does not go out', () => {
  it('is tried again after 2 s, 4 s, 8 s, and not before', async () => {
    const mailer = workWith(createFakeMailer(down));
    await enqueueJoinedEmail(data, 'a@example.com');
    await worker.whenIdle();
    expect(mailer.attempted).toHaveLength(1);
    for (const [index, pause] of [2_000, 4_000, 8_000, 16_000].entries()) {
      await pass(pause - 1);
      expect(mailer.attempted).toHaveLength(index + 1);
      await pass(1);
      expect(mailer.attempted).toHaveLength(index + 2);
    }
    expect((await listOutboxRows(data))[0]).toMatchObject({ status: 'queued', attempts: 5 });
  });

  it('is given up when its time is over, and its secrets go', async () => {
    const mailer = workWith(createFakeMailer(down));
    await enqueueCodeEmail(data, 'a@example.com');
    await worker.whenIdle();
    expect((await listOutboxRows(data))[0]?.encryptedSecret).not.toBeNull();
    await pass(10 * MINUTE_MS);
    expect(mailer.attempted).toHaveLength(1);
    expect((await listOutboxRows(data))[0]).toMatchObject({ status: 'expired', encryptedSecret: null });
  });

  it('is given up after three refusals for good', async () => {
    const mailer = workWith(createFakeMailer(refused));
    await enqueueJoinedEmail(data, 'a@example.com');
    for (const _ of [1, 2, 3, 4, 5]) await pass(10 * MINUTE_MS);
    expect(mailer.attempted).toHaveLength(3);
    expect((await listOutboxRows(data))[0]).toMatchObject({ status: 'expired', lastError: 'mail: RCPT TO 550' });
  });

  it('harms no other', async () => {
    const mailer = workWith(createFakeMailer(({ to }) => to.email.startsWith('bad') && refused()));
    for (let index = 0; index < 10; index += 1)
      await enqueueJoinedEmail(data, `${index % 2 ? 'bad' : 'good'}${index}@example.com`);
    await worker.whenIdle();
    expect(addresses(mailer).sort()).toEqual([0, 2, 4, 6, 8].map((index) => `good${index}@example.com`));
  });

  it('is given up at once when it cannot be written', async () => {
    const mailer = workWith(createFakeMailer());
    await enqueueCodeEmail(data, 'a@example.com');
    await enqueueCodeEmail(data, 'b@example.com');
    await write(data.db, [data.db.orm.update(outbox).set({ encryptedSecret: 'broken' }).where(eq(outbox.id, 1))]);
    await worker.whenIdle();
    expect(addresses(mailer)).toEqual(['b@example.com']);
    expect((await listOutboxRows(data))[0]).toMatchObject({ status: 'expired', encryptedSecret: null });
  });

  it('is due at once when the server is back', async () => {
    let isDown = true;
    const mailer = workWith(createFakeMailer(() => isDown && down()));
    for (let index = 0; index < 20; index += 1) await enqueueJoinedEmail(data, `a${index}@example.com`);
    for (const _ of [1, 2, 3]) await pass(10 * MINUTE_MS);
    isDown = false;
    await enqueueCodeEmail(data, 'new@example.com');
    await worker.whenIdle();
    expect(mailer.sent).toHaveLength(21);
  });
});

describe('a server that takes its time', () => {
  it('keeps four mails waiting at most, and nobody from the others', async () => {
    const release: (() => void)[] = [];
    const isSlow = (email: string) => email.startsWith('slow');
    const mailer = workWith(
      createFakeMailer(({ to }) => isSlow(to.email) && new Promise<void>((resolve) => release.push(resolve))),
    );
    for (const index of [1, 2, 3]) await enqueueJoinedEmail(data, `slow${index}@example.com`);
    worker.wake();
    await vi.waitFor(() => expect(release).toHaveLength(3), PATIENCE);
    for (let index = 0; index < 20; index += 1) {
      await enqueueCodeEmail(data, `quick${index}@example.com`);
      worker.wake();
    }
    await vi.waitFor(() => expect(mailer.sent).toHaveLength(20), PATIENCE);
    for (const index of [4, 5, 6]) await enqueueJoinedEmail(data, `slow${index}@example.com`);
    worker.wake();
    await vi.waitFor(() => expect(release).toHaveLength(4), PATIENCE);
    await enqueueCodeEmail(data, 'late@example.com');
    worker.wake();
    for (const go of release.splice(0)) go();
    await vi.waitFor(() => expect(release).toHaveLength(2), PATIENCE);
    for (const go of release.splice(0)) go();
    await worker.whenIdle();
    expect(mailer.sent).toHaveLength(27);
    expect(new Set(mailer.attempted).size).toBe(mailer.attempted.length);
  });

  it('is left behind at a stop, and its mail stays for the next start', async () => {
    let fail: () => void = () => undefined;
    const mailer = createFakeMailer(() => {
      return new Promise<void>((_, reject) => {
        fail = () => reject(new EmailDeliveryError('server', 'CONN ECONNECTION'));
      });
    });
    workWith({ ...mailer, close: () => fail() });
    await enqueueCodeEmail(data, 'a@example.com');
    worker.wake();
    await vi.waitFor(() => expect(mailer.attempted).toHaveLength(1), PATIENCE);
    await worker.stop();
    expect((await listOutboxRows(data))[0]).toMatchObject({ status: 'queued', attempts: 0, lastError: null });
  });
});

describe('what is kept', () => {
  it('is forgotten a month after it was sent or given up', async () => {
    workWith(createFakeMailer(({ to }) => to.email.startsWith('bad') && down()));
    await enqueueCodeEmail(data, 'good@example.com');
    await enqueueCodeEmail(data, 'bad@example.com');
    await worker.whenIdle();
    await pass(29 * DAY_MS);
    await enqueueJoinedEmail(data, 'bad-waiting@example.com');
    worker.start();
    await worker.whenIdle();
    expect(await listOutboxRows(data)).toHaveLength(3);
    await worker.stop();
    workWith(createFakeMailer(down));
    data.clock.advance(DAY_MS + 20 * MINUTE_MS);
    worker.start();
    await vi.waitFor(
      async () => expect((await listOutboxRows(data)).map((row) => row.toEmail)).toEqual(['bad-waiting@example.com']),
      PATIENCE,
    );
  });

  it('T18 is in no log: no address, no name, no code, no link', async () => {
    workWith(
      createFakeMailer(({ to }) => {
        if (to.email.startsWith('refused')) refused();
        throw new Error(`550 <${to.email}> unknown, code 123456`);
      }),
    );
    await enqueueCodeEmail(data, 'person@example.com');
    await enqueueCodeEmail(data, 'broken@example.com', { secret: { code: '<1>', link: 'x' } });
    await enqueueJoinedEmail(data, 'refused@example.com', 'Aroha');
    for (const _ of [1, 2, 3, 4]) await pass(MINUTE_MS);
    expect(logged).toContain('"reason":"RCPT TO 550"');
    expect(logged).toContain('email rendering failed');
    expect(logged).not.toMatch(/example\.com|Aroha|123456|secret-token|waitinglist/);
  });
});
