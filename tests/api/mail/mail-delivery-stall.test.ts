import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Mailer, EmailDeliveryError } from '#api/adapters/mailer.ts';
import { isDeliveryStalled } from '#api/features/mail/outbox/outbox.service.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { createFakeMailer, listOutboxRows, enqueueCodeEmail, enqueueJoinedEmail } from '../../support/mail/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

const MINUTE_MS = 60_000;

let test: TestDatabase;
let worker: OutboxWorker;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  await worker.stop();
  await test.close();
});

function startWorker(mailer: Mailer): void {
  worker = new OutboxWorker({ ...test.deps, mailer, random: () => 1 });
}

async function advanceClock(milliseconds: number): Promise<void> {
  test.clock.advance(milliseconds);
  await worker.whenIdle();
}

const rejectRecipient = () => {
  throw new EmailDeliveryError('mail', 'RCPT TO 550', true);
};
const failConnection = () => {
  throw new EmailDeliveryError('server', 'CONN ECONNREFUSED');
};

describe('F10 delivery is stalled', () => {
  it('when a code has waited for more than a minute for a server that is down', async () => {
    startWorker(createFakeMailer(failConnection));
    await enqueueCodeEmail(test, 'a@example.com');
    await worker.whenIdle();
    await advanceClock(MINUTE_MS);
    expect(await isDeliveryStalled(test)).toBe(false);
    test.clock.advance(1);
    expect(await isDeliveryStalled(test)).toBe(true);
  });

  it('when no attempt was made for a minute', async () => {
    startWorker(createFakeMailer());
    await enqueueCodeEmail(test, 'a@example.com');
    test.clock.advance(MINUTE_MS + 1);
    expect(await isDeliveryStalled(test)).toBe(true);
    await worker.whenIdle();
    expect(await isDeliveryStalled(test)).toBe(false);
  });

  it('not when the code has expired', async () => {
    startWorker(createFakeMailer(failConnection));
    await enqueueCodeEmail(test, 'a@example.com');
    test.clock.advance(10 * MINUTE_MS);
    expect(await isDeliveryStalled(test)).toBe(false);
  });

  it('not by emails other than codes, nor by a rejected recipient', async () => {
    startWorker(createFakeMailer(rejectRecipient));
    await enqueueJoinedEmail(test, 'a@example.com');
    await enqueueCodeEmail(test, 'b@example.com');
    await advanceClock(0);
    await advanceClock(2 * MINUTE_MS);
    const rows = await listOutboxRows(test);
    expect(rows.map((row) => row.status)).toEqual(['queued', 'queued']);
    expect(await isDeliveryStalled(test)).toBe(false);
  });
});
