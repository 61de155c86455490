import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { LoopWatch } from '#api/loop-watch.ts';
import type { BackupRecord } from '#api/domain/backup-record.ts';
import { addServers } from '../../support/app/servers.ts';
import { createUser, createTestSession } from '../../support/app/users.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let token: string;
beforeEach(async () => {
  test = await createTestApp();
  token = await createTestSession(test, await createUser(test, { role: 'admin' }));
});
afterEach(() => test.close());

async function call(method: string, path: string, changes: Partial<TestApp['deps']> = {}) {
  const app = createApp({ ...test.deps, ...changes });
  const response = await app.request(path, { method, headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

const createRecord = (values: Partial<BackupRecord> = {}): BackupRecord => ({
  format: 1,
  kind: 'hourly',
  createdAt: Date.parse('2026-11-20T23:00:00Z'),
  file: { name: '20261120-230000-hourly.db.gz', bytes: 1_000, sha256: 'aa' },
  database: { bytes: 4_096, lastMigration: 1, counts: {} },
  uploads: { files: 0, bytes: 0, missing: [] },
  proof: { checkedAt: 0, milliseconds: 12, failure: null },
  ...values,
});

describe('the state of the server', () => {
  it('says of each part since when it fails and why, with the backups', async () => {
    const failure = { since: Date.parse('2026-11-20T21:00:00Z'), reason: 'There isn’t enough space for a backup.' };
    const backups = {
      ...test.deps.backups,
      findFailure: async () => failure,
      readStatus: async () => ({
        place: 'bucket' as const,
        isRunning: true,
        changes: { copiedUntil: Date.parse('2026-11-20T23:04:05Z'), failure: 'The bucket can’t be reached.' },
        lastFailure: failure.reason,
        backups: [createRecord()],
      }),
    };
    const { body } = await call('GET', '/api/admin/system', { backups });
    expect(body.parts.map(({ part }: { part: string }) => part)).toEqual([
      ...['mail', 'uploads', 'publishing', 'cdn', 'billing', 'backups', 'disk'],
    ]);
    expect(body.parts.filter((part: { failing_since: string | null }) => part.failing_since)).toEqual([
      { part: 'backups', failing_since: '2026-11-20T21:00:00.000Z', reason: failure.reason },
    ]);
    expect(body.server).toMatchObject({ release: 1, disk: { free_bytes: 2 ** 40, total_bytes: 2 ** 41 } });
    expect(body.server.database).toEqual({ bytes: expect.any(Number), is_file: true });
    expect(body.server.database.bytes).toBeGreaterThan(100_000);
    expect(body.queues.map(({ queue }: { queue: string }) => queue)).toEqual([
      ...['mail', 'publishes', 'cdn_purges', 'openshelf_webhooks', 'subscription_webhooks', 'stripe_events'],
    ]);
    expect(body.queues[0]).toEqual({ queue: 'mail', length: 0, oldest_at: null });
    expect(body.alerts).toEqual({ emails: [expect.stringContaining('@example.com')], is_sent: true });
    expect(body.backups).toEqual({
      place: 'bucket',
      is_running: true,
      last_failure: failure.reason,
      changes: { copied_until: '2026-11-20T23:04:05.000Z', failure: 'The bucket can’t be reached.' },
      list: [
        {
          name: '20261120-230000-hourly.db.gz',
          kind: 'hourly',
          bytes: 1_000,
          failure: null,
          proof_ms: 12,
          created_at: '2026-11-20T23:00:00.000Z',
          kept_until: '2026-11-21T23:00:00.000Z',
        },
      ],
    });
  });

  it('The state of the server has the pauses of the event loop, in whole milliseconds', async () => {
    const pause = {
      at: Date.parse('2026-11-20T14:02:00Z'),
      milliseconds: 310.4,
      busyMilliseconds: 299.6,
      work: 'imports',
    };
    const { body } = await call('GET', '/api/admin/system', { loopWatch: { listPauses: () => [pause] } });
    expect(body.pauses).toEqual([
      { at: '2026-11-20T14:02:00.000Z', milliseconds: 310, busy_milliseconds: 300, work: 'imports' },
    ]);
  });

  it('A request that holds the event loop is named by the pattern of its route', async () => {
    const watch = new LoopWatch({ clock: test.clock });
    watch.start();
    const backups = { ...test.deps.backups };
    backups.readStatus = async () => {
      const end = performance.now() + 300;
      while (performance.now() < end);
      return { place: 'bucket' as const, isRunning: false, lastFailure: null, changes: null, backups: [] };
    };
    try {
      await call('GET', '/api/admin/system', { backups });
      await expect.poll(() => watch.listPauses().map(({ work }) => work)).toEqual(['GET /api/admin/system']);
    } finally {
      watch.stop();
    }
  });

  it('has the servers of the site: which leads, which is behind, and which is gone', async () => {
    expect((await call('GET', '/api/admin/system')).body.servers).toEqual([]);
    await addServers(test.db);
    const { servers } = (await call('GET', '/api/admin/system')).body;
    const keys = ['name', 'release', 'is_leader', 'is_behind', 'is_alive'];
    expect(servers.map((server: Record<string, unknown>) => keys.map((key) => server[key]))).toEqual([
      ['akl-1:4321', 1, true, false, true],
      ['akl-2:4321', 0, false, true, true],
      ['akl-3:4321', 1, false, false, false],
    ]);
  });

  it('begins a backup, without waiting for it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const kinds: string[] = [];
    const backUp = (kind: 'manual') => {
      kinds.push(kind);
      return promise;
    };
    const { status } = await call('POST', '/api/admin/system/backups', { backups: { ...test.deps.backups, backUp } });
    expect([status, kinds]).toEqual([200, ['manual']]);
    resolve();
  });
});
