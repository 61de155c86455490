import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pruneReleases } from '#api/releases/release-rows.ts';
import { createApp } from '#api/app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { toBearerHeader, toRequestInit, createUser, createTestSession } from '../../support/app/users.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import { readEvents } from '../../support/app/sse-reader.ts';
import { chooseSize } from '../../support/random/size.ts';
import { createPublishingSite } from '../../support/site/publishing-site.ts';

/** A publishing site with its API, and an admin who calls it. */
async function createPublishingApi(overrides: Parameters<typeof createPublishingSite>[0] = {}) {
  const site = await createPublishingSite(overrides);
  const app = createApp(site.deps);
  const test = Object.assign(Object.create(site), { app }) as TestApp & typeof site;
  const createAdmin = async (firstName = 'Aroha') => {
    const user = await createUser(test, { role: 'admin', firstName, lastName: 'Kingi' });
    return { user, token: await createTestSession(test, user) };
  };
  const { user, token } = await createAdmin();
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at by the tests themselves
  const call = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> => {
    const response = await app.request(path, toRequestInit(token, method, body));
    return { status: response.status, body: await response.json() };
  };
  const listAuditRows = async () => {
    const { rows } = await site.db.client.execute(
      "SELECT action, actor_id, subject FROM audit_log WHERE action LIKE 'release.%' OR action LIKE 'publish.%'",
    );
    return rows.map((row) => [row[0], row[1], row[2]]);
  };
  return { site, app, user, token, call, createAdmin, listAuditRows };
}

describe('publishes through the API', () => {
  it('go from queued over rendering to live, with an event for each status and the user', async () => {
    const { site, app, user, token, call } = await createPublishingApi();
    const stream = readEvents(await app.request('/api/publishes/events', { headers: toBearerHeader(token) }));
    await stream.waitUntil(() => stream.events.length > 0);
    const { body: blog } = await call('POST', '/api/blogs', createBlogRequest({ title: 'Tracked' }));
    await stream.waitUntil(() => stream.events.some(({ data }) => data.status === 'live'));
    const events = stream.events.filter(({ event }) => event === 'publish');
    const lastPublish = events.at(-1)?.data;
    expect(lastPublish).toMatchObject({
      kind: 'blog',
      subject_id: blog.id,
      user: { id: user.id, name: 'Aroha Kingi' },
    });
    expect(lastPublish?.paths).toContain('/blogs/tracked');
    const order = ['queued', 'rendering', 'live'];
    const states = stream.listStatuses(lastPublish?.id);
    expect(states).toEqual([...states].sort((a, b) => order.indexOf(String(a)) - order.indexOf(String(b))));
    await site.publisher.whenIdle();
    const { body } = await call('GET', '/api/releases');
    expect(body.data.find(({ id }: { id: number }) => id === lastPublish?.release_id)).toMatchObject({
      kind: 'publish',
      user: { id: user.id, name: 'Aroha Kingi' },
    });
    await stream.waitUntil(() => stream.events.some(({ data }) => data.current_release === site.manifest.release));
    await stream.close();
  });

  it('fail with the page and the reason, and go live after a retry', async () => {
    const { site, user, call, listAuditRows } = await createPublishingApi();
    site.failingPaths.add('/blogs/no-ink');
    await call('POST', '/api/blogs', createBlogRequest({ title: 'No ink' }));
    await site.publisher.whenIdle();
    const [failed] = (await call('GET', '/api/publishes?status=failed')).body.publishes;
    expect(failed).toMatchObject({ failed_path: '/blogs/no-ink', error: expect.stringContaining('the ink ran out') });
    site.failingPaths.clear();
    expect((await call('POST', `/api/publishes/${failed.id}/retry`)).status).toBe(200);
    await site.publisher.whenIdle();
    expect((await call('GET', `/api/publishes/${failed.id}`)).body).toMatchObject({ status: 'live', error: null });
    expect((await site.get('/blogs/no-ink')).status).toBe(200);
    expect(await listAuditRows()).toEqual([['publish.retried', user.id, `publish:${failed.id}`]]);
  });

  it('of the kind rebuild render every page again', async () => {
    const { site, call } = await createPublishingApi();
    await call('POST', '/api/blogs', createBlogRequest({ title: 'Here' }));
    await site.publisher.whenIdle();
    const before = site.live();
    const { body } = await call('POST', '/api/publishes/rebuild');
    await site.publisher.whenIdle();
    expect((await call('GET', `/api/publishes/${body.id}`)).body).toMatchObject({ status: 'live', kind: 'rebuild' });
    expect(site.live()).toEqual(before);
    expect(await selectCount(site, "SELECT count(*) FROM releases WHERE note = 'Rebuilt all pages'")).toBe(1);
  });
});

describe('releases through the API', () => {
  it('are listed with user, note and page counts, and each with its changes', async () => {
    const { site, user, call, app, token } = await createPublishingApi();
    const { body: blog } = await call('POST', '/api/blogs', createBlogRequest({ title: 'First' }));
    await site.publisher.whenIdle();
    await call('PUT', `/api/blogs/${blog.id}`, createBlogRequest({ title: 'First', slug: 'second' }));
    await site.publisher.whenIdle();
    const { body } = await call('GET', '/api/releases?limit=2');
    expect(body.pagination).toMatchObject({ page: 1, limit: 2, total: site.manifest.release });
    const [newest] = body.data;
    expect(newest).toMatchObject({
      id: site.manifest.release,
      kind: 'publish',
      note: 'Updated post: First',
      user: { id: user.id },
      pages_total: site.manifest.size,
      is_current: true,
      is_pinned: false,
    });
    const { body: details } = await call('GET', `/api/releases/${newest.id}`);
    const findChange = (path: string) =>
      details.changes.find((each: { path: string }) => each.path === path)?.change as string | undefined;
    expect(['/', '/blogs/first', '/blogs/second', '/terms'].map(findChange)).toEqual([
      'changed',
      'redirect',
      'added',
      undefined,
    ]);
    expect([details.changes_total, details.is_compared]).toEqual([newest.pages_changed, true]);
    expect(details.restore).toEqual({ changed: 0, removed: 0 });
    await app.request(`/api/blogs/${blog.id}`, toRequestInit(token, 'DELETE'));
    await site.publisher.whenIdle();
    const { body: after } = await call('GET', '/api/releases');
    const deletion = after.data.find(({ note }: { note: string }) => note.startsWith('Moved to trash'));
    const { changes } = (await call('GET', `/api/releases/${deletion.id}`)).body;
    expect(changes).toContainEqual({ path: '/blogs/second', change: 'removed' });
    expect((await call('GET', '/api/releases/999')).status).toBe(404);
  });

  it('can be restored, which pauses publishing until resume, each with one audit row', async () => {
    const { site, user, call, listAuditRows, app, token } = await createPublishingApi();
    await call('POST', '/api/blogs', createBlogRequest({ title: 'Then' }));
    await site.publisher.whenIdle();
    const [earlierRelease, live] = [site.manifest.release, site.live()];
    await call('POST', '/api/blogs', createBlogRequest({ title: 'Since' }));
    await site.publisher.whenIdle();
    const stream = readEvents(await app.request('/api/publishes/events', { headers: toBearerHeader(token) }));
    await stream.waitUntil(() => stream.events.some(({ event }) => event === 'site'));

    expect((await call('POST', `/api/releases/${site.manifest.release}/restore`)).status).toBe(409);
    const { body: details } = await call('GET', `/api/releases/${earlierRelease}`);
    const { status, body } = await call('POST', `/api/releases/${earlierRelease}/restore`);
    expect([status, body]).toMatchObject([200, { ...details.restore, release_id: site.manifest.release }]);
    expect(details.restore.removed).toBeGreaterThan(0);
    expect(site.live()).toEqual(live);
    await stream.waitUntil(() => stream.events.some(({ data }) => data.pinned_release === earlierRelease));
    expect((await call('POST', `/api/releases/${earlierRelease}/restore`)).status).toBe(409);
    await call('POST', '/api/blogs', createBlogRequest({ title: 'Waits' }));
    await stream.waitUntil(() => stream.events.some(({ data }) => data.status === 'queued'));
    const { body: listed } = await call('GET', '/api/releases');
    expect(listed.data[0]).toMatchObject({ kind: 'restore', user: { id: user.id }, is_current: true });
    expect(listed.data.find(({ id }: { id: number }) => id === earlierRelease)).toMatchObject({ is_pinned: true });

    expect((await call('POST', '/api/releases/resume')).status).toBe(200);
    await site.publisher.whenIdle();
    expect((await site.get('/blogs/waits')).status).toBe(200);
    expect((await call('POST', '/api/releases/resume')).status).toBe(409);
    expect(await listAuditRows()).toEqual([
      ['release.restored', user.id, `release:${earlierRelease}`],
      ['release.resumed', user.id, `release:${earlierRelease}`],
    ]);
    await stream.close();
  });

  it('without differences are pinned as well, with an audit row', async () => {
    const { site, call, listAuditRows } = await createPublishingApi();
    await call('POST', '/api/blogs', createBlogRequest({ title: 'Up' }));
    await site.publisher.whenIdle();
    const earlierRelease = site.manifest.release;
    await site.publisher.restore(earlierRelease - 1);
    await site.publisher.restore(earlierRelease);
    await site.publisher.resume();
    await site.publisher.whenIdle();
    const { body } = await call('POST', `/api/releases/${earlierRelease}/restore`);
    expect(body).toMatchObject({ changed: 0, removed: 0, release_id: null });
    expect([site.publisher.pinnedRelease, (await listAuditRows()).length]).toEqual([earlierRelease, 1]);
  });

  it('that are pruned between the request of a restore and its turn answer 404, and the site stays as it is', async () => {
    const { site, call, listAuditRows } = await createPublishingApi();
    const earlierRelease = site.manifest.release;
    await call('POST', '/api/blogs', createBlogRequest({ title: 'Since' }));
    await site.publisher.whenIdle();
    const before = site.live();
    const restore = site.publisher.restore.bind(site.publisher);
    site.publisher.restore = async (...args) => {
      await pruneReleases(site.db, 1);
      return restore(...args);
    };
    expect(await call('POST', `/api/releases/${earlierRelease}/restore`)).toMatchObject({
      status: 404,
      body: { message: `Release ${earlierRelease} not found. It may have been removed.` },
    });
    expect([site.live(), site.publisher.pinnedRelease, await listAuditRows()]).toEqual([before, null, []]);
  });

  it('with a page whose object is missing on the disk are not restored, and the site stays as it is', async () => {
    const { site, app, token, call, listAuditRows } = await createPublishingApi();
    const { body: post } = await call('POST', '/api/blogs', createBlogRequest({ title: 'Lost' }));
    await site.publisher.whenIdle();
    const earlierRelease = site.manifest.release;
    const { hash } = site.manifest.get('/blogs/lost') ?? {};
    await app.request(`/api/blogs/${post.id}`, toRequestInit(token, 'DELETE'));
    await site.publisher.whenIdle();
    const before = site.live();
    const [object = ''] = (await readdir(join(site.directory, 'objects'))).filter((name) => name.startsWith(`${hash}`));
    await rm(join(site.directory, 'objects', object));
    expect(await call('POST', `/api/releases/${earlierRelease}/restore`)).toMatchObject({
      status: 409,
      body: { message: `Release ${earlierRelease} can’t be restored: some of its pages aren’t stored any more.` },
    });
    expect([site.live(), site.publisher.pinnedRelease, await listAuditRows()]).toEqual([before, null, []]);
  });

  it('T24: cannot be opened by their number', async () => {
    const { site } = await createPublishingApi();
    for (const path of ['/release/1/', '/releases/1', '/release/1/blogs']) {
      expect([path, (await site.get(path)).headers.location ?? '/']).toEqual([path, expect.stringMatching(/^\//)]);
      expect((await site.get(path)).status).not.toBe(200);
    }
  });
});

const BURSTS = chooseSize(2, 5);

it(`F5: 50 concurrent publishes by 5 admins, ${BURSTS} times: at most two releases each, all accepted, the last version is live`, async () => {
  const { site, app, createAdmin } = await createPublishingApi();
  const admins = await Promise.all(['Ana', 'Ben', 'Cilla', 'Dan', 'Eru'].map((name) => createAdmin(name)));
  const request = (index: number, method: string, path: string, body: unknown) =>
    app.request(path, toRequestInit(admins[index % 5]?.token ?? '', method, body));
  const posts = Array.from({ length: 50 }, (_, n) => n);
  const responses = posts.map((n) => request(n, 'POST', '/api/blogs', createBlogRequest({ title: `Post ${n}` })));
  const ids = await Promise.all(responses.map(async (answer) => ((await (await answer).json()) as { id: number }).id));
  await site.publisher.whenIdle();
  for (let round = 1; round <= BURSTS; round += 1) {
    const before = await selectCount(site, "SELECT count(*) FROM releases WHERE kind = 'publish'");
    const calls = posts.map((n) => {
      const body = createBlogRequest({ title: `Post ${n}`, content: `<p>Round ${round} of it.</p>` });
      return request(n, 'PUT', `/api/blogs/${ids[n]}`, body);
    });
    expect(new Set((await Promise.all(calls)).map((response) => response.status))).toEqual(new Set([200]));
    await site.publisher.whenIdle();
    expect(
      (await selectCount(site, "SELECT count(*) FROM releases WHERE kind = 'publish'")) - before,
    ).toBeLessThanOrEqual(2);
    for (const n of posts) expect((await site.get(`/blogs/post-${n}`)).body).toContain(`Round ${round} of it.`);
  }
  expect(await selectCount(site, "SELECT count(*) FROM publish_jobs WHERE status <> 'live'")).toBe(0);
  expect(site.live()).toEqual(await site.fullBuild());
});
