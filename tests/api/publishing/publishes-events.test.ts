import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PublishEventHub } from '#api/features/publishes/events/events.service.ts';
import { streamPublishes } from '#api/features/publishes/events/events.routes.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { createPermissionCheck } from '#api/middleware/access.ts';
import { PublishEventEmitter } from '#api/publishing/queue/publish-events.ts';
import { markJobFailed, markJobsLive, markJobsRendering } from '#api/publishing/queue/job-queue.ts';
import { write } from '#db/write.ts';
import { toBearerHeader, createUser, createTestSession } from '../../support/app/users.ts';
import { selectCount } from '../../support/app/blog-request.ts';
import { readEvents } from '../../support/app/sse-reader.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let publisher: PublishEventEmitter;
let feed: PublishEventHub;
let app: Hono;
let isAuthorized: boolean;

beforeEach(async () => {
  test = await createTestApp();
  publisher = new PublishEventEmitter();
  const publishing = Object.assign(test.deps.publisher, {
    subscribe: (listener: Parameters<PublishEventEmitter['subscribe']>[0]) => publisher.subscribe(listener),
  });
  feed = new PublishEventHub({ ...test.deps, publisher: publishing });
  isAuthorized = true;
  const listener = { isAuthorized: async () => isAuthorized, heartbeatMs: 20 };
  app = new Hono().get('/events', (context) => streamPublishes(context, test.deps, feed, listener));
});
afterEach(() => test.close());

const listen = async () => readEvents(await app.request('/events'));

async function queue(reason = 'Changed post: Tea'): Promise<void> {
  await write(test.db, [enqueuePublishStatement(test.db, { kind: 'blog', id: 7, reason, now: test.clock.now() })]);
  publisher.emit({ kind: 'queued' });
}

describe('the events of publishing', () => {
  it('begin with what is open, the last twenty and what visitors see', async () => {
    await queue('stays open');
    for (let n = 2; n <= 25; n += 1) await queue(`job ${n}`);
    await markJobsLive(
      test.db,
      Array.from({ length: 24 }, (_, at) => at + 2),
      { paths: [] },
      test.clock.now(),
    );
    const stream = await listen();
    await stream.waitUntil(() => stream.events.some(({ event }) => event === 'site'));
    const ids = stream.events.filter(({ event }) => event === 'publish').map(({ data }) => data.id);
    expect(ids).toEqual([1, ...Array.from({ length: 20 }, (_, at) => at + 6)]);
    expect(stream.events.at(-1)).toEqual({
      event: 'site',
      data: { current_release: 0, pinned_release: null, waiting_for_space: false },
    });
    await stream.close();
  });

  it('tell every state of a publish, to everybody who listens', async () => {
    const streams = [await listen(), await listen()];
    await Promise.all(streams.map((stream) => stream.waitUntil(() => stream.events.length > 0)));
    const both = (state: string) =>
      Promise.all(streams.map((stream) => stream.waitUntil(() => stream.listStatuses(1).at(-1) === state)));
    await queue();
    await both('queued');
    await markJobsRendering(test.db, [1], test.clock.now());
    publisher.emit({ kind: 'rendering', jobs: [1] });
    await both('rendering');
    await markJobFailed(test.db, 1, { path: '/blogs/tea', message: 'No ink' }, test.clock.now());
    publisher.emit({ kind: 'failed', jobs: [1] });
    await both('failed');
    for (const stream of streams) {
      expect(stream.listStatuses(1)).toEqual(['queued', 'rendering', 'failed']);
      expect(stream.events.at(-1)?.data).toMatchObject({ failed_path: '/blogs/tea', error: 'No ink' });
      await stream.close();
    }
  });

  it('never tell an older state after a newer one, whoever joins in between', async () => {
    const first = await listen();
    await first.waitUntil(() => first.events.length > 0);
    await queue();
    const second = await listen();
    await markJobsLive(test.db, [1], { paths: ['/'] }, test.clock.now());
    publisher.emit({ kind: 'live', jobs: [1] });
    for (const stream of [first, second]) {
      await stream.waitUntil(() => stream.listStatuses(1).at(-1) === 'live');
      expect(['live', 'queued,live']).toContain([...new Set(stream.listStatuses(1))].join());
      await stream.close();
    }
  });

  it('read nothing from the database while nobody listens, and hold no listener', async () => {
    const stream = await listen();
    await stream.waitUntil(() => stream.events.length > 0);
    await stream.close();
    await expect.poll(() => feed.size).toBe(0);
    let reads = 0;
    const { execute } = test.db.client;
    test.db.client.execute = ((...query: Parameters<typeof execute>) => {
      reads += 1;
      return execute.apply(test.db.client, query);
    }) as typeof execute;
    publisher.emit({ kind: 'live', jobs: [1] });
    publisher.emit({ kind: 'queued' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reads).toBe(0);
  });

  it('show that the connection lives, and end when the listener is no longer welcome', async () => {
    const stream = await listen();
    await stream.waitUntil(() => stream.comments.length >= 2);
    expect(stream.comments[0]).toBe('still here');
    isAuthorized = false;
    await stream.ended();
    await expect.poll(() => feed.size).toBe(0);
  });

  it('tell nothing more to a listener who is no longer welcome, without waiting for the next sign of life', async () => {
    const listener = { isAuthorized: async () => isAuthorized, heartbeatMs: 60_000 };
    const quiet = new Hono().get('/events', (context) => streamPublishes(context, test.deps, feed, listener));
    const stream = readEvents(await quiet.request('/events'));
    await stream.waitUntil(() => stream.events.length > 0);
    isAuthorized = false;
    await queue('not for these ears');
    await stream.ended();
    expect(stream.listStatuses(1)).toEqual([]);
    await expect.poll(() => feed.size).toBe(0);
  });

  it('F13: end when the server does, at once', async () => {
    const stream = await listen();
    await stream.waitUntil(() => stream.events.length > 0);
    publisher.emit({ kind: 'stopped' });
    await stream.ended();
    const late = await listen();
    await late.ended();
    expect(late.events).toEqual([]);
  });

  it('are not kept by anybody on the way', async () => {
    const token = await createTestSession(test, await createUser(test, { role: 'admin' }));
    const response = await test.app.request('/api/publishes/events', { headers: toBearerHeader(token) });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-encoding')).toBe(null);
    await readEvents(response).close();
  });

  it('need a live session with the permission; listening does not prolong it', async () => {
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
