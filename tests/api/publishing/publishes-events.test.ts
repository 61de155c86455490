import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PublishFeed } from '#api/features/publishes/events/events.service.ts';
import { streamPublishes } from '#api/features/publishes/events/events.routes.ts';
import { queuePublish } from '#api/publishing/queue/enqueue.ts';
import { adminStays } from '#api/middleware/access.ts';
import { PublishEvents } from '#api/publishing/queue/publish-events.ts';
import { markFailed, markLive, markRendering } from '#api/publishing/queue/job-queue.ts';
import { write } from '#db/write.ts';
import { bearer, createUser, signInAs } from '../../support/app/users.ts';
import { countOf } from '../../support/app/blog-request.ts';
import { readEvents } from '../../support/app/sse-reader.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let publisher: PublishEvents;
let feed: PublishFeed;
let app: Hono;
let isWelcome: boolean;

beforeEach(async () => {
  test = await createTestApp();
  publisher = new PublishEvents();
  const publishing = Object.assign(test.deps.publishing, {
    subscribe: (listener: Parameters<PublishEvents['subscribe']>[0]) => publisher.subscribe(listener),
  });
  feed = new PublishFeed({ ...test.deps, publishing });
  isWelcome = true;
  const listener = { isWelcome: async () => isWelcome, heartbeatMs: 20 };
  app = new Hono().get('/events', (context) => streamPublishes(context, test.deps, feed, listener));
});
afterEach(() => test.close());

const listen = async () => readEvents(await app.request('/events'));

async function queue(reason = 'Changed post: Tea'): Promise<void> {
  await write(test.db, [queuePublish(test.db, { kind: 'blog', id: 7, reason, now: test.clock.now() })]);
  publisher.tell({ kind: 'queued' });
}

describe('the events of publishing', () => {
  it('begin with what is open, the last twenty and what visitors see', async () => {
    await queue('stays open');
    for (let n = 2; n <= 25; n += 1) await queue(`job ${n}`);
    await markLive(
      test.db,
      Array.from({ length: 24 }, (_, at) => at + 2),
      { paths: [] },
      test.clock.now(),
    );
    const stream = await listen();
    await stream.until(() => stream.events.some(({ event }) => event === 'site'));
    const ids = stream.events.filter(({ event }) => event === 'publish').map(({ data }) => data.id);
    expect(ids).toEqual([1, ...Array.from({ length: 20 }, (_, at) => at + 6)]);
    expect(stream.events.at(-1)).toEqual({
      event: 'site',
      data: { current_release: 0, held_release: null, waiting_for_space: false },
    });
    await stream.close();
  });

  it('tell every state of a publish, to everybody who listens', async () => {
    const streams = [await listen(), await listen()];
    await Promise.all(streams.map((stream) => stream.until(() => stream.events.length > 0)));
    const both = (state: string) =>
      Promise.all(streams.map((stream) => stream.until(() => stream.statesOf(1).at(-1) === state)));
    await queue();
    await both('queued');
    await markRendering(test.db, [1], test.clock.now());
    publisher.tell({ kind: 'rendering', jobs: [1] });
    await both('rendering');
    await markFailed(test.db, 1, { path: '/blogs/tea', message: 'No ink' }, test.clock.now());
    publisher.tell({ kind: 'failed', jobs: [1] });
    await both('failed');
    for (const stream of streams) {
      expect(stream.statesOf(1)).toEqual(['queued', 'rendering', 'failed']);
      expect(stream.events.at(-1)?.data).toMatchObject({ failed_path: '/blogs/tea', error: 'No ink' });
      await stream.close();
    }
  });

  it('never tell an older state after a newer one, whoever joins in between', async () => {
    const first = await listen();
    await first.until(() => first.events.length > 0);
    await queue();
    const second = await listen();
    await markLive(test.db, [1], { paths: ['/'] }, test.clock.now());
    publisher.tell({ kind: 'live', jobs: [1] });
    for (const stream of [first, second]) {
      await stream.until(() => stream.statesOf(1).at(-1) === 'live');
      expect(['live', 'queued,live']).toContain([...new Set(stream.statesOf(1))].join());
      await stream.close();
    }
  });

  it('read nothing from the database while nobody listens, and hold no listener', async () => {
    const stream = await listen();
    await stream.until(() => stream.events.length > 0);
    await stream.close();
    await expect.poll(() => feed.size).toBe(0);
    let reads = 0;
    const { execute } = test.db.client;
    test.db.client.execute = ((...query: Parameters<typeof execute>) => {
      reads += 1;
      return execute.apply(test.db.client, query);
    }) as typeof execute;
    publisher.tell({ kind: 'live', jobs: [1] });
    publisher.tell({ kind: 'queued' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reads).toBe(0);
  });

  it('show that the connection lives, and end when the listener is no longer welcome', async () => {
    const stream = await listen();
    await stream.until(() => stream.comments.length >= 2);
    expect(stream.comments[0]).toBe('still here');
    isWelcome = false;
    await stream.ended();
    await expect.poll(() => feed.size).toBe(0);
  });

  it('tell nothing more to a listener who is no longer welcome, without waiting for the next sign of life', async () => {
    const listener = { isWelcome: async () => isWelcome, heartbeatMs: 60_000 };
    const quiet = new Hono().get('/events', (context) => streamPublishes(context, test.deps, feed, listener));
    const stream = readEvents(await quiet.request('/events'));
    await stream.until(() => stream.events.length > 0);
    isWelcome = false;
    await queue('not for these ears');
    await stream.ended();
    expect(stream.statesOf(1)).toEqual([]);
    await expect.poll(() => feed.size).toBe(0);
  });

  it('F13: end when the server does, at once', async () => {
    const stream = await listen();
    await stream.until(() => stream.events.length > 0);
    publisher.tell({ kind: 'stopped' });
    await stream.ended();
    const late = await listen();
    await late.ended();
    expect(late.events).toEqual([]);
  });

  it('are not kept by anybody on the way', async () => {
    const token = await signInAs(test, await createUser(test, { role: 'admin' }));
    const response = await test.app.request('/api/publishes/events', { headers: bearer(token) });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-encoding')).toBe(null);
    await readEvents(response).close();
  });

  it('are for an admin whose session lives; listening does not prolong it', async () => {
    const admin = await createUser(test, { role: 'admin' });
    const token = await signInAs(test, admin);
    const staysAdmin = adminStays(test.deps);
    const lastUse = () => countOf(test, 'SELECT max(last_used_at) FROM sessions');
    const before = await lastUse();
    test.clock.advance(10 * 60_000);
    expect([await staysAdmin(token), await lastUse()]).toEqual([true, before]);
    test.clock.advance(12 * 3_600_000);
    expect(await staysAdmin(token)).toBe(false);
    const again = await signInAs(test, admin);
    await test.db.client.execute("UPDATE users SET role = 'user'");
    expect([await staysAdmin(again), await staysAdmin('never-was-a-token-at-all')]).toEqual([false, false]);
  });
});
