import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSmtpMailer } from '#api/adapters/smtp-mailer.ts';
import { createApp } from '#api/app.ts';
import { systemClock } from '#api/clock.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { listOutboxRows, enqueueCodeEmail, enqueueJoinedEmail } from '../../support/mail/outbox.ts';
import { type SmtpMode, type FakeSmtpServer, startFakeSmtpServer } from '../../support/mail/fake-smtp-server.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

const from = () => ({ name: 'Mateworks', email: 'support@mateworks.example' });
const EMAIL_COUNT = 20;
const WAIT_OPTIONS = { timeout: 60_000, interval: 20 };
/** Long, because this process may be slow on a busy machine. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** For a server that never responds. */
const STALL_TIMEOUT_MS = 1_500;

let test: TestDatabase;
let smtp: FakeSmtpServer;
let worker: OutboxWorker;
let logged: string;

beforeEach(async () => {
  const database = await createTestDatabase();
  logged = '';
  const write = (line: string) => {
    logged += line;
  };
  const log = pino({ level: 'trace' }, { write });
  // The system clock, because the test waits for the delays between attempts.
  test = { ...database, clock: systemClock as never, deps: { ...database.deps, clock: systemClock, log } };
  smtp = await startFakeSmtpServer();
  worker = startWorker();
});

afterEach(async () => {
  await worker.stop();
  await smtp.close();
  await test.close();
});

function startWorker(responseTimeoutMs = RESPONSE_TIMEOUT_MS): OutboxWorker {
  const mailer = createSmtpMailer({ url: smtp.url, from, responseTimeoutMs });
  const started = new OutboxWorker({ ...test.deps, mailer });
  started.start();
  return started;
}

/** Sets the mode of the mail server. */
async function setMode(mode: SmtpMode): Promise<void> {
  if (mode === 'stall') {
    await worker.stop();
    worker = startWorker(STALL_TIMEOUT_MS);
  }
  await smtp.setMode(mode);
}

const toAddress = (index: number) => `person${index}@example.com`;
const allAddresses = Array.from({ length: EMAIL_COUNT }, (_, index) => toAddress(index)).sort();

async function queueAll(): Promise<void> {
  for (let index = 0; index < EMAIL_COUNT; index += 1) await enqueueCodeEmail(test, toAddress(index));
  worker.wake();
}

async function expectAllSent(): Promise<void> {
  await vi.waitFor(async () => {
    const open = (await listOutboxRows(test)).filter((row) => row.status !== 'sent');
    expect(open.map((row) => row.lastError)).toEqual([]);
  }, WAIT_OPTIONS);
}

const listRecipients = () => smtp.received.flatMap((mail) => mail.to).sort();
const listMessageIds = () => smtp.received.map((mail) => mail.parsed.messageId);

describe('F10 once the mail server is back, every mail arrives exactly once', () => {
  it.each(['down', '421', 'stall', 'drop-at-rcpt', 'drop-in-data'] as const)('after the mode %s', async (mode) => {
    await setMode(mode);
    await queueAll();
    await vi.waitFor(async () => {
      const tried = (await listOutboxRows(test)).filter((row) => row.attempts > 0);
      expect(tried.length).toBeGreaterThanOrEqual(8);
    }, WAIT_OPTIONS);
    expect(smtp.received).toEqual([]);
    await smtp.setMode('up');
    await expectAllSent();
    expect(listRecipients()).toEqual(allAddresses);
    expect(smtp.received.every((mail) => mail.to.length === 1)).toBe(true);
    expect(logged).not.toMatch(/@example\.com|123456|secret-token/);
    expect(logged).toContain('mail server reachable again');
  });

  it('except an email that was accepted without a confirmation, which is repeated with the same Message-ID', async () => {
    await smtp.setMode('drop-after-data');
    await enqueueCodeEmail(test, toAddress(0));
    worker.wake();
    await vi.waitFor(async () => expect((await listOutboxRows(test))[0]?.attempts).toBe(1), WAIT_OPTIONS);
    await smtp.setMode('up');
    await expectAllSent();
    expect(listRecipients()).toEqual([toAddress(0), toAddress(0)]);
    expect(new Set(listMessageIds()).size).toBe(1);
  });

  it('also when every fifth recipient is deferred first', async () => {
    const seen = new Map<string, number>();
    smtp.refuse((address) => {
      const times = (seen.get(address) ?? 0) + 1;
      seen.set(address, times);
      return times === 1 && Number(/\d+/.exec(address)?.[0]) % 5 === 0 ? 450 : null;
    });
    await queueAll();
    await expectAllSent();
    expect(listRecipients()).toEqual(allAddresses);
  });

  it('also when the worker is restarted in between', async () => {
    await smtp.setMode('stall');
    await queueAll();
    await vi.waitFor(() => expect(smtp.connections()).toBeGreaterThan(0), WAIT_OPTIONS);
    await worker.stop();
    await smtp.setMode('up');
    worker = startWorker();
    await expectAllSent();
    expect(listRecipients()).toEqual(allAddresses);
  });

  it('also when it was queued 50 times with one dedupe key', async () => {
    await Promise.all(
      Array.from({ length: 50 }, () => enqueueJoinedEmail(test, 'one@example.com', 'A\r\nBcc: two@example.com')),
    );
    worker.wake();
    await expectAllSent();
    expect(smtp.recipients).toEqual(['one@example.com']);
  });
});

describe('F10 starting a sign-in', () => {
  const postStart = (app: ReturnType<typeof createApp>, email: string, index: number) =>
    app.request('/api/auth/email/start', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${index}` },
      body: JSON.stringify({ email, firstName: '', lastName: '' }),
    });

  it.each(['down', 'stall', '421'] as const)('does not wait for a mail server in the mode %s', async (mode) => {
    await setMode(mode);
    const app = createApp({ ...test.deps, outboxWorker: worker });
    const starts = allAddresses.map((email, index) => postStart(app, email, index));
    expect((await Promise.all(starts)).map((response) => response.status)).toEqual(allAddresses.map(() => 200));
    expect(smtp.received).toEqual([]);
    await smtp.setMode('up');
    await expectAllSent();
    expect(listRecipients()).toEqual(allAddresses);
  });

  it('is 503 for every address after a minute, until the mail server is reachable again', async () => {
    await smtp.setMode('down');
    let offsetMs = 0;
    const clock = { now: () => systemClock.now() + offsetMs };
    const app = createApp({ ...test.deps, clock, outboxWorker: worker });
    expect((await postStart(app, 'first@example.com', 1)).status).toBe(200);
    offsetMs = 61_000;
    for (const [index, email] of ['first@example.com', 'admin@example.com', 'new@example.com'].entries()) {
      const response = await postStart(app, email, index);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('60');
    }
    await smtp.setMode('up');
    await expectAllSent();
    expect((await postStart(app, 'new@example.com', 9)).status).toBe(200);
  });
});
