import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmailDeliveryError } from '#api/adapters/mailer.ts';
import { PaymentError } from '#api/adapters/payments.ts';
import { createMetrics, type Metrics } from '#api/adapters/request-metrics.ts';
import { createApp } from '#api/app.ts';
import { PartWatch } from '#api/features/health/part-watch.service.ts';
import { MetricReadings } from '#api/features/metrics/metric-readings.service.ts';
import { PurgeWorker } from '#api/features/publishes/purges/worker.service.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { createBackup, readAllMetrics } from '../../support/alerts/read-all-metrics.ts';
import { addServers } from '../../support/app/servers.ts';
import { startSignIn } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

import { PROJECT_ROOT } from '#db/project-root.ts';

const TOKEN = 'a token for Prometheus';

let test: TestApp;
let metrics: Metrics;
let readings: MetricReadings;
let app: ReturnType<typeof createApp>;
/** Monotonic (ms). */
let now: number;
beforeEach(async () => {
  test = await createTestApp();
  metrics = await createMetrics();
  now = 0;
  readings = new MetricReadings({ ...test.deps, metrics }, () => now);
  app = createApp({ ...test.deps, metrics: { ...metrics, token: TOKEN } });
});
afterEach(() => test.close());

const read = (token = TOKEN) => app.request('/metrics', { headers: { Authorization: `Bearer ${token}` } });

/** The value of one line, by its name with labels, after gauges were read. */
async function readValue(line: string): Promise<number | null> {
  await readings.refresh();
  return readLastValue(line);
}

/** The value of one line without another reading. */
async function readLastValue(line: string): Promise<number | null> {
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
    const text = await readAllMetrics(test, await createMetrics());
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
      readStatus: async () => ({ backups: [createBackup(test, 1, 'It is damaged.'), createBackup(test, 4, null)] }),
    });
    expect(await readValue('part_up{part="backups"}')).toBe(0);
    expect(await readValue('part_up{part="mail"}')).toBe(1);
    expect(await readValue('backup_age_seconds')).toBe(4 * 3_600);
    expect(await readValue('backup_proof_duration_seconds')).toBe(1.5);
    expect(await readValue('site_release')).toBe(1);
  });

  it('A request for metrics is answered with the last values and their age while the database is away, and the age of a backup goes on', async () => {
    const backups = [createBackup(test, 1, null)];
    Object.assign(test.deps.backups, { readStatus: async () => ({ backups }) });
    await startSignIn(test, { email: 'mere@example.com' });
    expect(await readValue('queue_length{queue="mail"}')).toBe(1);
    expect(await readLastValue('reading_age_seconds{reading="queues"}')).toBe(0);
    test.db.client.close();
    now += 40_000;
    test.clock.advance(40_000);
    expect(await readValue('queue_length{queue="mail"}')).toBe(1);
    expect(await readLastValue('reading_age_seconds{reading="queues"}')).toBe(40);
    expect(await readLastValue('reading_age_seconds{reading="disk"}')).toBe(0);
    expect(await readLastValue('backup_age_seconds')).toBe(3_640);
  });

  it('Metrics say that images can’t be stored by what the server knows already, also without the database', async () => {
    Object.assign(test.deps, { uploadStorage: { failure: { since: 0, reason: null } } });
    readings = new MetricReadings({ ...test.deps, metrics }, () => now);
    test.db.client.close();
    expect(await readValue('part_up{part="uploads"}')).toBe(0);
  });

  it('A request for metrics waits for no reading: one that never ends only grows older', async () => {
    Object.assign(test.deps.uploads, { getDiskSpace: () => new Promise(() => undefined) });
    void readings.refresh();
    now += 90_000;
    expect(await readLastValue('reading_age_seconds{reading="disk"}')).toBe(90);
    expect(await readLastValue('disk_free_bytes')).toBeNull();
  });
});

describe('the parts of a server', () => {
  const works = async () => null;
  const createWatch = (probes: Partial<ConstructorParameters<typeof PartWatch>[0]['probes']>) =>
    new PartWatch({
      clock: test.clock,
      log: test.deps.log,
      probes: { database: works, pages: works, disk: works, ...probes },
      limitMs: 20,
    });

  it('Watched parts fail since the first probe that says so, until one that says that they work', async () => {
    let reason: string | null = 'The database server can’t be reached.';
    const watch = createWatch({ database: async () => reason });
    await watch.check();
    const since = test.clock.now();
    test.clock.advance(5_000);
    await watch.check();
    expect(watch.failures.get('database')).toEqual({ since, reason });
    expect(watch.failures.get('disk')).toBeNull();
    reason = null;
    await watch.check();
    expect(watch.failures.get('database')).toBeNull();
  });

  it('Watched parts fail when they don’t answer in time, or with an error, and hold up no other part', async () => {
    const watch = createWatch({
      database: () => new Promise(() => undefined),
      pages: () => Promise.reject(new Error('It is broken.')),
    });
    await watch.check();
    expect([...watch.failures].map(([part, failure]) => [part, failure?.reason ?? null])).toEqual([
      ['pages', 'It is broken.'],
      ['disk', null],
      ['database', 'It doesn’t answer.'],
    ]);
  });

  it('Watched parts are not said to work before it is known', async () => {
    const watch = createWatch({ database: async () => undefined });
    await watch.check();
    expect(watch.failures.has('database')).toBe(false);
  });
});
