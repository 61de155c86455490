import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileMailer } from '#api/adapters/file-mailer.ts';
import type { EmailMessage, Mailer } from '#api/adapters/mailer.ts';
import { createSmtpMailer } from '#api/adapters/smtp-mailer.ts';
import { type FakeSmtpServer, startFakeSmtpServer } from '../../support/mail/fake-smtp-server.ts';

const from = () => ({ name: 'Mateworks', email: 'support@mateworks.example' });
const message: EmailMessage = {
  id: 7,
  messageId: '7.abc@example.com',
  date: Date.parse('2026-11-21T00:00:00Z'),
  to: { email: 'person@example.com' },
  subject: 'Your code',
  text: 'Kia ora,\n\n123456',
  html: '<p>123456</p>',
  code: '123456',
};
const KNOWN_HEADERS = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];

const hostileNames = [
  'A\r\nBcc: victim@example.org',
  'A\nBcc: victim@example.org\n\nbody',
  'A\rCc: victim@example.org',
  'A\u2028Bcc: victim@example.org',
  'A\0B',
  'a@example.org, b@example.org',
  '"A" <victim@example.org>',
  'victim@example.org',
  '<victim@example.org>',
  '=?utf-8?q?=0D=0ABcc:_victim@example.org?=',
  'Müller, Ā; "x"',
  '\u202egnp.exe',
  '{"path":"/etc/passwd"}',
  'x'.repeat(100),
  '😀'.repeat(40),
  '\ud800',
];

describe('mail by SMTP', () => {
  let smtp: FakeSmtpServer;
  let mailer: Mailer;
  beforeEach(async () => {
    smtp = await startFakeSmtpServer();
    mailer = createSmtpMailer({ url: smtp.url, from, responseTimeoutMs: 500 });
  });
  afterEach(async () => {
    mailer.close();
    await smtp.close();
  });

  it('arrives as text and HTML, from the company, with the given Message-ID', async () => {
    await mailer.send(message);
    const [mail] = smtp.received;
    expect(mail).toMatchObject({ from: from().email, to: ['person@example.com'] });
    expect(mail?.parsed).toMatchObject({
      from: { name: 'Mateworks', address: from().email },
      to: [{ name: '', address: 'person@example.com' }],
      subject: 'Your code',
      messageId: '<7.abc@example.com>',
      date: '2026-11-21T00:00:00.000Z',
    });
    expect(mail?.parsed.text?.trim()).toBe(message.text);
    expect(mail?.parsed.html?.trim()).toBe(message.html);
    expect(mail?.parsed.headers.find((header) => header.key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  it.each(hostileNames)(
    'T17 T18 T41 goes to one address without a display name, with no extra header, for the name %j',
    async (name) => {
      const person = { email: 'person@example.com', name };
      await mailer.send({ ...message, to: person, subject: name });
      expect(smtp.recipients).toEqual(['person@example.com']);
      const [mail] = smtp.received;
      expect(mail?.to).toEqual(['person@example.com']);
      expect(mail?.parsed.to).toEqual([{ name: '', address: 'person@example.com' }]);
      expect(mail?.parsed.headers.map((header) => header.key).sort()).toEqual(KNOWN_HEADERS);
      expect(mail?.parsed.text?.trim()).toBe(message.text);
    },
  );

  it.each([
    'a@example.com,b@example.com',
    'a@example.com b@example.com',
    '"q"@example.com',
    'A <b@example.com>',
    '',
    'a@example.com>\r\nRCPT TO:<b@example.com',
  ])('T17 is not sent when the address is not exactly one address: %j', async (email) => {
    const sending = mailer.send({ ...message, to: { email } });
    await expect(sending).rejects.toMatchObject({ scope: 'mail', isPermanent: true });
    expect(smtp.recipients).toEqual([]);
  });

  it('T18 reads no file and fetches no URL', async () => {
    const file = { path: join(import.meta.dirname, 'mail-smtp.test.ts') };
    for (const part of ['text', 'html'] as const) {
      await expect(mailer.send({ ...message, [part]: file as never })).rejects.toThrow();
      await expect(mailer.send({ ...message, [part]: { href: 'http://127.0.0.1:1/' } as never })).rejects.toThrow();
    }
    expect(smtp.received).toEqual([]);
  });

  it.each([
    ['550 for the receiver', 550, { scope: 'mail', isPermanent: true, reason: 'RCPT TO 550' }],
    ['450 for the receiver', 450, { scope: 'mail', isPermanent: false, reason: 'RCPT TO 450' }],
    ['421', 421, { scope: 'server', isPermanent: false, reason: 'CONN 421' }],
  ])('reports the scope of the failure: %s', async (_, code, expected) => {
    smtp.refuse(() => code);
    await expect(mailer.send(message)).rejects.toMatchObject(expected);
  });

  it.each(['down', '421', 'stall', 'drop-at-rcpt', 'drop-in-data', 'drop-after-data'] as const)(
    'reports a server failure in the mode %s, and recovers',
    async (mode) => {
      await smtp.setMode(mode);
      const error = await mailer.send(message).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'EmailDeliveryError', scope: 'server', isPermanent: false });
      expect(String(error)).not.toContain('person@example.com');
      await smtp.setMode('up');
      await mailer.send({ ...message, id: 8, messageId: '8.abc@example.com' });
      expect(smtp.received.at(-1)?.parsed.messageId).toBe('<8.abc@example.com>');
    },
  );

  it('uses at most four connections for many emails', async () => {
    // With the default timeout: a short one would replace connections that are slow on a busy machine.
    const mailerWithDefaultTimeout = createSmtpMailer({ url: smtp.url, from });
    const sends = Array.from({ length: 40 }, (_, id) =>
      mailerWithDefaultTimeout.send({ ...message, id, messageId: `${id}.abc@example.com` }),
    );
    await Promise.all(sends);
    mailerWithDefaultTimeout.close();
    expect(new Set(smtp.received.map((mail) => mail.parsed.messageId)).size).toBe(40);
    expect(smtp.connections()).toBeLessThanOrEqual(4);
  });
});

describe('mail to files', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mail-files-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('writes one file named by the id, and prints the code', async () => {
    const printed: string[] = [];
    const outbox = join(directory, 'outbox');
    const mailer = createFileMailer({ directory: outbox, from, printLine: (line) => printed.push(line) });
    await mailer.send(message);
    await mailer.send({ ...message, id: 8, code: null });
    expect((await readdir(outbox)).sort()).toEqual(['7.eml', '8.eml']);
    expect(printed).toEqual(['Code for person@example.com: 123456']);
    const parsed = await PostalMime.parse(await readFile(join(outbox, '7.eml')));
    expect(parsed).toMatchObject({ subject: 'Your code', text: `${message.text}\n`, messageId: '<7.abc@example.com>' });
    expect((await stat(join(outbox, '7.eml'))).mode & 0o077).toBe(0);
  });

  it('T31 prints no code without a printer', async () => {
    await createFileMailer({ directory, from, printLine: null }).send(message);
    expect(await readdir(directory)).toEqual(['7.eml']);
  });

  it('T18 writes one file for every subject', async () => {
    const mailer = createFileMailer({ directory, from, printLine: () => undefined });
    for (const [id, name] of hostileNames.entries()) {
      await mailer.send({ ...message, id, subject: name });
      const parsed = await PostalMime.parse(await readFile(join(directory, `${id}.eml`)));
      expect(parsed.headers.map((header) => header.key).sort()).toEqual(KNOWN_HEADERS);
    }
  });

  it('reports a write failure and prints no code', async () => {
    const printed: string[] = [];
    await writeFile(join(directory, 'file'), '');
    const mailer = createFileMailer({
      directory: join(directory, 'file'),
      from,
      printLine: (line) => printed.push(line),
    });
    await expect(mailer.send(message)).rejects.toMatchObject({ scope: 'server', reason: expect.stringMatching(/^E/) });
    expect(printed).toEqual([]);
  });
});
