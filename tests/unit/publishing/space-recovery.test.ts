import pino from 'pino';
import { expect, it, vi } from 'vitest';
import type { DiskSpace } from '#api/adapters/disk-space.ts';
import { SpaceRecovery } from '#api/publishing/queue/space-recovery.ts';

function createRecovery() {
  const disk = { isFull: true };
  const space: Pick<DiskSpace, 'isStillFull'> = { isStillFull: async () => disk.isFull };
  const freeSpace = vi.fn(async (attempt: number) => ({ kept: 10 - attempt, deleted: 1 }));
  const options = { log: pino({ level: 'silent' }), space: space as DiskSpace };
  const recovery = new SpaceRecovery(options, { freeSpace });
  return { recovery, disk, listAttempts: () => freeSpace.mock.calls.map(([attempt]) => attempt) };
}

it('space is freed at once, and then by its own count of attempts with a growing delay, until a probe finds some', async () => {
  const { recovery, disk, listAttempts } = createRecovery();
  await recovery.run();
  expect([recovery.delayMs, listAttempts()], 'not asked for').toEqual([null, []]);
  recovery.request();
  const delays = [recovery.delayMs];
  for (let n = 0; n < 8; n += 1) {
    await recovery.run();
    recovery.recordSuccess();
    delays.push(recovery.delayMs);
  }
  expect(listAttempts()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(delays[0]).toBe(0);
  expect(delays[1]).toBeGreaterThanOrEqual(1_000);
  expect(delays[3]).toBeGreaterThan(delays[1] ?? 0);
  expect(Math.max(...delays.map(Number))).toBeLessThanOrEqual(30_000);
  disk.isFull = false;
  await recovery.run();
  expect(recovery.delayMs).toBeNull();
  recovery.recordSuccess();
  recovery.request();
  await recovery.run();
  expect(listAttempts().slice(-2), 'counted anew').toEqual([8, 0]);
});

it('more is freed at the next attempt when what the probe found was not enough for a publish', async () => {
  const { recovery, disk, listAttempts } = createRecovery();
  disk.isFull = false;
  for (let n = 0; n < 3; n += 1) {
    recovery.request();
    await recovery.run();
  }
  expect(listAttempts()).toEqual([0, 1, 2]);
});
