import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { type LoggedServer, startLoggedServer } from '../support/faults/logged-server.ts';
import { HANG_MS } from '../support/vitest/hang.ts';
import { mountSmallDisk } from '../support/faults/small-disk.ts';

const DISK_MB = 40;
const POSTS = 12;
/** Of text that hardly compresses: each release of all posts takes about two megabytes. */
const POST_BYTES = 120_000;
const DRAFT_BYTES = 1_500_000;

let directory: string;
let server: LoggedServer;
let token: string;
let disk: ReturnType<typeof mountSmallDisk>;

beforeEach(async ({ skip }) => {
  directory = mkdtempSync(join(tmpdir(), 'disk-of-releases-'));
  disk = mountSmallDisk(getDataDirectory(), DISK_MB);
  // tests/site/publishing/publishing-space.test.ts asserts the same on every machine, with failing writes.
  if (!disk) return skip('This user may not mount a disk.');
  server = await startLoggedServer({
    dataDirectory: getDataDirectory(),
    logFile: join(directory, 'server.log'),
    settings: { OG_IMAGES: 'false' },
  });
  token = await server.signIn();
});
afterEach(async () => {
  if (disk) await server.stop('SIGKILL');
  disk?.unmount();
  rmSync(directory, { recursive: true, force: true });
});

const getDataDirectory = () => join(directory, 'data');
const createText = (bytes: number) => `<p>${randomBytes(bytes / 2).toString('base64')}</p>`;
const send = (method: string, path: string, body: unknown) => server.call(method, path, body, token);

/** Posts in one category, whose name is part of their pages, and a post beside them. */
async function createPosts(): Promise<number> {
  const { body } = await send('POST', '/api/categories', { name: 'Name 0', description: '' });
  const categoryId = Number(body.id);
  for (let n = 0; n <= POSTS; n += 1) {
    const [title, categoryIds] = n < POSTS ? [`Post ${n}`, [categoryId]] : ['Beside', []];
    const post = { title, content: createText(POST_BYTES), status: 'published', categoryIds };
    expect((await send('POST', '/api/blogs', post)).status).toBe(201);
  }
  await server.waitUntil(() => server.isAllLive(token));
  return categoryId;
}

const countFreeings = () => server.readLog().match(/disk full; old releases deleted/g)?.length ?? 0;

/** Renames the category, which changes every page, and waits until that is live. False when there was no space to accept it. */
async function publishAll(categoryId: number, name: string): Promise<boolean> {
  const { status } = await send('PUT', `/api/categories/${categoryId}`, { name, description: '' });
  expect([200, 507]).toContain(status);
  if (status === 200) await server.waitUntil(() => server.isAllLive(token));
  return status === 200;
}

it('F23: a disk of 40 MB that publishing fills frees itself while full, and again when saves fill it, without a person', async () => {
  const categoryId = await createPosts();
  const draft = await send('POST', '/api/blogs/drafts', toDraft(createText(1000)));
  let version = 1;
  const save = async (bytes: number) => {
    const request = { ...toDraft(createText(bytes)), version, base_revision: 0 };
    const { status } = await send('PUT', `/api/blogs/${draft.body.id}/draft`, request);
    expect([200, 507]).toContain(status);
    if (status === 200) version += 1;
    return status === 200;
  };

  let name = 'Name 0';
  for (let n = 1; countFreeings() === 0; n += 1) {
    name = `Name ${n}`;
    await server.waitUntil(() => publishAll(categoryId, name));
  }
  await server.waitUntil(() => save(1000));

  // The page of a post beside the category follows in the background; after it the publisher is idle and notices nothing by itself.
  await server.waitUntil(async () => (await server.fetchText('/blogs/beside')).includes(name));
  const before = countFreeings();
  while (await save(DRAFT_BYTES));
  await expect.poll(() => save(DRAFT_BYTES), { timeout: HANG_MS, interval: 500 }).toBe(true);
  expect(countFreeings()).toBeGreaterThan(before);

  for (const path of ['/', '/blogs/post-0', '/rss.xml']) expect((await server.call('GET', path)).status).toBe(200);
  // Asked only now, because the question itself looks for space: what the saves have taken since is freed after it, too.
  const readStatus = async () => (await server.call('GET', '/api/health')).body.status;
  await expect.poll(readStatus, { timeout: HANG_MS, interval: 500 }).toBe('ok');
  await expectNothingLost(name);
});

const toDraft = (content: string) => ({
  fields: {
    title: 'Draft',
    slug: null,
    description: null,
    category_ids: [],
    status: 'draft',
    published_at: null,
    author_name: 'Aroha',
    cover_id: null,
  },
  content,
  client_id: 'session-of-the-test',
});

async function expectNothingLost(categoryName: string): Promise<void> {
  expect(await server.stop('SIGTERM')).toBe(0);
  const db = await openDatabase(`file:${join(getDataDirectory(), 'app.db')}`);
  const read = async (sql: string) => (await db.client.execute(sql)).rows;
  expect((await read('PRAGMA integrity_check'))[0]?.[0]).toBe('ok');
  expect(await read("SELECT reason, status FROM publish_jobs WHERE status <> 'live'")).toEqual([]);
  expect((await read('SELECT name FROM categories'))[0]?.[0]).toBe(categoryName);
  expect((await read('SELECT id FROM releases')).length).toBeGreaterThanOrEqual(3);
  db.client.close();
}
