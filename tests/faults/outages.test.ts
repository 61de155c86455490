import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBlogRequest } from '../support/app/blog-request.ts';
import type { LoggedServer } from '../support/faults/logged-server.ts';
import { startBucket, startLibsqlServer } from '../support/machines/engines.ts';
import { type SharedTestSite, startReleasedSite } from '../support/machines/shared-site.ts';
import { chooseSize } from '../support/random/size.ts';

/** Pages that visitors ask each server for during an outage, and the pause between two (ms): ten minutes at full size. */
const VISITS = chooseSize(100, 20_000);
const VISIT_PAUSE_MS = chooseSize(10, 30);

/** Two servers of a site of its own for each test, which mostly wait. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the needed fixtures from the pattern
const { concurrent: it } = test.extend('site', async ({}, { onCleanup }) => {
  const site = await startReleasedSite();
  const running: Running = { database: site.database, bucket: site.bucket };
  onCleanup(async () => {
    await site.stop();
    await Promise.all(Object.values(running).map((engine) => engine.stop('SIGKILL')));
  });
  return { ...site, running };
});
/** What runs now: a killed engine is followed by another one over its files. */
type Running = Record<'database' | 'bucket', Pick<SharedTestSite['bucket'], 'stop'>>;
type Site = SharedTestSite & { running: Running };

const getPort = (address: string) => Number(new URL(address).port);

const kill = ({ running }: Site, name: keyof Running) => running[name].stop('SIGKILL');

async function restart({ directory, database, bucket, running }: Site, name: keyof Running): Promise<void> {
  const folder = join(directory, name);
  if (name === 'database') running.database = await startLibsqlServer(folder, getPort(database.httpUrl));
  else running.bucket = await startBucket(folder, getPort(bucket.settings.S3_ENDPOINT));
}

/** Until the disk of a server has every page of the release, and the list of them. */
async function waitForDisk({ directory, open }: Site, server: LoggedServer, name: string): Promise<void> {
  const { rows } = await (
    await open()
  ).client.execute('SELECT count(DISTINCT hash) FROM release_entries WHERE to_release IS NULL AND hash IS NOT NULL');
  const folder = join(directory, name, 'site');
  const countObjects = async () =>
    (await readdir(join(folder, 'objects'))).filter((file) => !file.endsWith('.tmp')).length;
  await server.waitUntil(
    async () => existsSync(join(folder, 'release.ndjson')) && (await countObjects()) >= Number(rows[0]?.[0]),
  );
}

async function createPost(server: LoggedServer, token: string, title: string): Promise<{ slug: string }> {
  const { status, body } = await server.call('POST', '/api/blogs', createBlogRequest({ title }), token);
  if (status !== 201) throw new Error(`"${title}" wasn’t accepted (${status}):\n${server.readLog()}`);
  return body as { slug: string };
}

/** Asks for pages in turn; answers with those that weren’t served. */
async function visitPages(server: LoggedServer, paths: readonly string[]): Promise<string[]> {
  const failures: string[] = [];
  for (let n = 0; n < VISITS; n += 1) {
    const path = paths[n % paths.length] ?? '/';
    const response = await fetch(server.origin + path).catch((error: unknown) => String(error));
    if (typeof response === 'string') failures.push(`${path}: ${response}`);
    else {
      if (response.status !== 200) failures.push(`${path}: ${response.status}`);
      await response.arrayBuffer();
    }
    await sleep(VISIT_PAUSE_MS);
  }
  return failures;
}

const outages: { what: string; names: (keyof Running)[] }[] = [
  { what: 'the database', names: ['database'] },
  { what: 'the bucket', names: ['bucket'] },
  { what: 'the database and the bucket', names: ['database', 'bucket'] },
];

it.for(outages)(
  'F26 while $what of two servers can’t be reached, both, one of which starts meanwhile, send every page, and go on by themselves afterwards',
  async ({ names }, { site }) => {
    const [a, earlier] = [await site.start('a'), await site.start('b')];
    const token = await site.signIn(a);
    const before = await createPost(a, token, 'Before the outage');
    for (const server of [a, earlier]) await server.waitUntil(() => server.isLive(before.slug));
    await waitForDisk(site, a, 'a');
    await waitForDisk(site, earlier, 'b');
    const paths = ['/', '/blogs', '/sitemap.xml', `/blogs/${before.slug}`];
    const texts = await Promise.all(paths.map((path) => a.fetchText(path)));

    await earlier.stop('SIGTERM');
    await Promise.all(names.map((name) => kill(site, name)));
    const b = await site.start('b');
    expect(await Promise.all([a, b].map((server) => visitPages(server, paths)))).toEqual([[], []]);
    for (const server of [a, b]) {
      expect(await Promise.all(paths.map((path) => server.fetchText(path)))).toEqual(texts);
      expect((await server.call('GET', '/api/live')).status).toBe(200);
      expect((await server.call('GET', '/api/ready')).status).toBe(200);
    }
    if (names.includes('database')) {
      for (const server of [a, b]) {
        const health = await server.call('GET', '/api/health');
        expect([health.status, health.body.reason]).toEqual([200, 'database_unreachable']);
        const refused = await server.call('POST', '/api/blogs', createBlogRequest({ title: 'Not accepted' }), token);
        expect([refused.status, refused.body.message]).toEqual([
          503,
          'We can’t reach our database right now. Try again in a few seconds.',
        ]);
      }
    }

    for (const name of names) await restart(site, name);
    for (const server of [a, b]) {
      await server.waitUntil(async () => (await server.call('GET', '/api/profile', undefined, token)).status === 200);
      const after = await createPost(server, token, `After the outage by ${server.port}`);
      for (const each of [a, b]) await each.waitUntil(() => each.isLive(after.slug));
    }
  },
);

/** Outages of two seconds each, of the database, the bucket, and both in turn. */
const SHORT_OUTAGES = chooseSize(3, 10);
const OUTAGE_MS = 2_000;
const PUBLISH_PAUSE_MS = 1_000;

it('F26 over short outages with a publish each second, no server fails to send a page that it had, and each accepted post is live', async ({
  site,
}) => {
  const servers = [await site.start('a'), await site.start('b')] as const;
  const token = await site.signIn(servers[0]);
  const first = await createPost(servers[0], token, 'Before the outages');
  for (const server of servers) await server.waitUntil(() => server.isLive(first.slug));
  await waitForDisk(site, servers[0], 'a');
  await waitForDisk(site, servers[1], 'b');
  let isOver = false;
  const failures: string[] = [];
  const visiting = servers.map(async (server, n) => {
    // A publish changes the first two.
    const paths = ['/', '/blogs', '/sitemap.xml', `/blogs/${first.slug}`];
    for (let visit = 0; !isOver; visit += 1) {
      const path = paths[visit % paths.length] ?? '/';
      const response = await fetch(server.origin + path).catch((error: unknown) => String(error));
      const status = typeof response === 'string' ? response : response.status;
      if (status !== 200) failures.push(`${n} ${path}: ${status}`);
      if (typeof response !== 'string') await response.arrayBuffer();
      await sleep(VISIT_PAUSE_MS);
    }
  });
  const accepted: string[] = [];
  const publishing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const request = createBlogRequest({ title: `Post ${n}` });
      const reply = await servers[n % 2]?.call('POST', '/api/blogs', request, token).catch(() => null);
      if (reply?.status === 201) accepted.push((reply.body as unknown as { slug: string }).slug);
      await sleep(PUBLISH_PAUSE_MS);
    }
  })();
  for (let n = 0; n < SHORT_OUTAGES; n += 1) {
    const { names } = outages[n % outages.length] ?? { names: [] };
    await sleep(OUTAGE_MS);
    await Promise.all(names.map((name) => kill(site, name)));
    await sleep(OUTAGE_MS);
    for (const name of names) await restart(site, name);
  }
  isOver = true;
  await Promise.all([...visiting, publishing]);
  expect(failures).toEqual([]);
  expect(accepted.length).toBeGreaterThan(SHORT_OUTAGES);
  for (const server of servers) for (const slug of accepted) await server.waitUntil(() => server.isLive(slug));
});

it('F26 a server that starts for the first time without its database waits for it, and stops when it is told to', async ({
  site,
}) => {
  await kill(site, 'database');
  const waiting = site.start('new');
  const stopped = site.start('stopped', { isAwaited: false });
  const server = await stopped;
  await server.waitUntil(() => server.readLog().includes('can’t start yet'));
  const page = await fetch(`${server.origin}/`);
  expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '2']);
  expect(await server.stop('SIGTERM')).toBe(0);
  await restart(site, 'database');
  const started = await waiting;
  await started.waitUntil(async () => (await fetch(`${started.origin}/`)).status === 200);
});
