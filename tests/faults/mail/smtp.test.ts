import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSmtpMailer } from '#api/adapters/smtp-mailer.ts';
import { createApp } from '#api/app.ts';
import { systemClock } from '#api/clock.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { listOutboxRows, enqueueCodeEmail, enqueueJoinedEmail } from '../../support/mail/outbox.ts';
import { type SmtpMode, type FakeSmtpServer, startFakeSmtpServer } from '../../support/mail/fake-smtp-server.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

const from = { name: 'Mateworks', email: 'support@mateworks.example' };
const MAILS = 20;
const PATIENCE = { timeout: 60_000, interval: 20 };
/** Nobody who answers is given up for being slow: this process may get no processor for a while. */
const ANSWER_MS = 10_000;
/** How long to wait for a server that never answers. */
const STALLED_MS = 1_500;

let data: TestDatabase;
let double: FakeSmtpServer;
let worker: OutboxWorker;
let logged: string;

beforeEach(async () => {
  const made = await createTestDatabase();
  logged = '';
  const write = (line: string) => {
    logged += line;
  };
  const log = pino({ level: 'trace' }, { write });
  // The real clock: the pauses between attempts are waited for.
  data = { ...made, clock: systemClock as never, deps: { ...made.deps, clock: systemClock, log } };
  double = await startFakeSmtpServer();
  worker = startWorker();
});

afterEach(async () => {
  await worker.stop();
  await double.close();
  await data.close();
});

function startWorker(responseTimeoutMs = ANSWER_MS): OutboxWorker {
  const mailer = createSmtpMailer({ url: double.url, from, responseTimeoutMs });
  const started = new OutboxWorker({ ...data.deps, mailer });
  started.start();
  return started;
}

/** The mail server is in this mood from now on. */
async function meet(mood: SmtpMode): Promise<void> {
  if (mood === 'stall') {
    await worker.stop();
    worker = startWorker(STALLED_MS);
  }
  await double.setMode(mood);
}

const addressOf = (index: number) => `person${index}@example.com`;
const everybody = Array.from({ length: MAILS }, (_, index) => addressOf(index)).sort();

async function queueAll(): Promise<void> {
  for (let index = 0; index < MAILS; index += 1) await enqueueCodeEmail(data, addressOf(index));
  worker.wake();
}

async function expectAllSent(): Promise<void> {
  await vi.waitFor(async () => {
    const open = (await listOutboxRows(data)).filter((row) => row.status !== 'sent');
    expect(open.map((row) => row.lastError)).toEqual([]);
  }, PATIENCE);
}

const reached = () => double.received.flatMap((mail) => mail.to).sort();
const messageIds = () => double.received.map((mail) => mail.parsed.messageId);

describe('F10 once the mail server is back, every mail arrives exactly once', () => {
  it.each(['down', '421', 'stall', 'drop-at-rcpt', 'drop-in-data'] as const)('after it was %s', async (mood) => {
    await meet(mood);
    await queueAll();
    await vi.waitFor(async () => {
      const tried = (await listOutboxRows(data)).filter((row) => row.attempts > 0);
      expect(tried.length).toBeGreaterThanOrEqual(8);
    }, PATIENCE);
    expect(double.received).toEqual([]);
    await double.setMode('up');
    await expectAllSent();
    expect(reached()).toEqual(everybody);
    expect(double.received.every((mail) => mail.to.length === 1)).toBe(true);
    expect(logged).not.toMatch(/@example\.com|123456|secret-token/);
    expect(logged).toContain('mail server reachable again');
  });

  it('but for a repeat of what was taken and then not confirmed, which bears the same Message-ID', async () => {
    await double.setMode('drop-after-data');
    await enqueueCodeEmail(data, addressOf(0));
    worker.wake();
    await vi.waitFor(async () => expect((await listOutboxRows(data))[0]?.attempts).toBe(1), PATIENCE);
    await double.setMode('up');
    await expectAllSent();
    expect(reached()).toEqual([addressOf(0), addressOf(0)]);
    expect(new Set(messageIds()).size).toBe(1);
  });

  it('while every fifth receiver is put off', async () => {
    const seen = new Map<string, number>();
    double.refuse((address) => {
      const times = (seen.get(address) ?? 0) + 1;
      seen.set(address, times);
      return times === 1 && Number(/\d+/.exec(address)?.[0]) % 5 === 0 ? 450 : null;
    });
    await queueAll();
    await expectAllSent();
    expect(reached()).toEqual(everybody);
  });

  it('over a stop and a start in the middle', async () => {
    await double.setMode('stall');
    await queueAll();
    await vi.waitFor(() => expect(double.connections()).toBeGreaterThan(0), PATIENCE);
    await worker.stop();
    await double.setMode('up');
    worker = startWorker();
    await expectAllSent();
    expect(reached()).toEqual(everybody);
  });

  it('two senders of the same key still being one mail', async () => {
    await Promise.all(
      Array.from({ length: 50 }, () => enqueueJoinedEmail(data, 'one@example.com', 'A\r\nBcc: two@example.com')),
    );
    worker.wake();
    await expectAllSent();
    expect(double.recipients).toEqual(['one@example.com']);
  });
});

describe('F10 asking for a code', () => {
  const ask = (app: ReturnType<typeof createApp>, email: string, index: number) =>
    app.request('/api/auth/email/start', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${index}` },
      body: JSON.stringify({ email, firstName: '', lastName: '' }),
    });

  it.each(['down', 'stall', '421'] as const)('does not wait for a mail server that is %s', async (mood) => {
    await meet(mood);
    const app = createApp({ ...data.deps, outboxWorker: worker });
    const asking = everybody.map((email, index) => ask(app, email, index));
    expect((await Promise.all(asking)).map((response) => response.status)).toEqual(everybody.map(() => 200));
    expect(double.received).toEqual([]);
    await double.setMode('up');
    await expectAllSent();
    expect(reached()).toEqual(everybody);
  });

  it('is 503 for everyone alike after a minute, until the mail server reachable again', async () => {
    await double.setMode('down');
    let aheadMs = 0;
    const clock = { now: () => systemClock.now() + aheadMs };
    const app = createApp({ ...data.deps, clock, outboxWorker: worker });
    expect((await ask(app, 'first@example.com', 1)).status).toBe(200);
    aheadMs = 61_000;
    for (const [index, email] of ['first@example.com', 'admin@example.com', 'new@example.com'].entries()) {
      const response = await ask(app, email, index);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('60');
    }
    await double.setMode('up');
    await expectAllSent();
    expect((await ask(app, 'new@example.com', 9)).status).toBe(200);
  });
});
