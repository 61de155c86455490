import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Mailer, EmailDeliveryError } from '#api/adapters/mailer.ts';
import { isDeliveryStalled } from '#api/features/mail/outbox/outbox.service.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { createFakeMailer, listOutboxRows, enqueueCodeEmail, enqueueJoinedEmail } from '../../support/mail/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

const MINUTE_MS = 60_000;

let data: TestDatabase;
let worker: OutboxWorker;
beforeEach(async () => {
  data = await createTestDatabase();
});
afterEach(async () => {
  await worker.stop();
  await data.close();
});

function workWith(mailer: Mailer): void {
  worker = new OutboxWorker({ ...data.deps, mailer, random: () => 1 });
}

async function pass(milliseconds: number): Promise<void> {
  data.clock.advance(milliseconds);
  await worker.whenIdle();
}

const refused = () => {
  throw new EmailDeliveryError('mail', 'RCPT TO 550', true);
};
const down = () => {
  throw new EmailDeliveryError('server', 'CONN ECONNREFUSED');
};

describe('F10 the mail is stuck', () => {
  it('when a code has waited for more than a minute for a server that is down', async () => {
    workWith(createFakeMailer(down));
    await enqueueCodeEmail(data, 'a@example.com');
    await worker.whenIdle();
    await pass(MINUTE_MS);
    expect(await isDeliveryStalled(data)).toBe(false);
    data.clock.advance(1);
    expect(await isDeliveryStalled(data)).toBe(true);
  });

  it('when nobody has even tried', async () => {
    workWith(createFakeMailer());
    await enqueueCodeEmail(data, 'a@example.com');
    data.clock.advance(MINUTE_MS + 1);
    expect(await isDeliveryStalled(data)).toBe(true);
    await worker.whenIdle();
    expect(await isDeliveryStalled(data)).toBe(false);
  });

  it('no longer when the code is of no use any more', async () => {
    workWith(createFakeMailer(down));
    await enqueueCodeEmail(data, 'a@example.com');
    data.clock.advance(10 * MINUTE_MS);
    expect(await isDeliveryStalled(data)).toBe(false);
  });

  it('not because of invitations, nor of a receiver who turns mail away', async () => {
    workWith(createFakeMailer(refused));
    await enqueueJoinedEmail(data, 'a@example.com');
    await enqueueCodeEmail(data, 'b@example.com');
    await pass(0);
    await pass(2 * MINUTE_MS);
    const rows = await listOutboxRows(data);
    expect(rows.map((row) => row.status)).toEqual(['queued', 'queued']);
    expect(await isDeliveryStalled(data)).toBe(false);
  });
});
