import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFirstContacts, readAlertContacts } from '#api/features/alerts/alert-contacts.service.ts';
import { DirectAlerts, type DirectAlert } from '#api/features/alerts/direct-alerts.service.ts';
import { createAlertSender } from '#api/features/alerts/send-alert.service.ts';
import type { AlertKind } from '#api/domain/alerts.ts';
import { createFakeClock, type FakeClock } from '../../support/clock/fake-clock.ts';
import { createTestApp } from '../../support/app/test-app.ts';
import { createUser } from '../../support/app/users.ts';
import { demoContent } from '../../support/site/demo-content.ts';
import { startFakeSmtpServer } from '../../support/mail/fake-smtp-server.ts';
import { startAlertReceiver } from '../../support/alerts/alert-receiver.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const log = pino({ level: 'silent' });
const contacts = {
  receivers: [{ email: 'aroha@example.com', firstName: 'Aroha' }],
  sender: { email: 'post@example.com', name: 'Mateworks' },
  siteName: 'Mateworks',
  timeZone: 'Pacific/Auckland',
  palette: null,
};

let directory: string;
let file: string;
let clock: FakeClock;
let alerts: DirectAlerts;
let sent: DirectAlert[];
/** Targets that take nothing. */
let refusing: Set<string>;

const create = (hasWebhook = true) =>
  new DirectAlerts({
    clock,
    log,
    file,
    firstContacts: contacts,
    hasWebhook,
    async send(alert) {
      if (refusing.has(alert.target)) throw new Error('ECONNREFUSED');
      sent.push(alert);
    },
  });

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'alerts-'));
  file = join(directory, 'alerts.json');
  clock = createFakeClock();
  sent = [];
  refusing = new Set();
  alerts = create();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Reports the same again and again, as the watch of a server does. */
async function pass(
  milliseconds: number,
  failure: { since: number; reason: string | null } | null,
  { kind = 'database', step = 5_000 }: { kind?: AlertKind; step?: number } = {},
): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    clock.advance(step);
    alerts.report(kind, failure);
    await alerts.deliver();
  }
}

const fail = () => ({ since: clock.now(), reason: 'The database server can’t be reached.' });
const listSent = () => sent.map(({ kind, state, target }) => `${kind} ${state} ${target}`);
const BEGUN = ['database begun webhook', 'database begun aroha@example.com'];
const OVER = ['database over webhook', 'database over aroha@example.com'];

describe('an alert past the database', () => {
  it('A direct alert is sent once a part failed for a minute, once a day while it does, and once when it has worked for a minute', async () => {
    const failure = fail();
    await pass(55_000, failure);
    expect(listSent()).toEqual([]);
    await pass(23 * HOUR_MS, failure, { step: MINUTE_MS });
    expect(listSent()).toEqual(BEGUN);
    expect(sent[1]).toMatchObject({ since: failure.since, reason: failure.reason });
    await pass(90 * MINUTE_MS, failure, { step: MINUTE_MS });
    expect(listSent().slice(2)).toEqual(['database reminder webhook', 'database reminder aroha@example.com']);
    await pass(55_000, null);
    expect(sent).toHaveLength(4);
    await pass(HOUR_MS, null);
    expect(listSent().slice(4)).toEqual(OVER);
  });

  it('A direct alert is not sent for what heals within a minute, and what pauses for less than one isn’t over', async () => {
    await pass(50_000, fail());
    await pass(HOUR_MS, null, { step: MINUTE_MS });
    expect(sent).toEqual([]);
    await pass(2 * MINUTE_MS, fail());
    await pass(50_000, null);
    await pass(HOUR_MS, fail(), { step: MINUTE_MS });
    expect(listSent()).toEqual(BEGUN);
  });

  it('A direct alert is sent at most each quarter of an hour for a part that comes and goes', async () => {
    const end = clock.now() + HOUR_MS;
    while (clock.now() < end) {
      await pass(90_000, fail());
      await pass(90_000, null);
    }
    const begun = listSent().filter((each) => each === BEGUN[0]);
    expect(begun.length).toBeGreaterThanOrEqual(2);
    expect(begun.length).toBeLessThanOrEqual(4);
    expect(listSent().filter((each) => each === OVER[0])).toHaveLength(begun.length);
  });

  it('A direct alert is sent once by a server that restarts again and again, which also says that it is over', async () => {
    const since = clock.now();
    for (let start = 0; start < 20; start += 1) {
      alerts = create();
      await pass(20_000, { since: clock.now(), reason: null });
    }
    expect(listSent()).toEqual(BEGUN);
    expect(sent[0]?.since).toBeLessThanOrEqual(since + 5_000);
    alerts = create();
    await pass(2 * MINUTE_MS, null);
    expect(listSent().slice(2)).toEqual(OVER);
  });

  it('A direct alert is tried again for who didn’t get it, with growing pauses, and is sent to no one else twice', async () => {
    refusing.add('aroha@example.com');
    const failure = fail();
    await pass(10 * MINUTE_MS, failure);
    expect(listSent()).toEqual([BEGUN[0]]);
    refusing.clear();
    alerts = create();
    await pass(6 * MINUTE_MS, failure);
    expect(listSent()).toEqual(BEGUN);
  });

  it('The end of a fault is told only to who knows that it began', async () => {
    refusing.add('aroha@example.com');
    await pass(5 * MINUTE_MS, fail());
    refusing.clear();
    // No attempt comes before the end.
    clock.advance(1);
    alerts.report('database', null);
    clock.advance(2 * MINUTE_MS);
    alerts.report('database', null);
    await alerts.deliver();
    expect(listSent()).toEqual([BEGUN[0], OVER[0]]);
  });

  it('A direct alert about mail calls the webhook only, and where there is none nobody is told', async () => {
    await pass(6 * MINUTE_MS, fail(), { kind: 'mail' });
    expect(listSent()).toEqual(['mail begun webhook']);
    rmSync(file);
    alerts = create(false);
    await pass(6 * MINUTE_MS, fail(), { kind: 'mail' });
    expect(sent).toHaveLength(1);
  });

  it('A direct alert goes to who was remembered, also after a restart', async () => {
    alerts.remember({ ...contacts, receivers: [{ email: 'mere@example.com', firstName: null }] });
    alerts = create(false);
    await pass(2 * MINUTE_MS, fail());
    expect(listSent()).toEqual(['database begun mere@example.com']);
  });

  it('The memory of direct alerts is a private file of one size, whose first write reserves what a full disk wouldn’t give', async () => {
    alerts.remember({ ...contacts, siteName: 'Tideworks' });
    const size = statSync(file).size;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { ino } = statSync(file);
    await pass(2 * MINUTE_MS, fail());
    expect([statSync(file).size, statSync(file).ino]).toEqual([size, ino]);
    expect(JSON.parse(readFileSync(file, 'utf8')).alerts.database.told).toEqual(['webhook', 'aroha@example.com']);
  });

  it('A direct alert is sent from memory where nothing can be written, and a damaged file counts as none', async () => {
    writeFileSync(file, '{"contacts":');
    alerts = create();
    rmSync(directory, { recursive: true, force: true });
    await pass(30 * MINUTE_MS, fail());
    expect(listSent()).toEqual(BEGUN);
  });
});

describe('what is sent', () => {
  it('A direct alert is an email with the name of the site, the part, the time there, the reason, the server and what to do', async () => {
    const smtp = await startFakeSmtpServer();
    const send = createAlertSender({
      siteUrl: 'https://www.example.com',
      server: 'akl-1',
      smtpUrl: smtp.url,
      webhookUrl: undefined,
      outboxDirectory: join(directory, 'outbox'),
      now: () => clock.now(),
    });
    const since = Date.parse('2026-11-24T08:15:00Z');
    const alert = {
      id: 'a',
      kind: 'database',
      since,
      reason: 'It doesn’t answer.',
      target: 'aroha@example.com',
    } as const;
    await send({ ...alert, state: 'begun' }, contacts);
    await send({ ...alert, state: 'begun' }, contacts);
    await send({ ...alert, id: 'b', state: 'over' }, contacts);
    await smtp.close();
    const [first, again, over] = smtp.received;
    expect(first?.to).toEqual(['aroha@example.com']);
    expect(first?.from).toBe('post@example.com');
    expect(first?.parsed.subject).toBe('The database can’t be reached');
    expect(first?.parsed.text).toContain('Aroha');
    expect(first?.parsed.text).toContain('It doesn’t answer. Seen by the server akl-1.');
    expect(first?.parsed.text).toContain('Check the libSQL server of DATABASE_URL');
    expect(first?.parsed.text).toContain('https://www.example.com/admin/system');
    expect(again?.parsed.messageId).toBe(first?.parsed.messageId);
    expect(over?.parsed.subject).toBe('Over: The database can’t be reached');
    expect(over?.parsed.messageId).not.toBe(first?.parsed.messageId);
  });

  it('A direct alert is JSON for the webhook, which Slack shows by its text; an answer that is no success is an error', async () => {
    const receiver = await startAlertReceiver();
    const send = createAlertSender({
      siteUrl: 'https://www.example.com',
      server: 'akl-1',
      smtpUrl: undefined,
      webhookUrl: receiver.url,
      outboxDirectory: join(directory, 'outbox'),
      now: () => clock.now(),
    });
    const since = Date.parse('2026-11-24T08:15:00Z');
    const alert = {
      id: 'a',
      kind: 'disk',
      state: 'begun',
      since,
      reason: 'No space is left.',
      target: 'webhook',
    } as const;
    await send(alert, contacts);
    receiver.status = 500;
    await expect(send(alert, contacts)).rejects.toThrow();
    await receiver.close();
    expect(receiver.received[0]).toEqual({
      id: 'a',
      text: expect.stringMatching(/^Mateworks: The disk is running out of space\. .*No space is left\. /),
      site: 'https://www.example.com',
      server: 'akl-1',
      alert: 'disk',
      state: 'begun',
      since: '2026-11-24T08:15:00.000Z',
      reason: 'No space is left.',
    });
  });
});

describe('who is told', () => {
  it('Receivers of direct alerts are admins who may see the server, in the name of the company; before the first of them signs in those of ADMIN_EMAILS', async () => {
    const test = await createTestApp();
    const readContacts = () =>
      readAlertContacts(
        { db: test.db, content: demoContent, now: test.clock.now() },
        { ADMIN_EMAILS: ['owner@example.com'], MAIL_FROM: 'post@example.com' },
      );
    expect((await readContacts()).receivers).toEqual([{ email: 'owner@example.com', firstName: null }]);
    await createUser(test, { email: 'admin@example.com', role: 'admin', firstName: 'Aroha' });
    await createUser(test, { email: 'reader@example.com' });
    const read = await readContacts();
    await test.close();
    expect(read.receivers).toEqual([{ email: 'admin@example.com', firstName: 'Aroha' }]);
    expect(read.sender).toEqual({ name: expect.stringMatching(/./), email: 'post@example.com' });
    const first = createFirstContacts({
      ADMIN_EMAILS: ['owner@example.com'],
      MAIL_FROM: undefined,
      SITE_URL: 'https://www.example.com',
    });
    expect(first.receivers).toEqual([{ email: 'owner@example.com', firstName: null }]);
    expect(first.sender).toEqual({ name: 'www.example.com', email: 'owner@example.com' });
  });
});
