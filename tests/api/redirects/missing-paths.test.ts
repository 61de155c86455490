import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import inject from 'light-my-request';
import { VERIFICATION_AGENT } from '#api/domain/verification-agent.ts';
import { MissingPathLog } from '#api/features/redirects/missing/log.service.ts';
import { deleteExpiredRows } from '#api/jobs/housekeeping.ts';
import { createRedirectEntry, Manifest } from '#api/releases/manifest.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import { createSiteHandler } from '#api/site/site-handler.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const PATH = '/api/admin/redirects';
const DAY_MS = 24 * 60 * 60 * 1000;

let test: TestApp;
let admin: ApiCaller;
let log: MissingPathLog;
beforeEach(async () => {
  test = await createTestApp();
  test.deps.site.hasPath = (path) => ['/', '/prices', '/logbook'].includes(path);
  test.deps.site.listPages = () => ['/', '/prices', '/logbook'];
  admin = await createApiCaller(test);
  log = createLog();
});
afterEach(() => test.close());

const createLog = () => new MissingPathLog({ db: test.db, clock: test.clock, log: test.deps.log });
const list = async (query = '') => (await admin.call('GET', `${PATH}/missing${query}`)).body;
const listCounts = async (query = '') =>
  (await list(query)).data.map(({ path, count }: { path: string; count: number }) => [path, count]);
const countRows = async () =>
  Number((await test.db.client.execute('SELECT count(*) AS n FROM missing_paths')).rows[0]?.n);

async function askFor(...paths: string[]): Promise<void> {
  for (const path of paths) log.record(path);
  await log.flush();
}

describe('the log of addresses that were not found', () => {
  it('counts each with its first and last time, and writes them together', async () => {
    log.record('/logbok');
    log.record('/priser');
    test.clock.advance(60_000);
    log.record('/logbok');
    expect(await countRows()).toBe(0);
    await log.flush();
    test.clock.advance(60_000);
    await askFor('/logbok');
    expect((await list()).data).toEqual([
      {
        path: '/logbok',
        count: 3,
        first_asked_at: '2026-11-21T00:00:00.000Z',
        last_asked_at: '2026-11-21T00:02:00.000Z',
        suggestion: '/logbook',
      },
      expect.objectContaining({ path: '/priser', count: 1, suggestion: '/prices' }),
    ]);
  });

  it('adds up what several servers have counted', async () => {
    const other = createLog();
    log.record('/old');
    other.record('/old');
    await Promise.all([log.flush(), other.flush()]);
    expect(await listCounts()).toEqual([['/old', 2]]);
  });

  it('keeps what can’t be written for the next time', async () => {
    await test.db.client.execute('ALTER TABLE missing_paths RENAME TO moved');
    await askFor('/old');
    await test.db.client.execute('ALTER TABLE moved RENAME TO missing_paths');
    await askFor('/old');
    expect(await listCounts()).toEqual([['/old', 2]]);
  });

  it('takes neither addresses that can’t redirect nor those that may name a person', async () => {
    await askFor('/', '/a b', '/x%00', '/_astro/old.js', '/og/1.png', '/mere@example.com', '/mere%40example.com');
    await askFor(`/${'x'.repeat(400)}`, '/a//..//b', 'old');
    expect(await countRows()).toBe(0);
  });

  it('is bounded in memory and in rows: of addresses that are made up without end, those that were asked for often stay', async () => {
    await askFor('/old', '/old', '/old');
    for (let round = 0; round < 4; round += 1) {
      for (let n = 0; n < 3_000; n += 1) log.record(`/made-up-${round}-${n}`);
      await log.flush();
    }
    expect(await countRows()).toBe(2_000);
    expect((await listCounts())[0]).toEqual(['/old', 3]);
  });

  it('forgets an address that nobody asked for in 30 days', async () => {
    await askFor('/old');
    test.clock.advance(29 * DAY_MS);
    await askFor('/new');
    test.clock.advance(2 * DAY_MS);
    admin = await createApiCaller(test);
    expect(await listCounts()).toEqual([['/new', 1]]);
    await deleteExpiredRows(test.deps);
    expect(await countRows()).toBe(1);
  });
});

describe('the list of addresses that were not found', () => {
  it('names those of robots apart, which are hidden at first', async () => {
    await askFor('/old', '/wp-login.php', '/.env', '/.env');
    expect(await list()).toMatchObject({ data: [{ path: '/old' }], total: 1, robots: 2 });
    expect(await listCounts('?who=robots')).toEqual([
      ['/.env', 2],
      ['/wp-login.php', 1],
    ]);
  });

  it('leaves out what has a redirect or a page by now', async () => {
    await askFor('/redirected', '/published', '/old');
    await admin.call('POST', PATH, { from: '/redirected', to: '/prices', status: 301 });
    test.deps.site.hasPath = (path) => path === '/published';
    expect(await listCounts()).toEqual([['/old', 1]]);
  });

  it('holds the 30 that were asked for most, and says how many there are', async () => {
    for (let n = 0; n < 40; n += 1) for (let times = 0; times <= n; times += 1) log.record(`/old-${n}`);
    await log.flush();
    const { data, total } = await list();
    expect([data.length, total, data[0].path, data[0].count]).toEqual([30, 40, '/old-39', 40]);
  });

  it('suggests from the pages of the release that is live', async () => {
    await askFor('/harbor');
    expect((await list()).data[0].suggestion).toBeNull();
    test.deps.site.listPages = () => ['/harbour'];
    test.deps.site.release = () => 2;
    expect((await list()).data[0].suggestion).toBe('/harbour');
  });

  it('leaves out an address that is ignored, until that is undone', async () => {
    await askFor('/old');
    const { body } = await admin.call('POST', `${PATH}/missing/ignore`, { path: '/old' });
    expect(body.message).toBe('Address ignored');
    await askFor('/old');
    expect(await list()).toMatchObject({ data: [], total: 0 });
    expect((await admin.call('POST', `${PATH}/missing/ignore`, { path: '/old' })).status).toBe(404);
    expect((await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] })).body.message).toBe(
      'The address is in the list again.',
    );
    expect(await listCounts()).toEqual([['/old', 2]]);
  });
});

describe('a request for the site', () => {
  const manifest = new Manifest();
  manifest.apply(1, [createRedirectEntry('/moved', '/prices', 301)], []);
  const asked: string[] = [];
  const site = createSiteHandler({
    manifest,
    store: {} as ObjectStore,
    siteUrl: 'http://localhost:4321',
    log: { error: () => undefined } as never,
    onMissing: (path) => asked.push(path),
  });
  const request = (method: 'GET' | 'HEAD' | 'POST', url: string, headers = {}) =>
    inject((req, res) => site.handle(req, res), { method, url, headers });

  it('counts what leads home or answers 404, by its path; neither redirects nor other methods nor the verification of a release', async () => {
    for (const [method, url, status] of [
      ['GET', '/nowhere?from=mail', 302],
      ['HEAD', '/nowhere.html', 404],
      ['GET', '/nowhere/', 301],
      ['GET', '/moved', 301],
      ['POST', '/nowhere', 405],
    ] as const)
      expect([url, (await request(method, url)).statusCode]).toEqual([url, status]);
    await request('GET', '/unpublished', { 'user-agent': VERIFICATION_AGENT });
    expect(asked).toEqual(['/nowhere', '/nowhere.html']);
  });
});
