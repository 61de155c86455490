import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '#api/adapters/request-metrics.ts';
import { createApp } from '#api/app.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const TOKEN = 'a token for Prometheus';

let test: TestApp;
let app: ReturnType<typeof createApp>;
beforeEach(async () => {
  test = await createTestApp();
  app = createApp({ ...test.deps, metrics: { ...(await createMetrics()), token: TOKEN } });
});
afterEach(() => test.close());

const read = (token = TOKEN) => app.request('/metrics', { headers: { Authorization: `Bearer ${token}` } });

/** The value of one line, by its name with labels. */
async function readValue(line: string): Promise<number | null> {
  const text = await (await read()).text();
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? null : Number(found.slice(line.length + 1));
}

describe('/metrics', () => {
  it('doesn’t exist without METRICS_TOKEN, and needs the token where there is one', async () => {
    expect((await test.app.request('/metrics')).status).toBe(404);
    expect((await read('guessed')).status).toBe(401);
    expect((await app.request('/metrics')).status).toBe(401);
    const response = await read();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  it('counts requests by the pattern of their route, never by an address that a client chose', async () => {
    await app.request('/api/blogs/slug/private-word');
    await app.request('/api/blogs/slug/another', { method: 'BREW' });
    await app.request('/api/secret-address');
    const text = await (await read()).text();
    expect(text).toContain(
      'http_request_duration_seconds_count{route="/api/blogs/slug/:slug",method="GET",status="404"} 1',
    );
    expect(text).toMatch(/method="other",status="\d+"} 1/);
    expect(text).not.toMatch(/private-word|secret-address|BREW/);
  });

  it('has memory, the delay of the event loop and processor time', async () => {
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'process_cpu_seconds_total',
    ])
      expect(await readValue(name)).toBeGreaterThanOrEqual(0);
  });

  it('says how long queues are, and how old their oldest row is', async () => {
    expect(await readValue('queue_length{queue="mail"}')).toBe(0);
    expect(await readValue('queue_oldest_age_seconds{queue="mail"}')).toBe(0);
    await app.request('/api/auth/email/start', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'kiri@example.com', firstName: 'Kiri', lastName: 'Paki' }),
    });
    test.clock.advance(90_000);
    expect(await readValue('queue_length{queue="mail"}')).toBe(1);
    expect(await readValue('queue_oldest_age_seconds{queue="mail"}')).toBe(90);
  });

  it('says which parts fail, and how old the newest proven backup is', async () => {
    const createBackup = (hoursAgo: number, failure: string | null) => ({
      ...{ format: 1 as const, kind: 'hourly' as const, createdAt: test.clock.now() - hoursAgo * 3_600_000 },
      file: { name: 'a.db.gz', bytes: 1_000, sha256: 'aa' },
      database: { bytes: 4_096, lastMigration: 1, counts: {} },
      uploads: { files: 0, bytes: 0, missing: [] },
      proof: { checkedAt: 0, milliseconds: 1_500, failure },
    });
    Object.assign(test.deps.backups, {
      findFailure: async () => ({ since: test.clock.now(), reason: null }),
      readStatus: async () => ({ backups: [createBackup(1, 'It is damaged.'), createBackup(4, null)] }),
    });
    expect(await readValue('part_failing{part="backups"}')).toBe(1);
    expect(await readValue('part_failing{part="mail"}')).toBe(0);
    expect(await readValue('backup_age_seconds')).toBe(4 * 3_600);
    expect(await readValue('backup_proof_duration_seconds')).toBe(1.5);
    expect(await readValue('site_release')).toBe(1);
  });
});
