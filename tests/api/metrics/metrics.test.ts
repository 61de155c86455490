import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmailDeliveryError } from '#api/adapters/mailer.ts';
import { PaymentError } from '#api/adapters/payments.ts';
import { createMetrics, type Metrics } from '#api/adapters/request-metrics.ts';
import { createApp } from '#api/app.ts';
import { PurgeWorker } from '#api/features/publishes/purges/worker.service.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { addServers } from '../../support/app/servers.ts';
import { startSignIn } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

import { PROJECT_ROOT } from '#db/project-root.ts';

const TOKEN = 'a token for Prometheus';

let test: TestApp;
let metrics: Metrics;
let app: ReturnType<typeof createApp>;
beforeEach(async () => {
  test = await createTestApp();
  metrics = await createMetrics();
  app = createApp({ ...test.deps, metrics: { ...metrics, token: TOKEN } });
});
afterEach(() => test.close());

const read = (token = TOKEN) => app.request('/metrics', { headers: { Authorization: `Bearer ${token}` } });

const createBackup = (hoursAgo: number, failure: string | null) => ({
  format: 1 as const,
  kind: 'hourly' as const,
  createdAt: test.clock.now() - hoursAgo * 3_600_000,
  file: { name: 'a.db.gz', bytes: 1_000, sha256: 'aa' },
  database: { bytes: 4_096, lastMigration: 1, counts: {} },
  uploads: { files: 0, bytes: 0, missing: [] },
  proof: { checkedAt: 0, milliseconds: 1_500, failure },
});

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

  it('has what docs/metrics.md lists and nothing else, named as Prometheus asks', async () => {
    Object.assign(test.deps.backups, { readStatus: async () => ({ backups: [createBackup(1, null)] }) });
    await test.db.client.execute(
      "INSERT INTO publish_jobs (kind, reason, status, milliseconds, created_at) VALUES ('rebuild', 'manual', 'live', 80, 0)",
    );
    await addServers(test.db);
    const text = await (await read()).text();
    const metrics = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }));
    const own = metrics.filter(({ name }) => !/^(process|nodejs)_/.test(name));
    const document = await readFile(join(PROJECT_ROOT, 'docs/metrics.md'), 'utf8');
    const listed = [...document.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
    );
    expect(own.map(({ name }) => name).sort()).toEqual(listed.sort());
    for (const { name, type } of own) {
      expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      expect(name.endsWith('_total'), `${name} is a counter`).toBe(type === 'counter');
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kilobytes)(_|$)/);
    }
  });

  it('says of several servers which run, which release each serves and which leads, with its lease', async () => {
    await addServers(test.db);
    expect(await readValue('servers')).toBe(2);
    expect(await readValue('server_release{server="akl-1:4321"}')).toBe(1);
    expect(await readValue('server_release{server="akl-2:4321"}')).toBe(0);
    expect(await readValue('server_leads{server="akl-1:4321"}')).toBe(1);
    expect(await readValue('server_leads{server="akl-2:4321"}')).toBe(0);
    expect(await readValue('lease_token{lease="lead"}')).toBe(3);
    expect(await readValue('lease_remaining_seconds{lease="lead"}')).toBeGreaterThan(50);
  });

  it('counts webhooks of Stripe that are refused', async () => {
    const stripe = createApp({
      ...test.deps,
      metrics: { ...metrics, token: TOKEN },
      payments: {
        readWebhook: () => {
          throw new PaymentError('bad_signature', 'The signature is wrong.');
        },
      } as never,
    });
    expect((await stripe.request('/api/stripe/webhook', { method: 'POST', body: '{}' })).status).toBe(400);
    expect(await readValue('webhooks_total{direction="in",peer="stripe",result="refused"}')).toBe(1);
  });

  it('counts webhooks to the CDN by what became of them', async () => {
    await test.db.client.execute(
      'INSERT INTO purges (release_id, published_at, next_attempt_at, created_at) VALUES (1, 0, 0, 0)',
    );
    let statusCode = 503;
    const worker = new PurgeWorker({
      ...test.deps,
      metrics: { ...metrics, token: TOKEN },
      release: () => 1,
      send: async () => ({ statusCode, error: statusCode === 204 ? null : 'It is down.' }),
    });
    await worker.whenIdle();
    expect(await readValue('webhooks_total{direction="out",peer="cdn",result="retried"}')).toBe(1);
    statusCode = 204;
    test.clock.advance(60_000);
    await worker.whenIdle();
    expect(await readValue('webhooks_total{direction="out",peer="cdn",result="delivered"}')).toBe(1);
    await worker.stop();
  });

  it('counts emails by what became of them', async () => {
    let error: Error | null = new EmailDeliveryError('server', 'ECONNREFUSED');
    const send = async () => {
      if (error) throw error;
    };
    const worker = new OutboxWorker({
      ...test.deps,
      metrics: { ...metrics, token: TOKEN },
      mailer: { send, close: () => undefined },
    });
    await startSignIn(test, { email: 'mere@example.com' });
    await worker.whenIdle();
    expect(await readValue('emails_total{result="retried"}')).toBe(1);
    error = null;
    test.clock.advance(60_000);
    await worker.whenIdle();
    expect(await readValue('emails_total{result="sent"}')).toBe(1);
    await worker.stop();
  });

  it('says which parts fail, and how old the newest proven backup is', async () => {
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
