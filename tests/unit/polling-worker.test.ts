import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { systemClock } from '#api/clock.ts';
import type { DiskSpace } from '#api/adapters/disk-space.ts';
import { PollingWorker } from '#api/polling-worker.ts';

const space = { recordError: () => undefined } as unknown as DiskSpace;

class TestWorker extends PollingWorker {
  readonly runDue = vi.fn(async () => 0);
  findNextAt = async () => null;
}

const createWorker = () =>
  new TestWorker({ clock: systemClock, log: pino({ level: 'silent' }), space }, 'mail', 'polling failed');

it('A worker whose poll failed polls again at once when it is told that the cause has ended', async () => {
  const worker = createWorker();
  worker.runDue.mockRejectedValueOnce(new Error('The database is away.'));
  await worker.whenIdle();
  expect(worker.runDue).toHaveBeenCalledTimes(1);
  worker.retry();
  expect(worker.runDue).toHaveBeenCalledTimes(2);
  await worker.stop();
});

it('A worker whose poll succeeded does not poll when a cause of failures has ended', async () => {
  const worker = createWorker();
  await worker.whenIdle();
  worker.retry();
  expect(worker.runDue).toHaveBeenCalledTimes(1);
  await worker.stop();
});
