import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlog } from '../../support/app/content-services.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { markJobFailed, markJobsLive } from '#api/publishing/queue/job-queue.ts';
import { write } from '#db/write.ts';
import { toRequestInit, createUser, createTestSession } from '../../support/app/users.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let token: string;
let admin: { id: number };

beforeEach(async () => {
  test = await createTestApp();
  admin = await createUser(test, { role: 'admin', firstName: 'Aroha', lastName: 'Kingi' });
  token = await createTestSession(test, admin);
});
afterEach(() => test.close());

const call = async (method: string, path: string) => {
  const response = await test.app.request(path, toRequestInit(token, method));
  return { status: response.status, body: await response.json() };
};

async function enqueuePublish(values: Partial<Parameters<typeof enqueuePublishStatement>[1]> = {}): Promise<void> {
  const job = { kind: 'blog' as const, id: 7, reason: 'Updated post: Tea', now: test.clock.now(), ...values };
  await write(test.db, [enqueuePublishStatement(test.db, job)]);
}

describe('publishes', () => {
  it('are listed newest first, with all fields of the contract', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest({ title: 'Tea' }));
    await enqueuePublish({ id, userId: admin.id });
    await markJobsLive(test.db, [2], { paths: ['/', '/blogs/tea'], removed: 1 }, test.clock.now() + 42);
    const { status, body } = await call('GET', '/api/publishes');
    expect(status).toBe(200);
    expect(body.publishes.map((each: { id: number }) => each.id)).toEqual([2, 1]);
    expect(body.publishes[0]).toEqual({
      id: 2,
      kind: 'blog',
      subject_id: id,
      reason: 'Updated post: Tea',
      is_system: false,
      status: 'live',
      release_id: null,
      paths: ['/', '/blogs/tea'],
      paths_total: 2,
      removed_total: 1,
      failed_path: null,
      error: null,
      user: { id: admin.id, name: 'Aroha Kingi' },
      created_at: new Date(test.clock.now()).toISOString(),
      started_at: null,
      finished_at: new Date(test.clock.now() + 42).toISOString(),
      milliseconds: 42,
    });
    expect(body.publishes[1]).toMatchObject({ status: 'queued', user: null, paths: [], milliseconds: null });
  });

  it('of the system can be left out: saved drafts and passed dates, but nothing that failed', async () => {
    for (const kind of ['blog', 'blog', 'schedule', 'schedule', 'rebuild', 'site'] as const)
      await enqueuePublish({ kind });
    await markJobsLive(test.db, [1], { paths: ['/'], removed: 0 }, test.clock.now());
    await markJobsLive(test.db, [2], { paths: [], removed: 0 }, test.clock.now());
    await markJobsLive(test.db, [6], { paths: [], removed: 0 }, test.clock.now());
    await markJobFailed(test.db, 4, { path: '/', message: 'The page cannot be rendered.' }, test.clock.now());
    const ids = async (query: string) =>
      (await call('GET', `/api/publishes${query}`)).body.publishes.map((each: { id: number }) => each.id);
    expect(await ids('?source=people')).toEqual([6, 5, 4, 1]);
    expect(await ids('')).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await call('GET', '/api/publishes?source=robots')).status).toBe(400);
  });

  it('can be filtered by status and by post', async () => {
    await enqueuePublish({ id: 7 });
    await enqueuePublish({ id: 8 });
    await enqueuePublish({ kind: 'category', id: 7 });
    await markJobFailed(test.db, 2, { path: '/blogs/tea', message: 'The page cannot be rendered.' }, test.clock.now());
    const ids = async (query: string) =>
      (await call('GET', `/api/publishes?${query}`)).body.publishes.map((each: { id: number }) => each.id);
    expect(await ids('status=failed')).toEqual([2]);
    expect(await ids('subjectId=7')).toEqual([1]);
    expect(await ids('limit=1')).toEqual([3]);
    for (const query of ['status=done', 'subjectId=x', 'limit=0', 'limit=101']) {
      expect((await call('GET', `/api/publishes?${query}`)).status, query).toBe(400);
    }
  });

  it('of many pages list 200 paths in a list and all paths by id', async () => {
    await enqueuePublish({ kind: 'rebuild' });
    await markJobsLive(test.db, [1], { paths: Array.from({ length: 900 }, (_, n) => `/blogs/${n}`) }, test.clock.now());
    const [listed] = (await call('GET', '/api/publishes')).body.publishes;
    expect([listed.paths.length, listed.paths_total]).toEqual([200, 900]);
    expect((await call('GET', '/api/publishes/1')).body.paths).toHaveLength(900);
  });
});

describe('a failed publish', () => {
  it('can be retried once, with an audit row', async () => {
    await enqueuePublish();
    await markJobFailed(test.db, 1, { path: '/blogs/tea', message: 'The page cannot be rendered.' }, test.clock.now());
    test.clock.advance(60_000);
    const { status, body } = await call('POST', '/api/publishes/1/retry');
    expect([status, body]).toMatchObject([200, { status: 'queued', error: null, failed_path: null }]);
    expect(body.created_at).toBe(new Date(test.clock.now()).toISOString());
    expect(test.countPublisherWakes()).toBe(1);
    expect((await call('POST', '/api/publishes/1/retry')).status).toBe(409);
    expect((await call('POST', '/api/publishes/2/retry')).status).toBe(404);
    const { rows } = await test.db.client.execute('SELECT action, actor_id, subject FROM audit_log');
    expect(rows.map((row) => [row[0], row[1], row[2]])).toEqual([['publish.retried', admin.id, 'publish:1']]);
  });
});

describe('a rebuild', () => {
  it('is queued once, with an audit row', async () => {
    const { status, body } = await call('POST', '/api/publishes/rebuild');
    expect([status, body]).toMatchObject([
      201,
      { kind: 'rebuild', status: 'queued', subject_id: null, user: { id: admin.id } },
    ]);
    expect((await call('POST', '/api/publishes/rebuild')).status).toBe(409);
    expect(await selectCount(test, "SELECT count(*) FROM audit_log WHERE action = 'publish.rebuilt'")).toBe(1);
    expect(await selectCount(test, 'SELECT count(*) FROM publish_jobs')).toBe(1);
    expect(test.countPublisherWakes()).toBe(1);
  });
});
