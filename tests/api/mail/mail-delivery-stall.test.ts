import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Mailer, MailNotSent } from '#api/adapters/mailer.ts';
import { isMailStuck } from '#api/features/mail/outbox/outbox.service.ts';
import { MailWorker } from '#api/features/mail/outbox/worker.service.ts';
import { createFakeMailer, outboxRows, queueCode, queueJoined } from '../../support/mail/outbox.ts';
import { createTestData, type TestData } from '../../support/app/test-app.ts';

const MINUTE_MS = 60_000;

let data: TestData;
let worker: MailWorker;
beforeEach(async () => {
  data = await createTestData();
});
afterEach(async () => {
  await worker.stop();
  await data.close();
});

function workWith(mailer: Mailer): void {
  worker = new MailWorker({ ...data.deps, mailer, random: () => 1 });
}

async function pass(milliseconds: number): Promise<void> {
  data.clock.advance(milliseconds);
  await worker.settled();
}

const refused = () => {
  throw new MailNotSent('mail', 'RCPT TO 550', true);
};
const down = () => {
  throw new MailNotSent('server', 'CONN ECONNREFUSED');
};

describe('F10 the mail is stuck', () => {
  it('when a code has waited for more than a minute for a server that is down', async () => {
    workWith(createFakeMailer(down));
    await queueCode(data, 'a@example.com');
    await worker.settled();
    await pass(MINUTE_MS);
    expect(await isMailStuck(data)).toBe(false);
    data.clock.advance(1);
    expect(await isMailStuck(data)).toBe(true);
  });

  it('when nobody has even tried', async () => {
    workWith(createFakeMailer());
    await queueCode(data, 'a@example.com');
    data.clock.advance(MINUTE_MS + 1);
    expect(await isMailStuck(data)).toBe(true);
    await worker.settled();
    expect(await isMailStuck(data)).toBe(false);
  });

  it('no longer when the code is of no use any more', async () => {
    workWith(createFakeMailer(down));
    await queueCode(data, 'a@example.com');
    data.clock.advance(10 * MINUTE_MS);
    expect(await isMailStuck(data)).toBe(false);
  });

  it('not because of invitations, nor of a receiver who turns mail away', async () => {
    workWith(createFakeMailer(refused));
    await queueJoined(data, 'a@example.com');
    await queueCode(data, 'b@example.com');
    await pass(0);
    await pass(2 * MINUTE_MS);
    const rows = await outboxRows(data);
    expect(rows.map((row) => row.status)).toEqual(['queued', 'queued']);
    expect(await isMailStuck(data)).toBe(false);
  });
});
