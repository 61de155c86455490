import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FetchError } from '#api/adapters/safe-fetch/fetch-error.ts';
import {
  checkImport,
  createImport,
  getImport,
  startImport,
  stopImport,
  undoImport,
} from '#api/features/imports/imports.service.ts';
import { ImportWorker } from '#api/features/imports/worker.service.ts';
import type { ReadingOptions } from '#api/adapters/site-readers/thread/reading-thread.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { siteParts } from '#api/site-parts.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';
import { createUser } from '../../support/app/users.ts';
import { SAMPLE_MP3, SAMPLE_PDF } from '../../support/uploads/sample-files.ts';
import {
  createAttachment,
  createItem,
  createMenu,
  createMenuItem,
  createMeta,
  createWordPressFile,
} from '../../support/imports/wordpress-file.ts';

let test: TestDatabase;
let worker: ImportWorker;
/** The images and files that the old site still has. */
let images: Map<string, Buffer>;

beforeEach(async () => {
  test = await createTestDatabase();
  images = new Map([['https://old.example.com/tea.jpg', await drawImage('#204030')]]);
  const fetchOld = async (url: string) => {
    const bytes = images.get(url);
    if (!bytes) throw new FetchError('The image doesn’t exist (error 404).');
    return { bytes, url };
  };
  test.deps.safeImageFetch = fetchOld;
  test.deps.safeFileFetch = fetchOld;
  // Nothing is published here, so no page stands at an old address.
  test.deps.site = { ...test.deps.site, hasPage: () => false };
  worker = createWorker();
});
afterEach(async () => {
  await worker.stop();
  await test.close();
});

const createWorker = (reading: Partial<ReadingOptions> = {}) =>
  new ImportWorker({ ...test.deps, parts: siteParts, reading });
const drawImage = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
const select = async (query: string) => (await test.db.client.execute(query)).rows.map((row) => ({ ...row }));

async function check(text: string, options: { are_drafts?: boolean; mediaDirectory?: string } = {}) {
  const path = join(test.directory, 'export.xml');
  await writeFile(path, text);
  const files = [{ path, name: 'export.xml', bytes: text.length }];
  const choice = { source: 'wordpress', are_drafts: options.are_drafts ?? false } as const;
  const { mediaDirectory = null } = options;
  const id = await createImport(test.deps, choice, { userId: null, files, mediaDirectory });
  await worker.whenIdle();
  return id;
}

async function bringIn(text: string, options: { are_drafts?: boolean } = {}) {
  const id = await check(text, options);
  await startImport(test.deps, id, null);
  await worker.whenIdle();
  return id;
}

const SITE = createWordPressFile(
  '<wp:category><wp:category_nicename>drinks</wp:category_nicename><wp:cat_name><![CDATA[Drinks]]></wp:cat_name></wp:category>',
  createItem({
    id: 1,
    title: 'Tea',
    name: 'tea',
    link: 'https://old.example.com/2020/03/tea/',
    content:
      '<p>See <a href="https://old.example.com/?p=2">coffee</a>, <a href="/who/">us</a> and <a href="/gone/">this</a>.</p><img src="https://old.example.com/tea-300x200.jpg"><img src="https://old.example.com/lost.jpg" alt="Lost">',
    more: `<category domain="category" nicename="drinks"><![CDATA[Drinks]]></category><category domain="post_tag" nicename="hot"><![CDATA[Hot]]></category>${createMeta('_thumbnail_id', '9')}`,
  }),
  createItem({ id: 2, title: 'Coffee', status: 'draft' }),
  createItem({
    id: 3,
    title: 'Later',
    status: 'future',
    gmt: '2099-01-01 00:00:00',
    link: 'https://old.example.com/later/',
  }),
  createItem({ id: 4, title: 'Old', status: 'trash' }),
  createItem({
    id: 5,
    title: 'Who we were',
    type: 'page',
    name: 'who',
    link: 'https://old.example.com/who/',
    content: '<p>We.</p>',
  }),
  createAttachment(9, 'https://old.example.com/tea.jpg', createMeta('_wp_attachment_image_alt', 'A cup of tea')),
);

describe('a check', () => {
  it('A text that takes too long to read is named in the report, and the others can come in (T52)', async () => {
    const workerUrl = pathToFileURL(join(PROJECT_ROOT, 'tests/support/imports/stalling-reader.ts'));
    await worker.stop();
    worker = createWorker({ workerUrl, textMs: 200 });
    const report = await getImport(test.deps, await check(SITE));
    expect(report).toMatchObject({ state: 'checked', counts: { post: { waiting: 2 } } });
    expect(report.losses).toEqual([
      { kind: 'slow', count: 1, places: [{ title: '', detail: 'Second', kind: null, subject_id: null }] },
    ]);
  });

  it('says what comes in and what is lost, and changes nothing on the site', async () => {
    const tables = ['blogs', 'categories', 'uploads', 'site_parts', 'redirects', 'publish_jobs'];
    const count = async () =>
      (await Promise.all(tables.map((table) => select(`SELECT count(*) AS n FROM ${table}`)))).flat();
    const before = await count();
    const report = await getImport(test.deps, await check(SITE));
    expect(report).toMatchObject({ state: 'checked', origin: 'old.example.com' });
    expect(report.counts).toMatchObject({
      category: { waiting: 1 },
      media: { waiting: 2 },
      post: { waiting: 4 },
      page: { waiting: 1 },
    });
    expect(report.statuses).toEqual([
      { kind: 'page', status: 'published', count: 1 },
      { kind: 'post', status: 'draft', count: 1 },
      { kind: 'post', status: 'published', count: 1 },
      { kind: 'post', status: 'scheduled', count: 1 },
      { kind: 'post', status: 'trash', count: 1 },
    ]);
    expect(await count()).toEqual(before);
  });

  it('refuses what is no export, with one sentence', async () => {
    const report = await getImport(test.deps, await check('<html></html>'));
    expect(report).toMatchObject({ state: 'refused', error: expect.stringContaining('isn’t a WordPress export') });
  });
});

describe('an import', () => {
  it('takes images from a folder beside it, also one whose address is no proper one', async () => {
    await writeFile(join(test.directory, '100%.jpg'), await drawImage('#802020'));
    const text = createItem({
      id: 1,
      title: 'Tea',
      content: '<img src="https://old.example.com/100%.jpg" alt="A leaf">',
    });
    const id = await check(createWordPressFile(text), { mediaDirectory: test.directory });
    await startImport(test.deps, id, null);
    await worker.whenIdle();
    expect(await getImport(test.deps, id)).toMatchObject({ state: 'finished', counts: { media: { done: 1 } } });
  });

  it('brings in posts with status, date, author, category, cover, images and links', async () => {
    const id = await bringIn(SITE);
    const posts = await select(
      `SELECT slug, title, status, published_at, author_name, trashed_at IS NOT NULL AS trashed, cover_id IS NOT NULL AS covered,
        (SELECT group_concat(name) FROM blog_categories JOIN categories ON categories.id = category_id WHERE blog_id = blogs.id) AS names,
        (SELECT count(*) FROM blog_tags WHERE blog_id = blogs.id) AS tags
        FROM blogs ORDER BY id`,
    );
    expect(posts).toEqual([
      {
        slug: 'tea',
        title: 'Tea',
        status: 'published',
        published_at: Date.parse('2020-02-29T20:30:00Z'),
        author_name: 'Aroha Ngata',
        trashed: 0,
        covered: 1,
        names: 'Drinks',
        tags: 1,
      },
      {
        slug: 'coffee',
        title: 'Coffee',
        status: 'draft',
        published_at: Date.parse('2020-02-29T20:30:00Z'),
        author_name: 'Aroha Ngata',
        trashed: 0,
        covered: 0,
        names: null,
        tags: 0,
      },
      {
        slug: 'later',
        title: 'Later',
        status: 'published',
        published_at: Date.parse('2099-01-01T00:00:00Z'),
        author_name: 'Aroha Ngata',
        trashed: 0,
        covered: 0,
        names: null,
        tags: 0,
      },
      {
        slug: 'old',
        title: 'Old',
        status: 'draft',
        published_at: Date.parse('2020-02-29T20:30:00Z'),
        author_name: 'Aroha Ngata',
        trashed: 1,
        covered: 0,
        names: null,
        tags: 0,
      },
    ]);
    const [tea] = await select("SELECT content FROM blogs WHERE slug = 'tea'");
    expect(tea?.content).toMatch(/<a href="\/blogs\/coffee"/);
    expect(tea?.content).toMatch(/<a href="\/who"/);
    expect(tea?.content).toMatch(
      /<img src="\/uploads\/[0-9a-f]{64}-60x40\.webp" alt="A cup of tea" width="60" height="40"/,
    );
    expect(tea?.content).toMatch(/<a href="https:\/\/old\.example\.com\/lost\.jpg"[^>]*>Lost<\/a>/);
    const report = await getImport(test.deps, id);
    expect(report.state).toBe('finished');
    expect(report.losses.map(({ kind, count }) => [kind, count])).toEqual(
      expect.arrayContaining([
        ['image_missing', 1],
        ['link_nowhere', 1],
      ]),
    );
    expect(report.counts.media).toEqual({ done: 1, failed: 1 });
  });

  it('brings in all authors of a post as people, in their order, once, and takes out those who were not here', async () => {
    const file = createWordPressFile(
      createItem({
        id: 1,
        title: 'Tea',
        more: '<category domain="author" nicename="cap-tom"><![CDATA[tom]]></category><category domain="author" nicename="cap-aroha"><![CDATA[aroha]]></category>',
      }),
      createItem({ id: 2, title: 'Coffee' }),
    );
    await test.db.client.execute(
      "INSERT INTO authors (name, slug, bio, links, created_at, updated_at) VALUES ('TOM', 'tom', '', '[]', 1, 1)",
    );
    const people = () => select('SELECT name, slug FROM authors ORDER BY id');
    const checked = await getImport(test.deps, await check(file));
    expect(checked.counts.author).toEqual({ waiting: 2 });
    expect(checked.authors).toEqual([
      { name: 'Aroha Ngata', posts: 2 },
      { name: 'tom', posts: 1 },
    ]);
    const id = await bringIn(file);
    expect(await people()).toEqual([
      { name: 'TOM', slug: 'tom' },
      { name: 'Aroha Ngata', slug: 'aroha-ngata' },
    ]);
    expect(await select('SELECT title, author_name FROM blogs ORDER BY id')).toEqual([
      { title: 'Tea', author_name: 'Aroha Ngata & TOM' },
      { title: 'Coffee', author_name: 'Aroha Ngata' },
    ]);
    expect((await getImport(test.deps, await bringIn(file))).counts).toMatchObject({
      author: { same: 2 },
      post: { same: 2 },
    });
    await undoImport(test.deps, id, { removesEdited: false, actorId: null });
    await worker.whenIdle();
    expect(await people()).toEqual([{ name: 'TOM', slug: 'tom' }]);
  });

  it('keeps an author with other posts when it is undone', async () => {
    const id = await bringIn(createWordPressFile(createItem({ id: 1, title: 'Tea' })));
    await test.db.client.execute(
      "INSERT INTO drafts (kind, subject_id, fields, content, version, base_revision, client_id, created_at, updated_at) SELECT 'blog', 9999, json_object('author_ids', json_array(id)), '', 1, 1, 'tab', 1, 1 FROM authors",
    );
    await undoImport(test.deps, id, { removesEdited: false, actorId: null });
    await worker.whenIdle();
    expect(await select('SELECT name FROM authors')).toEqual([{ name: 'Aroha Ngata' }]);
    expect((await getImport(test.deps, id)).counts.author).toEqual({ kept: 1 });
  });

  it('brings in recordings and files, and says which couldn’t be had', async () => {
    const address = (name: string) => `https://old.example.com/files/${name}`;
    images.set(address('plan.pdf'), SAMPLE_PDF).set(address('talk.mp3'), SAMPLE_MP3);
    images.set(address('copy.pdf'), SAMPLE_PDF).set(address('page.pdf'), Buffer.from('<p>Gone</p>'));
    const content = `[audio src="${address('talk.mp3')}"]\n\n<a href="${address('plan.pdf')}">Plan</a> <a href="${address('copy.pdf')}">Copy</a> <a href="${address('page.pdf')}">Page</a> <a href="${address('gone.pdf')}">Gone</a>`;
    const id = await bringIn(createWordPressFile(createItem({ id: 1, title: 'Files', content })));
    const [post] = await select('SELECT content FROM blogs');
    expect(post?.content).toMatch(
      /^<p data-block="audio"><a href="\/uploads\/[0-9a-f]{64}\.mp3"[^>]*>talk<\/a><br \/><em>MP3 · 2 KB<\/em><\/p>/,
    );
    const links = [...String(post?.content).matchAll(/href="([^"]+)"[^>]*>(Plan|Copy|Page|Gone)/g)];
    expect(links[0]?.[1]).toMatch(/^\/uploads\/[0-9a-f]{64}\.pdf$/);
    // One file, whatever its names.
    expect(links[1]?.[1]).toBe(links[0]?.[1]);
    expect(links.slice(2).map(([, href]) => href)).toEqual([address('page.pdf'), address('gone.pdf')]);
    const report = await getImport(test.deps, id);
    expect(report.counts.media).toEqual({ done: 3, failed: 2 });
    expect(report.losses.find(({ kind }) => kind === 'file_missing')).toMatchObject({
      count: 2,
      places: [{ title: 'Files', detail: address('page.pdf') }, { detail: address('gone.pdf') }],
    });
    expect(report.failures.map(({ error }) => error)).toEqual([
      expect.stringContaining('isn’t supported'),
      expect.stringContaining('404'),
    ]);
    await undoImport(test.deps, id, { removesEdited: false, actorId: null });
    await worker.whenIdle();
    expect(await select('SELECT kind FROM uploads')).toEqual([]);
  });

  it('brings in pages of their own, and redirects from the old addresses', async () => {
    await bringIn(SITE);
    expect(await select("SELECT state, address FROM site_parts WHERE title = 'Who we were'")).toEqual([
      { state: 'live', address: '/who' },
    ]);
    expect(await select('SELECT from_path, to_address FROM redirects ORDER BY 1')).toEqual([
      { from_path: '/2020/03/tea', to_address: '/blogs/tea' },
      { from_path: '/later', to_address: '/blogs/later' },
    ]);
  });

  it('A page at or below an address of the site itself comes in at one that is free, and the report names it (T52)', async () => {
    const createPage = (id: number, title: string, name: string, path: string, parent = 0) =>
      createItem({
        id,
        title,
        type: 'page',
        name,
        link: `https://old.example.com${path}`,
        content: '<p>A</p>',
        parent,
      });
    const id = await bringIn(
      createWordPressFile(
        createPage(1, 'Products', 'products', '/products/'),
        createPage(2, 'Widget', 'widget', '/products/widget/', 1),
        createPage(3, 'Beta', 'beta', '/beta/'),
        createPage(4, 'Waiting', 'waitinglist', '/beta/waitinglist/', 3),
        createPage(5, 'More', 'more', '/beta/waitinglist/more/', 4),
        createPage(6, 'Another widget', 'widget', '/products/widget/', 1),
      ),
    );
    expect(await select("SELECT title, address FROM site_parts WHERE address LIKE '%-2%' ORDER BY id")).toEqual([
      { title: 'Products', address: '/products-2' },
      { title: 'Widget', address: '/products-2/widget' },
      { title: 'Waiting', address: '/beta/waitinglist-2' },
      { title: 'More', address: '/beta/waitinglist-2/more' },
      { title: 'Another widget', address: '/products-2/widget-2' },
    ]);
    const { losses } = await getImport(test.deps, id);
    const moved = losses.find(({ kind }) => kind === 'address');
    expect(moved?.places.map(({ title, detail }) => [title, detail])).toContainEqual(['Widget', '/products/widget']);
  });

  it('is published together at its end, with a job for each post', async () => {
    await bringIn(SITE);
    const jobs = await select("SELECT kind, count(*) AS n FROM publish_jobs WHERE reason LIKE 'Import%' GROUP BY kind");
    expect(jobs).toEqual([
      { kind: 'blog', n: 4 },
      { kind: 'category', n: 1 },
      { kind: 'redirects', n: 1 },
    ]);
  });

  it('can leave everything a draft', async () => {
    await bringIn(SITE, { are_drafts: true });
    expect(await select("SELECT count(*) AS n FROM blogs WHERE status <> 'draft'")).toEqual([{ n: 0 }]);
  });

  it('changes nothing the second time, and brings only what is new', async () => {
    await bringIn(SITE);
    const before = await select('SELECT * FROM blogs ORDER BY id');
    const second = await getImport(test.deps, await bringIn(SITE));
    expect(second.counts).toMatchObject({ category: { same: 1 }, post: { same: 4 }, page: { same: 1 } });
    expect(await select('SELECT * FROM blogs ORDER BY id')).toEqual(before);
    const more = SITE.replace(
      '</channel>',
      `${createItem({ id: 8, title: 'Cake', content: '<p><a href="/?p=1">Tea</a></p>' })}</channel>`,
    );
    const third = await getImport(test.deps, await bringIn(more.replace('Coffee', 'Cocoa')));
    expect(third.counts.post).toEqual({ done: 1, same: 3, changed: 1 });
    expect(await select("SELECT content LIKE '%/blogs/tea%' AS linked FROM blogs WHERE slug = 'cake'")).toEqual([
      { linked: 1 },
    ]);
  });

  it('goes on after a crash and after a stop, and nothing comes twice', async () => {
    const items = Array.from({ length: 60 }, (_, at) => createItem({ id: at + 1, title: `Post ${at + 1}` }));
    const id = await check(createWordPressFile(...items));
    await startImport(test.deps, id, null);
    worker.wake();
    // A crash: the worker ends where it is.
    await worker.stop();
    const [{ n } = { n: 0 }] = await select('SELECT count(*) AS n FROM blogs');
    expect(Number(n)).toBeLessThan(60);
    worker = createWorker();
    await stopImport(test.deps, id, null);
    await worker.whenIdle();
    expect(await select('SELECT count(*) AS n FROM blogs')).toEqual([{ n }]);
    await startImport(test.deps, id, null);
    await worker.whenIdle();
    expect((await getImport(test.deps, id)).counts.post).toEqual({ done: 60 });
    expect(await select('SELECT count(*) AS n, count(DISTINCT title) AS titles FROM blogs')).toEqual([
      { n: 60, titles: 60 },
    ]);
  });
});

describe('a reader that can’t begin', () => {
  it('An import whose reader has no script stands with a sentence, and comes in by Try again once the script is there (T52)', async () => {
    await worker.stop();
    worker = createWorker({ workerUrl: pathToFileURL(join(test.directory, 'missing-reader.ts')) });
    const id = await check(SITE);
    const sentence = 'The server couldn’t read ‘export.xml’: its reader stopped.';
    expect(await getImport(test.deps, id)).toMatchObject({
      state: 'refused',
      error: expect.stringContaining(sentence),
    });
    await worker.stop();
    worker = createWorker();
    await checkImport(test.deps, id);
    await worker.whenIdle();
    expect(await getImport(test.deps, id)).toMatchObject({ state: 'checked', error: null });
  });

  it('An import whose reader ends at its first line stands with a sentence (T52)', async () => {
    const path = join(test.directory, 'ending-reader.ts');
    await writeFile(path, 'process.exit(0);');
    await worker.stop();
    worker = createWorker({ workerUrl: pathToFileURL(path) });
    const id = await check(SITE);
    expect(await getImport(test.deps, id)).toMatchObject({ state: 'refused', error: expect.any(String) });
  });
});

describe('a server that ends in the middle of an import', () => {
  const readRow = async () => (await select('SELECT state, error, attempts FROM imports'))[0];
  const TWICE = 'The server stopped twice while working on this import.';
  /** What a server leaves behind that was killed in its `attempts`-th attempt. */
  const leave = (state: string, attempts: number) =>
    test.db.client.execute({ sql: 'UPDATE imports SET state = ?, attempts = ?', args: [state, attempts] });
  const startServer = async () => {
    await worker.stop();
    worker = createWorker();
    await worker.whenIdle();
  };

  it('A reading in which it ended once is tried again; after the second time it stands, until somebody tries again (T52)', async () => {
    const id = await check(SITE);
    await leave('reading', 1);
    await startServer();
    expect(await readRow()).toMatchObject({ state: 'checked', error: null });
    await leave('reading', 2);
    await startServer();
    expect(await readRow()).toMatchObject({ state: 'refused', error: TWICE });
    await checkImport(test.deps, id);
    await worker.whenIdle();
    expect(await readRow()).toMatchObject({ state: 'checked', error: null });
  });

  it('A part in which it ended once is tried again; after the second time the import stands, until somebody goes on (T52)', async () => {
    const id = await check(SITE);
    await leave('running', 2);
    await startServer();
    expect(await readRow()).toMatchObject({ state: 'stopped', error: TWICE });
    await startImport(test.deps, id, null);
    await leave('running', 1);
    await startServer();
    expect(await readRow()).toEqual({ state: 'finished', error: null, attempts: 1 });
    await leave('undoing', 2);
    await startServer();
    expect(await readRow()).toMatchObject({ state: 'stopped', error: TWICE });
  });

  it('A server that ends while it publishes the posts of an import publishes the others after its start, each once (T52)', async () => {
    const posts = Array.from({ length: 120 }, (_, at) =>
      createItem({ id: at + 1, title: `Post ${at}`, name: `post-${at}`, content: '<p>Hot.</p>' }),
    );
    await check(createWordPressFile(...posts));
    const { client } = test.db;
    const batch = client.batch.bind(client);
    let published = 0;
    client.batch = (statements, mode) => {
      if (JSON.stringify(statements).includes('UPDATE blogs SET status')) published += 1;
      return published > 1 ? Promise.reject(new Error('The server ends.')) : batch(statements, mode);
    };
    await leave('running', 0);
    await worker.whenIdle();
    const count = async () =>
      select('SELECT status, revision, count(*) AS posts FROM blogs GROUP BY status, revision ORDER BY posts');
    expect(await count()).toHaveLength(2);
    client.batch = batch;
    await startServer();
    expect(await readRow()).toMatchObject({ state: 'finished' });
    expect(await count()).toEqual([{ status: 'published', revision: 2, posts: 120 }]);
    expect(await select(`SELECT count(*) AS left FROM import_items WHERE kind = 'post' AND data <> ''`)).toEqual([
      { left: 0 },
    ]);
  });

  it('The rows that reports read hold no text, and the texts go once they are in', async () => {
    const text = 'Hot leaves. '.repeat(1_000);
    const id = await check(createWordPressFile(createItem({ id: 1, title: 'Tea', content: `<p>${text}</p>` })));
    const sizes = 'SELECT max(length(data)) < 1000 AS is_short FROM import_items';
    expect(await select(sizes)).toEqual([{ is_short: 1 }]);
    expect(await select('SELECT length(html) > 10000 AS is_long FROM import_texts')).toEqual([{ is_long: 1 }]);
    await startImport(test.deps, id, null);
    await worker.whenIdle();
    expect(await select("SELECT content LIKE '%Hot leaves. Hot%' AS is_there FROM blogs")).toEqual([{ is_there: 1 }]);
    expect(await select('SELECT count(*) AS texts FROM import_texts')).toEqual([{ texts: 0 }]);
  });

  it('An import that an earlier version of the program has read, with the text in its data, comes in whole', async () => {
    const id = await check(createWordPressFile(createItem({ id: 1, title: 'Tea', content: '<p>Hot leaves.</p>' })));
    await test.db.client.batch([
      `UPDATE import_items SET data = json_set(data, '$.html', (SELECT html FROM import_texts WHERE item_id = id)) WHERE kind = 'post'`,
      'DELETE FROM import_texts',
    ]);
    await startImport(test.deps, id, null);
    await worker.whenIdle();
    expect(await select('SELECT title, content FROM blogs')).toEqual([{ title: 'Tea', content: '<p>Hot leaves.</p>' }]);
  });

  it('A stop of the server is no attempt, however often it comes', async () => {
    const items = Array.from({ length: 60 }, (_, at) => createItem({ id: at + 1, title: `Post ${at + 1}` }));
    const id = await check(createWordPressFile(...items));
    await startImport(test.deps, id, null);
    for (let stop = 0; stop < 4; stop += 1) {
      worker = createWorker();
      worker.wake();
      await worker.stop();
      expect(await readRow()).toMatchObject({ state: 'running', attempts: 0 });
    }
  });
});

describe('menus', () => {
  const links = Array.from({ length: 10 }, (_, at) =>
    createMenuItem({ id: 50 + at, title: `Out ${at}`, meta: { type: 'custom', url: `https://x.example/${at}` } }),
  );
  const MENUS = SITE.replace(
    '</channel>',
    `${[
      createMenu('main', 'Main'),
      createMenuItem({ id: 20, meta: { type: 'post_type', object: 'page', object_id: 5 } }),
      createMenuItem({ id: 21, title: 'Drinks', meta: { type: 'post_type', object: 'post', object_id: 1 } }),
      createMenuItem({ id: 22, title: 'Inside', parent: 21, meta: { type: 'custom', url: 'https://x.example/in' } }),
      createMenuItem({ id: 23, title: 'Gone', meta: { type: 'custom', url: '/gone/' } }),
      ...links,
    ].join('')}</channel>`,
  );
  const readDraft = async () => {
    const [row] = await select("SELECT fields FROM drafts WHERE kind = 'navigation'");
    return row ? JSON.parse(String(row.fields)) : null;
  };

  it('become a draft of the navigation, which nothing publishes, and go with the import', async () => {
    const live = await select("SELECT fields, revision FROM site_parts WHERE kind = 'navigation'");
    const id = await bringIn(MENUS);
    const draft = await readDraft();
    expect(draft.menu).toHaveLength(8);
    expect(draft.menu.slice(0, 3)).toEqual([
      { label: 'Who we were', href: '/who', links: [] },
      {
        label: 'Drinks',
        href: '',
        links: [
          { label: 'Drinks', href: '/blogs/tea', note: '' },
          { label: 'Inside', href: 'https://x.example/in', note: '' },
        ],
      },
      { label: 'Out 0', href: 'https://x.example/0', links: [] },
    ]);
    expect(draft.footer).toEqual(JSON.parse(String(live[0]?.fields)).footer);
    expect(await select("SELECT fields, revision FROM site_parts WHERE kind = 'navigation'")).toEqual(live);
    const { losses, counts } = await getImport(test.deps, id);
    expect(counts.menu).toEqual({ done: 1 });
    const menuLosses = losses.filter(({ kind }) => kind.startsWith('menu')).map(({ kind, count }) => [kind, count]);
    expect(Object.fromEntries(menuLosses)).toEqual({ menu_draft: 1, menu_link: 1, menu_long: 4 });
    expect((await getImport(test.deps, await bringIn(MENUS))).counts.menu).toEqual({ same: 1 });
    await undoImport(test.deps, id, { removesEdited: false, actorId: null });
    await worker.whenIdle();
    expect(await readDraft()).toBeNull();
  });

  it('stay out where somebody is at the navigation, or go on with them', async () => {
    const [part] = await select("SELECT id FROM site_parts WHERE kind = 'navigation'");
    await test.db.client.execute({
      sql: "INSERT INTO drafts (kind, subject_id, fields, content, version, base_revision, client_id, created_at, updated_at) VALUES ('navigation', ?, '{}', '', 1, 1, 'tab', 1, 1)",
      args: [Number(part?.id)],
    });
    const first = await getImport(test.deps, await bringIn(MENUS));
    expect(first.failures).toContainEqual({
      title: 'Menus',
      kind: 'menu',
      error: expect.stringContaining('has a draft'),
    });
    expect(await readDraft()).toEqual({});
    await test.db.client.execute("DELETE FROM drafts WHERE kind = 'navigation'");
    const second = await bringIn(MENUS);
    await test.db.client.execute("UPDATE drafts SET version = 2 WHERE kind = 'navigation'");
    await undoImport(test.deps, second, { removesEdited: false, actorId: null });
    await worker.whenIdle();
    expect((await readDraft()).menu).toHaveLength(8);
    expect((await getImport(test.deps, second)).counts.menu).toEqual({ kept: 1 });
  });
});

describe('undoing an import', () => {
  it('An undo of an import is written down for who asked for it, not for who imported', async () => {
    const id = await bringIn(SITE);
    const other = await createUser(test, { role: 'admin' });
    await undoImport(test.deps, id, { removesEdited: false, actorId: other.id });
    await worker.whenIdle();
    expect(
      await select("SELECT DISTINCT actor_id FROM audit_log WHERE action IN ('import.undone', 'upload.deleted')"),
    ).toEqual([{ actor_id: other.id }]);
    expect(await select('SELECT user_id FROM publish_jobs ORDER BY id DESC LIMIT 1')).toEqual([{ user_id: other.id }]);
  });

  it('takes out everything that came in, and leaves what was there', async () => {
    await test.db.client.execute(
      "INSERT INTO categories (name, slug, created_at, updated_at) VALUES ('drinks', 'our-drinks', 1, 1)",
    );
    const tables = [
      'blogs',
      'blog_slugs',
      'tags',
      'tag_slugs',
      'authors',
      'author_slugs',
      'categories',
      'uploads',
      'redirects',
      'revisions',
      'drafts',
      'upload_uses',
    ];
    const readAll = async () => Promise.all(tables.map((table) => select(`SELECT * FROM ${table} ORDER BY 1, 2`)));
    const before = await readAll();
    const id = await bringIn(SITE);
    await undoImport(test.deps, id, { removesEdited: false, actorId: null });
    await worker.whenIdle();
    expect((await getImport(test.deps, id)).state).toBe('undone');
    const after = await readAll();
    // What a publish of pages keeps of them in the history stays: a deleted page can be restored.
    expect(after.map((rows, at) => (tables[at] === 'revisions' || tables[at] === 'upload_uses' ? [] : rows))).toEqual(
      before.map((rows, at) => (tables[at] === 'revisions' || tables[at] === 'upload_uses' ? [] : rows)),
    );
    expect(
      await select("SELECT count(*) AS n FROM site_parts WHERE title = 'Who we were' AND state <> 'deleted'"),
    ).toEqual([{ n: 0 }]);
  });

  it('keeps what was edited since, and takes that too when it is asked to', async () => {
    const id = await bringIn(SITE);
    await test.db.client.execute("UPDATE blogs SET title = 'My tea', revision = revision + 1 WHERE slug = 'tea'");
    expect((await getImport(test.deps, id)).edited).toBe(1);
    await undoImport(test.deps, id, { removesEdited: false, actorId: null });
    await worker.whenIdle();
    expect(await select('SELECT title FROM blogs')).toEqual([{ title: 'My tea' }]);
    const again = await bringIn(SITE);
    expect((await getImport(test.deps, again)).counts.post).toEqual({ same: 1, done: 3 });
  });
});
