import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PublishEventHub } from '#api/features/publishes/events/events.service.ts';
import { streamPublishes } from '#api/features/publishes/events/events.routes.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { createPermissionCheck } from '#api/endpoints/access.ts';
import { PublishEventEmitter } from '#api/publishing/queue/publish-events.ts';
import { markJobFailed, markJobsLive, markJobsRendering } from '#api/publishing/queue/job-queue.ts';
import { write } from '#db/write.ts';
import { toBearerHeader, createUser, createTestSession } from '../../support/app/users.ts';
import { selectCount } from '../../support/app/blog-request.ts';
import { readEvents } from '../../support/app/sse-reader.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let events: PublishEventEmitter;
let hub: PublishEventHub;
let app: Hono;
let isAuthorized: boolean;

beforeEach(async () => {
  test = await createTestApp();
  events = new PublishEventEmitter();
  const publishing = Object.assign(test.deps.publisher, {
    subscribe: (listener: Parameters<PublishEventEmitter['subscribe']>[0]) => events.subscribe(listener),
  });
  hub = new PublishEventHub({ ...test.deps, publisher: publishing });
  isAuthorized = true;
  const listener = { isAuthorized: async () => isAuthorized, heartbeatMs: 20 };
  app = new Hono().get('/events', (context) => streamPublishes(context, test.deps, hub, listener));
});
afterEach(() => test.close());

const openStream = async () => readEvents(await app.request('/events'));

async function enqueuePublish(reason = 'Updated post: Tea'): Promise<void> {
  await write(test.db, [enqueuePublishStatement(test.db, { kind: 'blog', id: 7, reason, now: test.clock.now() })]);
  events.emit({ kind: 'queued' });
}

describe('the publish event stream', () => {
  it('starts with the open publishes, the last twenty and the state of the site', async () => {
    await enqueuePublish('stays open');
    for (let n = 2; n <= 25; n += 1) await enqueuePublish(`job ${n}`);
    await markJobsLive(
      test.db,
      Array.from({ length: 24 }, (_, index) => index + 2),
      { paths: [] },
      test.clock.now(),
    );
    const stream = await openStream();
    await stream.waitUntil(() => stream.events.some(({ event }) => event === 'site'));
    const ids = stream.events.filter(({ event }) => event === 'publish').map(({ data }) => data.id);
    expect(ids).toEqual([1, ...Array.from({ length: 20 }, (_, index) => index + 6)]);
    expect(stream.events.at(-1)).toEqual({
      event: 'site',
      data: { current_release: 0, pinned_release: null, waiting_for_space: false },
    });
    await stream.close();
  });

  it('sends every status of a publish to every subscriber', async () => {
    const streams = [await openStream(), await openStream()];
    await Promise.all(streams.map((stream) => stream.waitUntil(() => stream.events.length > 0)));
    const waitForStatusInBoth = (state: string) =>
      Promise.all(streams.map((stream) => stream.waitUntil(() => stream.listStatuses(1).at(-1) === state)));
    await enqueuePublish();
    await waitForStatusInBoth('queued');
    await markJobsRendering(test.db, [1], test.clock.now());
    events.emit({ kind: 'rendering', jobs: [1] });
    await waitForStatusInBoth('rendering');
    await markJobFailed(test.db, 1, { path: '/blogs/tea', message: 'No ink' }, test.clock.now());
    events.emit({ kind: 'failed', jobs: [1] });
    await waitForStatusInBoth('failed');
    for (const stream of streams) {
      expect(stream.listStatuses(1)).toEqual(['queued', 'rendering', 'failed']);
      expect(stream.events.at(-1)?.data).toMatchObject({ failed_path: '/blogs/tea', error: 'No ink' });
      await stream.close();
    }
  });

  it('never sends an older status after a newer one, also to a new subscriber', async () => {
    const first = await openStream();
    await first.waitUntil(() => first.events.length > 0);
    await enqueuePublish();
    const second = await openStream();
    await markJobsLive(test.db, [1], { paths: ['/'] }, test.clock.now());
    events.emit({ kind: 'live', jobs: [1] });
    for (const stream of [first, second]) {
      await stream.waitUntil(() => stream.listStatuses(1).at(-1) === 'live');
      expect(['live', 'queued,live']).toContain([...new Set(stream.listStatuses(1))].join());
      await stream.close();
    }
  });

  it('reads nothing from the database without subscribers', async () => {
    const reads = vi.spyOn(test.db.client, 'execute');
    const subscribeOnce = async () => {
      const stream = await openStream();
      await stream.waitUntil(() => stream.events.some(({ event }) => event === 'site'));
      await stream.close();
      await expect.poll(() => hub.size).toBe(0);
    };
    await subscribeOnce();
    const readsOfSnapshot = reads.mock.calls.length;
    expect(readsOfSnapshot).toBeGreaterThan(0);
    events.emit({ kind: 'live', jobs: [1] });
    events.emit({ kind: 'queued' });
    // The hub works in order, so its snapshot for the next subscriber comes after anything that the events caused.
    await subscribeOnce();
    expect(reads.mock.calls.length).toBe(2 * readsOfSnapshot);
  });

  it('sends heartbeats, and ends when the subscriber is no longer authorized', async () => {
    const stream = await openStream();
    await stream.waitUntil(() => stream.comments.length >= 2);
    expect(stream.comments[0]).toBe('still here');
    isAuthorized = false;
    await stream.ended();
    await expect.poll(() => hub.size).toBe(0);
  });

  it('sends no event to a subscriber who is no longer authorized, also before the next heartbeat', async () => {
    const listener = { isAuthorized: async () => isAuthorized, heartbeatMs: 60_000 };
    const quiet = new Hono().get('/events', (context) => streamPublishes(context, test.deps, hub, listener));
    const stream = readEvents(await quiet.request('/events'));
    await stream.waitUntil(() => stream.events.length > 0);
    isAuthorized = false;
    await enqueuePublish('not for this subscriber');
    await stream.ended();
    expect(stream.listStatuses(1)).toEqual([]);
    await expect.poll(() => hub.size).toBe(0);
  });

  it('F13: ends when the publisher stops', async () => {
    const stream = await openStream();
    await stream.waitUntil(() => stream.events.length > 0);
    events.emit({ kind: 'stopped' });
    await stream.ended();
    const late = await openStream();
    await late.ended();
    expect(late.events).toEqual([]);
  });

  it('is not cached or compressed', async () => {
    const token = await createTestSession(test, await createUser(test, { role: 'admin' }));
    const response = await test.app.request('/api/publishes/events', { headers: toBearerHeader(token) });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-encoding')).toBe(null);
    await readEvents(response).close();
  });

  it('needs a valid session with the permission; the check does not prolong it', async () => {
    const admin = await createUser(test, { role: 'admin' });
    const token = await createTestSession(test, admin);
    const isStillPermitted = createPermissionCheck(test.deps, 'publishes.read');
    const lastUse = () => selectCount(test, 'SELECT max(last_used_at) FROM sessions');
    const before = await lastUse();
    test.clock.advance(10 * 60_000);
    expect([await isStillPermitted(token), await lastUse()]).toEqual([true, before]);
    test.clock.advance(12 * 3_600_000);
    expect(await isStillPermitted(token)).toBe(false);
    const again = await createTestSession(test, admin);
    await test.db.client.execute("UPDATE users SET role = 'user'");
    expect([await isStillPermitted(again), await isStillPermitted('never-was-a-token-at-all')]).toEqual([false, false]);
  });
});
