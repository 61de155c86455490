import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { LibsqlError } from '@libsql/client';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskSpace } from '#api/adapters/disk-space.ts';
import { createApp } from '#api/app.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { ignoreOutOfSpace, isOutOfSpace } from '#db/out-of-space.ts';
import { toBearerHeader, createUser, createTestSession } from '../support/app/users.ts';
import { createFakeMailer, listOutboxRows, enqueueCodeEmail } from '../support/mail/outbox.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';

const HOUR_MS = 3_600_000;
const faults = {
  SQLITE_FULL: () => new LibsqlError('database or disk is full', 'SQLITE_FULL'),
  SQLITE_IOERR_WRITE: () => new LibsqlError('disk I/O error', 'SQLITE_IOERR', 'SQLITE_IOERR_WRITE'),
  ENOSPC: () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
  EDQUOT: () => Object.assign(new Error('disk quota exceeded'), { code: 'EDQUOT' }),
  EFBIG: () => new Error('wrapped', { cause: Object.assign(new Error('file too large'), { code: 'EFBIG' }) }),
};

let test: TestApp;
let monotonicMs: number;
beforeEach(async () => {
  test = await createTestApp();
  monotonicMs = 0;
  test.deps.space = createDiskSpace({ ...test, directories: [test.directory], now: () => monotonicMs });
  test.app = createApp(test.deps);
});
afterEach(() => test.close());

/** Makes every write fail with this error until the returned function is called. */
function failWrites(fault: () => Error): () => void {
  const { client } = test.db;
  const batch = client.batch.bind(client);
  client.batch = () => Promise.reject(fault());
  return () => {
    client.batch = batch;
  };
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  test.app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7', ...headers },
    body: JSON.stringify(body),
  });
const health = async () => {
  const response = await test.app.request('/api/health');
  return { status: response.status, body: await response.json() };
};

describe('T37: a full disk', () => {
  it.each(Object.entries(faults))(
    'a write that fails with %s is answered with 507, a message and Retry-After',
    async (_code, fault) => {
      const token = await createTestSession(test, await createUser(test, { role: 'admin' }));
      failWrites(fault);
      const responses = [
        await post('/api/auth/email/start', { email: 'ada@example.com' }),
        await post('/api/waitinglist', { email: 'ada@example.com', productId: 4 }),
        await post('/api/blogs', { title: 'Post', content: '<p>Post.</p>' }, toBearerHeader(token)),
        await post('/api/publishes/rebuild', {}, toBearerHeader(token)),
      ];
      for (const response of responses) {
        expect(response.status).toBe(507);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await response.json()).toMatchObject({
          code: 'insufficient_storage',
          message: 'The server’s storage is full, so nothing was saved. Try again in a few minutes.',
        });
      }
    },
  );

  it('the form without scripts returns the page with the message and the entered values', async () => {
    failWrites(faults.SQLITE_FULL);
    const response = await test.app.request('/api/waitinglist/form', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': '203.0.113.7' },
      body: new URLSearchParams({ email: 'ada@example.com', productId: '4' }).toString(),
    });
    expect(response.status).toBe(507);
    const page = await response.text();
    expect(page).toContain('storage is full');
    expect(page).toContain('ada@example.com');
  });

  it('reads with a session succeed although its last use cannot be stored', async () => {
    const token = await createTestSession(test, await createUser(test, { role: 'admin' }));
    test.clock.advance(2 * HOUR_MS);
    failWrites(faults.SQLITE_FULL);
    for (const path of ['/api/auth/me', '/api/blogs', '/api/publishes']) {
      expect([path, (await test.app.request(path, { headers: toBearerHeader(token) })).status]).toEqual([path, 200]);
    }
  });

  it('health reports disk_full after a failed write, until a rate-limited probe can write', async () => {
    expect((await health()).body.status).toBe('ok');
    const restoreWrites = failWrites(faults.SQLITE_FULL);
    await post('/api/waitinglist', { email: 'ada@example.com', productId: 4 });
    expect(await health()).toMatchObject({
      status: 200,
      body: {
        status: 'degraded',
        reason: 'disk_full',
        parts: { disk: { status: 'failing', since: expect.any(String) } },
      },
    });
    restoreWrites();
    expect((await health()).body.status).toBe('degraded');
    monotonicMs += 2_000;
    expect((await health()).body).toMatchObject({ status: 'ok' });
    expect((await health()).body.reason).toBeUndefined();
  });

  it('the start page says that nothing can go live from a failed write on, until a probe can write', async () => {
    const token = await createTestSession(test, await createUser(test, { role: 'admin' }));
    const isWaiting = async () => {
      const response = await test.app.request('/api/overview', { headers: toBearerHeader(token) });
      return ((await response.json()) as { site: { waiting_for_space: boolean } }).site.waiting_for_space;
    };
    const restoreWrites = failWrites(faults.ENOSPC);
    await post('/api/waitinglist', { email: 'ada@example.com', productId: 4 });
    expect(await isWaiting()).toBe(true);
    restoreWrites();
    monotonicMs += 2_000;
    expect(await isWaiting()).toBe(false);
  });

  it.runIf(process.platform === 'linux')('health stays degraded while one of several disks is full', async () => {
    const fullDisk = join(test.directory, 'another-disk');
    await mkdir(fullDisk);
    // Writing to this device fails with ENOSPC, always.
    await symlink('/dev/full', join(fullDisk, 'space.probe.tmp'));
    test.deps.space = createDiskSpace({
      ...test,
      directories: [test.directory, fullDisk],
      now: () => monotonicMs,
    });
    test.deps.space.recordError(faults.ENOSPC());
    expect((await health()).body.status).toBe('degraded');
    // The probe has deleted its file, which was the link to the device, so the next one can write.
    monotonicMs += 2_000;
    expect((await health()).body.status).toBe('ok');
  });

  it('is announced again once a probe in between has found space', async () => {
    const { space } = test.deps;
    const announced = vi.fn();
    space.onFull(announced);
    const restoreWrites = failWrites(faults.SQLITE_FULL);
    space.recordError(faults.SQLITE_FULL());
    expect([await space.isStillFull(), space.fullSince]).toEqual([true, test.clock.now()]);
    restoreWrites();
    // At once: whoever has freed space does not wait for the next probe of others.
    expect([await space.isStillFull(), space.fullSince]).toEqual([false, null]);
    expect(announced).toHaveBeenCalledTimes(1);
    space.recordError(faults.SQLITE_FULL());
    expect(announced).toHaveBeenCalledTimes(2);
  });

  it.each([
    [32, false],
    [31.9, true],
  ])('is short of space with %s MB on one of several disks: %s', async (megabytes, isShort) => {
    const free = new Map([
      ['/data', 2 ** 40],
      ['/objects', megabytes * 1024 ** 2],
    ]);
    const readFreeBytes = async (directory: string) => free.get(directory) ?? 0;
    expect(await createDiskSpace({ ...test, directories: [...free.keys()], readFreeBytes }).isShort()).toBe(isShort);
    expect(await createDiskSpace({ ...test, directories: [join(test.directory, 'missing')] }).isShort()).toBe(false);
  });

  it('another I/O error does not count as a full disk', async () => {
    failWrites(() => new LibsqlError('disk I/O error', 'SQLITE_IOERR', 'SQLITE_IOERR_READ'));
    expect((await post('/api/waitinglist', { email: 'ada@example.com', productId: 4 })).status).toBe(500);
    expect((await health()).body.status).toBe('ok');
    expect([null, 'ENOSPC', new Error('full')].map(isOutOfSpace)).toEqual([false, false, false]);
    expect(() => ignoreOutOfSpace(new Error('other'))).toThrow('other');
  });
});

describe('T37: the outbox on a full disk', () => {
  /** A worker with maximum jitter; `firstLogLine` resolves with its first logged error. */
  function startWorker() {
    const firstLogLine = Promise.withResolvers<void>();
    const log = pino({ level: 'error' }, { write: () => firstLogLine.resolve() });
    const mailer = createFakeMailer();
    const worker = new OutboxWorker({ ...test.deps, log, mailer, random: () => 1 });
    worker.wake();
    return { worker, mailer, firstLogLine: firstLogLine.promise };
  }

  it('is polled again with backoff when its rows cannot be updated', async () => {
    await enqueueCodeEmail(test, 'late@example.com', { expiresAt: test.clock.now() });
    await enqueueCodeEmail(test, 'ada@example.com');
    const restoreWrites = failWrites(faults.SQLITE_FULL);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const { worker, mailer, firstLogLine } = startWorker();
    await firstLogLine;
    await worker.whenIdle();
    const delays = timers.mock.calls.map(([, delay]) => delay);
    timers.mockRestore();
    expect(delays).toContain(2_000);
    expect(delays).not.toContain(50);
    restoreWrites();
    await worker.whenIdle();
    expect(mailer.sent.map(({ to }) => to.email)).toEqual(['ada@example.com']);
    expect((await listOutboxRows(test)).map(({ status }) => status)).toEqual(['expired', 'sent']);
    await worker.stop();
  });

  it('sends an email once, and marks it as sent when there is space again', async () => {
    await enqueueCodeEmail(test, 'ada@example.com');
    const restoreWrites = failWrites(faults.SQLITE_FULL);
    const { worker, mailer, firstLogLine } = startWorker();
    await firstLogLine;
    expect((await health()).body.status).toBe('degraded');
    restoreWrites();
    await worker.whenIdle();
    expect(mailer.sent.map(({ to }) => to.email)).toEqual(['ada@example.com']);
    expect((await listOutboxRows(test)).map(({ status }) => status)).toEqual(['sent']);
    await worker.stop();
  });
});
