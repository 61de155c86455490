import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { findFreePort } from '../support/app/free-port.ts';
import { readEvents } from '../support/app/sse-reader.ts';
import type { LoggedServer } from '../support/faults/logged-server.ts';
import { createNextBuild } from '../support/machines/next-build.ts';
import { chooseSize } from '../support/random/size.ts';
import { findLeader, type SharedTestSite, startReleasedSite } from '../support/machines/shared-site.ts';

/** Kills of the leader. */
const KILLS = chooseSize(1, 2);
/** Posts that are written around each kill or pause. */
const POSTS = 6;

/** Two servers of a site of its own for each test. The tests run concurrently, because they mostly wait for leases to end. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the needed fixtures from the pattern
const { concurrent: it } = test.extend('shared', async ({}, { onCleanup }) => {
  const site = await startReleasedSite();
  onCleanup(() => site.stop());
  return { site, db: await site.open(), a: await site.start('a'), b: await site.start('b') };
});

type Post = { id: number; slug: string };

/** The answer to a write may be that the database isn't to be had for a moment: then it was not accepted. */
async function createPost(server: LoggedServer, token: string, title: string): Promise<Post | null> {
  const reply = await server.call('POST', '/api/blogs', createBlogRequest({ title }), token).catch(() => null);
  return reply?.status === 201 ? (reply.body as Post) : null;
}

async function mustCreatePost(server: LoggedServer, token: string, title: string): Promise<Post> {
  const post = await createPost(server, token, title);
  if (!post) throw new Error(`"${title}" wasn’t accepted:\n${server.readLog()}`);
  return post;
}

/** Every publish is live, and both servers send the same pages. */
async function expectQuietSite(token: string, servers: LoggedServer[], posts: readonly Post[]): Promise<void> {
  for (const server of servers) {
    await server.waitUntil(() => server.isAllLive(token));
    for (const { slug } of posts) await server.waitUntil(() => server.isLive(slug));
  }
  const readPages = async (server: LoggedServer) =>
    Promise.all(['/', '/blogs', '/rss.xml', ...posts.map(({ slug }) => `/blogs/${slug}`)].map(server.fetchText));
  await servers[0]?.waitUntil(async () => {
    const [first, ...others] = await Promise.all(servers.map(readPages));
    return others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  });
}

/** Until a server has everything on its disk that the site sends: then it writes nothing more there. */
async function waitForCopies(site: SharedTestSite, server: LoggedServer, name: string): Promise<void> {
  const { client } = await site.open();
  const { rows } = await client.execute(
    'SELECT count(DISTINCT hash) FROM release_entries WHERE to_release IS NULL AND hash IS NOT NULL',
  );
  const isWhole = (file: string) => !file.endsWith('.tmp');
  const countCopies = async () => (await readdir(join(site.directory, name, 'site/objects'))).filter(isWhole).length;
  await server.waitUntil(async () => (await countCopies()) >= Number(rows[0]?.[0]));
}

async function removeCopies(site: SharedTestSite, server: LoggedServer, name: string): Promise<void> {
  await waitForCopies(site, server, name);
  // The server may be writing a copy at this moment.
  await rm(join(site.directory, name, 'site'), { recursive: true, maxRetries: 10 });
}

/** Requests of visitors during the update: before, beside and after the new build. */
const UPDATE_REQUESTS = chooseSize(100, 2_000);
/** Between two visits: their servers need the processor, too. */
const VISIT_PAUSE_MS = 10;

/** Visitors who get a page from one server and its style sheet from the next, until stopped. */
function readPagesAndAssets(servers: LoggedServer[]) {
  let requests = 0;
  const waiting: { count: number; resolve: () => void }[] = [];
  let isStopped = false;
  const failures: string[] = [];
  const get = async (server: LoggedServer | undefined, path: string): Promise<string> => {
    requests += 1;
    for (const { resolve } of waiting.filter(({ count }) => requests >= count)) resolve();
    const response = await fetch(`${server?.origin}${path}`).catch((error: unknown) => String(error));
    if (typeof response === 'string' || response.status !== 200)
      failures.push(`${path}: ${typeof response === 'string' ? response : response.status}`);
    return typeof response === 'string' ? '' : response.text();
  };
  const read = async () => {
    for (let n = 0; !isStopped; n += 1) {
      const [first, second] = [servers[n % servers.length], servers[(n + 1) % servers.length]];
      const html = await get(first, n % 2 ? '/' : '/blogs');
      const asset = /\/_astro\/[^"]+\.css/.exec(html)?.[0];
      if (asset) await get(second, asset);
      else failures.push('a page without a style sheet');
      await sleep(VISIT_PAUSE_MS);
    }
  };
  const reading = read();
  return {
    servers,
    /** Resolves once so many requests were sent. */
    reach: (count: number) => new Promise<void>((resolve) => void waiting.push({ count, resolve })),
    async stop() {
      isStopped = true;
      await reading;
      return { failures };
    },
  };
}

describe('two servers on one database and one bucket', () => {
  it('are one site: sign-in, publishing, its progress, restoring and resuming work at either', async ({
    shared: { site, db, a, b },
  }) => {
    expect(await findLeader(db)).toBe(a.port);
    const token = await site.signIn(b);
    expect((await a.call('GET', '/api/profile', undefined, token)).status).toBe(200);
    const stream = await fetch(`${b.origin}/api/publishes/events`, { headers: { Authorization: `Bearer ${token}` } });
    const progress = readEvents(stream);
    const post = await mustCreatePost(b, token, 'By way of the server that follows');
    await progress.waitUntil(() => progress.events.some(({ data }) => data.status === 'live'));
    await expectQuietSite(token, [a, b], [post]);

    const earlier = Number((await b.call('GET', '/api/ready')).body.release) - 1;
    expect((await b.call('POST', `/api/releases/${earlier}/restore`, {}, token)).status).toBe(200);
    await a.waitUntil(async () => !(await a.isLive(post.slug)));
    const waiting = await mustCreatePost(a, token, 'Waits while publishing is paused');
    expect((await b.call('POST', '/api/releases/resume', {}, token)).status).toBe(200);
    await expectQuietSite(token, [a, b], [post, waiting]);
    await progress.close();
  });

  it('a third that joins has the pages from its first connection on; they go on without a folder of copies, and answer 503 where the bucket is needed and down', async ({
    shared: { site, a, b },
  }) => {
    const token = await site.signIn(a);
    const post = await mustCreatePost(a, token, 'Kept in the bucket');
    await expectQuietSite(token, [a, b], [post]);
    await removeCopies(site, b, 'b');
    const port = await findFreePort();
    const statuses = new Set<number>();
    let hasJoined = false;
    const visit = (async () => {
      while (!hasJoined) {
        const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
        if (response) statuses.add(response.status);
        await sleep(VISIT_PAUSE_MS);
      }
    })();
    const c = await site.start('c', { own: { PORT: `${port}` } });
    hasJoined = true;
    await visit;
    expect([...statuses]).toEqual([200]);
    expect(await c.fetchText(`/blogs/${post.slug}`)).toBe(await a.fetchText(`/blogs/${post.slug}`));
    await waitForCopies(site, c, 'c');
    await site.bucket.stop();
    await removeCopies(site, c, 'c');
    // Pages that it has not sent yet: those are in its memory.
    const replies = await Promise.all([c.call('GET', '/privacy'), c.call('GET', '/terms'), a.call('GET', '/terms')]);
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect((await c.call('GET', '/api/ready')).status).toBe(503);
  });

  it(`F20 the leader is killed while publishing (times: ${KILLS}): the other goes on, nothing accepted is lost, and each mail comes under one Message-ID`, async ({
    shared,
  }) => {
    const { site, db } = shared;
    let { a, b } = shared;
    const token = await site.signIn(b);
    const accepted: Post[] = [];
    const names = new Map([a, b].map((server, n) => [server.port, n === 0 ? 'a' : 'b']));
    for (let n = 1; n <= KILLS; n += 1) {
      const leads = await findLeader(db);
      const [leader, other] = leads === a.port ? [a, b] : [b, a];
      await other.call('POST', '/api/waitinglist', { email: `reader-${n}@example.com`, productId: 4 });
      for (let p = 1; p <= POSTS; p += 1) {
        const post = await createPost(p % 2 ? leader : other, token, `Post ${n} ${p}`);
        if (post) accepted.push(post);
        // Not awaited: the next posts meet a server that is just being killed.
        if (p === POSTS / 2) void leader.stop('SIGKILL');
      }
      await other.waitUntil(async () => (await findLeader(db)) === other.port);
      await expectQuietSite(token, [other], accepted);
      const restarted = await site.start(names.get(leader.port) ?? '');
      names.set(restarted.port, names.get(leader.port) ?? '');
      [a, b] = [restarted, other];
    }
    expect(accepted.length).toBeGreaterThan(KILLS * (POSTS / 2));
    await expectQuietSite(token, [a, b], accepted);
    const readers = site.smtp.received.filter(({ to }) => to[0]?.startsWith('reader-'));
    expect(new Set(readers.map(({ to }) => to[0])).size).toBe(KILLS);
    // A kill between the mail server's answer and the note of it: those in flight come again, as the same email.
    expect(new Set(readers.map(({ parsed }) => parsed.messageId)).size).toBe(KILLS);
  });

  it('F21 T49 a leader that is paused writes nothing under its old lease when it goes on', async ({
    shared: { site, db, a, b },
  }) => {
    const token = await site.signIn(b);
    const before = await mustCreatePost(a, token, 'Before the pause');
    await expectQuietSite(token, [a, b], [before]);
    // Queued, and perhaps half published, at the moment of the pause.
    const during = await mustCreatePost(a, token, 'During the pause');
    a.signal('SIGSTOP');
    await b.waitUntil(async () => (await findLeader(db)) === b.port);
    const after = await mustCreatePost(b, token, 'By the new leader');
    await expectQuietSite(token, [b], [before, during, after]);
    a.signal('SIGCONT');
    await a.waitUntil(() => a.readLog().includes('this server leads no longer'));
    await expectQuietSite(token, [a, b], [before, during, after]);
    expect(await findLeader(db)).toBe(b.port);
    // Share images may follow the posts in a release of their own.
    const readRelease = async (server: LoggedServer) => (await server.call('GET', '/api/ready')).body.release;
    await a.waitUntil(async () => (await readRelease(a)) === (await readRelease(b)));
    const { rows } = await db.client.execute("SELECT count(*) FROM publish_jobs WHERE status <> 'live'");
    expect(Number(rows[0]?.[0])).toBe(0);
  });

  it('F22 an update with a migration: both builds serve and publish side by side, and the newer one leads', async ({
    shared: { site, db, a, b },
  }) => {
    const token = await site.signIn(a);
    const post = await mustCreatePost(a, token, 'Older than the update');
    await expectQuietSite(token, [a, b], [post]);
    const reading = readPagesAndAssets([a, b]);
    await reading.reach(UPDATE_REQUESTS * 0.25);
    const c = await site.start('c', { projectRoot: createNextBuild(join(site.directory, 'next')) });
    reading.servers.push(c);
    await c.waitUntil(async () => (await findLeader(db)) === c.port);
    const meanwhile = await mustCreatePost(a, token, 'While both builds run');
    await expectQuietSite(token, [a, b, c], [post, meanwhile]);
    await reading.reach(UPDATE_REQUESTS * 0.75);
    for (const old of [a, b]) {
      // As a proxy does that sees a server stop.
      reading.servers.splice(reading.servers.indexOf(old), 1);
      expect(await old.stop('SIGTERM')).toBe(0);
    }
    await reading.reach(UPDATE_REQUESTS);
    const { failures } = await reading.stop();
    expect(failures).toEqual([]);
    await expectQuietSite(token, [c], [post, meanwhile, await mustCreatePost(c, token, 'After the update')]);
  });
});
