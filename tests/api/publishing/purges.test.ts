import { asc } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWebhookSender } from '#api/adapters/webhook-sender.ts';
import { createApp } from '#api/app.ts';
import type { HealthJson } from '#api/features/health/health.contract.ts';
import { PurgeWorker } from '#api/features/publishes/purges/worker.service.ts';
import { deleteExpiredRows } from '#api/jobs/housekeeping.ts';
import { Manifest } from '#api/releases/manifest.ts';
import { createObjectStore } from '#api/releases/object-store.ts';
import { ReleaseWriter } from '#api/releases/release-writer.ts';
import { WEBHOOK_ATTEMPTS_MAX } from '#api/webhook-worker.ts';
import { PURGE_PATHS_MAX } from '#db/queries/purges.ts';
import { purges } from '#db/schema/index.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { PurgeReceiver } from '../../support/site/purge-receiver.ts';

const HOUR_MS = 60 * 60 * 1000;
const SECRET = 'a secret of enough characters';

let test: TestApp;
let receiver: PurgeReceiver;
let url: string;
let manifest: Manifest;
let writer: ReleaseWriter;
let worker: PurgeWorker;

beforeEach(async () => {
  test = await createTestApp();
  receiver = new PurgeReceiver();
  url = await receiver.start();
  manifest = new Manifest();
  writer = createWriter({ purgesCdn: true });
  worker = createWorker();
});
afterEach(async () => {
  await worker.stop();
  await receiver.stop();
  await test.close();
});

const createWriter = (options: { purgesCdn?: boolean; onPhase?: () => void }) =>
  new ReleaseWriter(
    {
      db: test.db,
      clock: test.clock,
      manifest,
      store: createObjectStore(test.directory),
      salt: () => 'test',
      releasesKept: 30,
      ...options,
    },
    () => undefined,
  );

function createWorker(): PurgeWorker {
  const now = () => test.clock.now();
  const send = createWebhookSender({ url, secret: SECRET, signatureHeader: 'x-site-signature', now });
  return new PurgeWorker({ ...test.deps, log: pino({ level: 'silent' }), send, release: () => manifest.release });
}

const toEntry = (path: string) => ({
  path,
  status: 308,
  hash: null,
  location: '/',
  contentType: 'text/html',
  policy: null,
  inputHash: `${test.clock.now()}`,
  postIds: [],
  validUntil: null,
});

const release = (changed: string[], removed: string[] = []) =>
  writer.commit({ kind: 'publish', note: 'A test', changed: changed.map(toEntry), removed });

const listRows = () => test.db.orm.select().from(purges).orderBy(asc(purges.id));

async function readHealth() {
  const app = createApp({ ...test.deps, purges: worker });
  return ((await (await app.request('/api/health')).json()) as HealthJson).parts.cdn;
}

it('each release queues a purge of what it changed and removed, and only where an address is set', async () => {
  await release(['/a', '/b']);
  await release(['/b'], ['/a']);
  expect(await listRows()).toMatchObject([
    { releaseId: 1, paths: ['/a', '/b'], status: 'queued' },
    { releaseId: 2, paths: ['/b', '/a'], status: 'queued' },
  ]);
  await createWriter({}).commit({ kind: 'publish', note: 'None', changed: [toEntry('/c')], removed: [] });
  expect(await listRows()).toHaveLength(2);
});

it('a receiver that was down for a day, over restarts, gets one purge with every path once', async () => {
  receiver.status = 0;
  await release(['/a']);
  const since = test.clock.now();
  await worker.whenIdle();
  expect(await listRows()).toMatchObject([{ status: 'queued', attempts: 1 }]);
  for (let hour = 0; hour < 24; hour += 1) {
    if (hour === 8 || hour === 16) {
      await worker.stop();
      worker = createWorker();
    }
    test.clock.advance(HOUR_MS);
    await worker.whenIdle();
  }
  await release(['/b'], ['/a']);
  await worker.whenIdle();
  expect(await readHealth()).toEqual({ status: 'failing', since: new Date(since).toISOString() });
  await worker.stop();
  worker = createWorker();
  receiver.status = 204;
  const before = receiver.calls.length;
  test.clock.advance(4 * HOUR_MS);
  await worker.whenIdle();
  expect(receiver.purges.slice(before)).toEqual([
    {
      type: 'site.published',
      release: 2,
      paths: ['/a', '/b'],
      everything: false,
      published_at: new Date(since + 24 * HOUR_MS).toISOString(),
    },
  ]);
  expect(await listRows()).toMatchObject([{ releaseId: 2, status: 'delivered', lastStatusCode: 204, lastError: null }]);
  expect(await readHealth()).toEqual({ status: 'ok', since: null });
});

it('pauses grow between attempts, and a purge that is queued meanwhile leaves at once with the paths of the earlier one', async () => {
  receiver.status = 503;
  await release(['/a']);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await worker.whenIdle();
    const [row] = await listRows();
    waits.push((row?.nextAttemptAt ?? 0) - test.clock.now());
    if (attempt < 6) test.clock.set(new Date(row?.nextAttemptAt ?? 0).toISOString());
  }
  expect(waits[5]).toBeGreaterThan((waits[0] ?? 0) * 8);
  receiver.status = 204;
  await release(['/b']);
  await worker.whenIdle();
  expect(receiver.purges.at(-1)).toMatchObject({ release: 2, paths: ['/a', '/b'] });
  expect(receiver.calls).toHaveLength(7);
});

it('is given up after three days at most and says why; the next purge takes its paths over, and a restart tries it again', async () => {
  receiver.status = 500;
  await release(['/a']);
  const start = test.clock.now();
  for (let attempt = 1; attempt <= WEBHOOK_ATTEMPTS_MAX; attempt += 1) {
    await worker.whenIdle();
    const [row] = await listRows();
    if (row?.status === 'queued') test.clock.set(new Date(row.nextAttemptAt).toISOString());
  }
  expect(await listRows()).toMatchObject([{ status: 'failed', attempts: WEBHOOK_ATTEMPTS_MAX, lastStatusCode: 500 }]);
  expect(test.clock.now() - start).toBeGreaterThan(24 * HOUR_MS);
  expect(test.clock.now() - start).toBeLessThanOrEqual(72 * HOUR_MS);
  test.clock.advance(24 * HOUR_MS);
  await worker.whenIdle();
  expect(receiver.calls).toHaveLength(WEBHOOK_ATTEMPTS_MAX);
  const admin = await createApiCaller({ ...test, app: createApp({ ...test.deps, purges: worker }) });
  expect((await admin.call('GET', '/api/overview')).body.server_problems).toEqual([
    { part: 'cdn', since: new Date(start).toISOString(), reason: 'It responds with status 500.' },
  ]);

  await worker.stop();
  worker = createWorker();
  worker.start();
  await receiver.whenCalled(WEBHOOK_ATTEMPTS_MAX + 1);
  await worker.whenIdle();
  expect(await listRows()).toMatchObject([{ status: 'queued', attempts: 1 }]);
  await test.db.client.execute("UPDATE purges SET status = 'failed'");
  receiver.status = 204;
  await release(['/b']);
  await worker.whenIdle();
  expect(receiver.purges.at(-1)?.paths).toEqual(['/a', '/b']);
});

it('more paths than can be listed are a purge of everything, also when several purges come together', async () => {
  const many = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `/${prefix}${n}`);
  await release(many('a', PURGE_PATHS_MAX));
  await release(many('b', PURGE_PATHS_MAX + 1));
  expect((await listRows()).map(({ paths }) => paths?.length ?? null)).toEqual([PURGE_PATHS_MAX, null]);
  await worker.whenIdle();
  await release(many('c', PURGE_PATHS_MAX - 1));
  await release(['/d', '/e']);
  await worker.whenIdle();
  await release(many('f', PURGE_PATHS_MAX));
  await worker.whenIdle();
  expect(receiver.purges.map(({ everything, paths }) => [everything, paths.length])).toEqual([
    [true, 0],
    [true, 0],
    [false, PURGE_PATHS_MAX],
  ]);
});

it('a purge waits for the switch to its release: an earlier one would bring the old pages back', async () => {
  const polls: Promise<number>[] = [];
  writer = createWriter({
    purgesCdn: true,
    onPhase: () => void polls.push(worker.whenIdle().then(() => receiver.calls.length)),
  });
  const apply = manifest.apply.bind(manifest);
  manifest.apply = () => undefined;
  await release(['/a']);
  expect(new Set(await Promise.all(polls))).toEqual(new Set([0]));
  apply(1, [toEntry('/a')], []);
  await worker.whenIdle();
  expect(receiver.purges).toMatchObject([{ release: 1, paths: ['/a'] }]);
});

it('a purge does not wait for a time from before the clock was put back', async () => {
  receiver.status = 503;
  await release(['/a']);
  await worker.whenIdle();
  test.clock.advance(-30 * 24 * HOUR_MS);
  receiver.status = 204;
  await worker.whenIdle();
  expect(receiver.calls).toHaveLength(2);
});

it('delivered purges are deleted after a week, those that were given up are not', async () => {
  await release(['/a']);
  await worker.whenIdle();
  await release(['/b']);
  await test.db.client.execute("UPDATE purges SET status = 'failed' WHERE release_id = 2");
  test.clock.advance(6 * 24 * HOUR_MS);
  await deleteExpiredRows(test.deps);
  expect(await listRows()).toHaveLength(2);
  test.clock.advance(24 * HOUR_MS);
  await deleteExpiredRows(test.deps);
  expect(await listRows()).toMatchObject([{ releaseId: 2 }]);
});
