import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmailMessage } from '#api/adapters/mailer.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { inviteEntries } from '#api/features/waiting-list/decisions/decisions.service.ts';
import { createUser } from '../../support/app/users.ts';
import { startSignIn } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { listEntries, joinWaitingList, listEmails, sendJson, findEntryToken } from '../../support/app/waiting-list.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

/** Delivers the outbox and returns the messages as the mailer gets them. */
async function deliverOutbox(): Promise<EmailMessage[]> {
  const sent: EmailMessage[] = [];
  const mailer = { send: async (message: EmailMessage) => void sent.push(message), close: () => undefined };
  const worker = new OutboxWorker({ ...test.deps, mailer });
  await worker.whenIdle();
  await worker.stop();
  return sent;
}

const inviteAll = async () => {
  const admin = await createUser(test, { role: 'admin' });
  const ids = (await listEntries(test)).map((entry) => Number(entry.id));
  await inviteEntries(test.deps, { ids }, admin.id);
  // Until then it can be undone.
  test.clock.advance(30_000);
};
const confirmEntry = async () => sendJson(test, 'POST', '/confirm', { token: await findEntryToken(test) });
const getGreeting = ({ text }: EmailMessage) => text.split('\n')[0];
const toSearchableText = ({ to, subject, text, html }: EmailMessage) => JSON.stringify([to, subject, text, html]);

describe('T41 names in emails', () => {
  it('are not in any email to an unconfirmed address, for random names', async () => {
    const name = fc.oneof(
      fc.constantFrom('Buy Gold Now', 'WIN 1000 DOLLARS', 'Call 0800 83 83 83', 'evil.example', '<b>hello</b>'),
      fc.string({ unit: 'grapheme', minLength: 4, maxLength: 100 }),
    );
    let people = 0;
    await fc.assert(
      fc.asyncProperty(name, name, async (firstName, lastName) => {
        people += 1;
        const [email, other] = [`person${people}@example.com`, `signup${people}@example.com`];
        const marked = {
          firstName: `Marksman${firstName}`.slice(0, 100),
          lastName: `Marksman${lastName}`.slice(0, 100),
        };
        fc.pre((await joinWaitingList(test, { email, ...marked })).status === 201);
        await startSignIn(test, { email: other, ...marked }, { ip: `10.9.${people >> 8}.${people & 255}` });
        const sent = await deliverOutbox();
        expect(sent.map((message) => message.to)).toEqual(expect.arrayContaining([{ email }, { email: other }]));
        expect(sent.filter((message) => toSearchableText(message).includes('Marksman'))).toEqual([]);
        expect(sent.map(getGreeting)).toEqual(['Kia ora,', 'Kia ora,']);
      }),
      { numRuns: 40 },
    );
  });

  it('are not in an invitation to an unconfirmed address', async () => {
    await joinWaitingList(test, { firstName: 'Buy', lastName: 'Gold' });
    await inviteAll();
    const sent = await deliverOutbox();
    expect(sent.map(getGreeting)).toEqual(['Kia ora,', 'Kia ora,']);
    expect(sent.map(toSearchableText).join()).not.toMatch(/Buy|Gold/);
  });

  it('a confirmed address is greeted by first name, in the body only', async () => {
    await joinWaitingList(test, { firstName: 'Aroha', lastName: 'Ngata' });
    await confirmEntry();
    await inviteAll();
    const sent = await deliverOutbox();
    expect(sent.map(getGreeting)).toEqual(['Kia ora,', 'Kia ora Aroha,']);
    expect(sent.map((message) => message.to)).toEqual([{ email: 'ada@example.com' }, { email: 'ada@example.com' }]);
    expect(sent.map(toSearchableText).join()).not.toContain('Ngata');
  });

  it('a display name in an outbox row of an earlier version is not sent', async () => {
    await joinWaitingList(test);
    await test.db.client.execute("UPDATE outbox SET to_name = 'Buy Gold'");
    expect((await deliverOutbox()).map((message) => message.to)).toEqual([{ email: 'ada@example.com' }]);
  });
});

describe('T16 an unconfirmed address', () => {
  it('gets at most three emails in 30 days for each list', async () => {
    const day = 24 * 60 * 60 * 1000;
    for (let n = 0; n < 20; n += 1) {
      await joinWaitingList(test);
      test.clock.advance(day);
    }
    expect(await listEmails(test)).toHaveLength(3);
    expect((await joinWaitingList(test, { productId: 5 })).status).toBe(201);
    expect(await listEmails(test)).toHaveLength(4);
    test.clock.advance(12 * day);
    await joinWaitingList(test);
    expect(await listEmails(test)).toHaveLength(5);
  });
});
