import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBlog } from '#api/features/blogs/editing/editing.service.ts';
import { createAuthor } from '#api/features/authors/authors.service.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { exportContent, exportContentZip } from '#api/features/content-export/content-export.service.ts';
import { createImport, getImport, startImport, undoImport } from '#api/features/imports/imports.service.ts';
import { ImportWorker } from '#api/features/imports/worker.service.ts';
import { createTag } from '#api/features/tags/tags.service.ts';
import { siteParts } from '#api/site-parts.ts';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { createIngestionTools, ingestFile } from '#api/features/uploads/ingestion/ingestion.service.ts';
import { createJpeg, readWebm, SAMPLE_MP3, SAMPLE_PDF } from '../../support/uploads/sample-files.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

let test: TestDatabase;
let worker: ImportWorker;
beforeEach(async () => {
  test = await createTestDatabase();
  test.deps.site = { ...test.deps.site, hasPage: () => false };
  worker = new ImportWorker({ ...test.deps, parts: siteParts });
});
afterEach(async () => {
  await worker.stop();
  await test.close();
});

const CONTENT =
  '<h2>Hot</h2><p>See <a href="/blogs/coffee" rel="noopener noreferrer">coffee</a> &amp; <mark>more</mark>.</p><ul><li>a</li><li>b</li></ul><pre><code class="language-ts">x\n\ny</code></pre>';

/** Stores files and returns blocks that show them. */
async function createMedia(): Promise<string> {
  const tools = createIngestionTools(test.deps);
  const store = async (name: string, bytes: Buffer) => {
    const id = await ingestFile(test.deps, tools, { bytes, name, userId: null });
    const { rows } = await test.db.client.execute({ sql: 'SELECT url FROM uploads WHERE id = ?', args: [id] });
    return String(rows[0]?.url);
  };
  const [image, pdf, mp3] = [
    await store('harbour.jpg', (await createJpeg()).bytes),
    await store('plan.pdf', SAMPLE_PDF),
    await store('talk.mp3', SAMPLE_MP3),
  ];
  const { bytes } = await readWebm();
  const film = await store('film.webm', bytes);
  return sanitizeContent(
    `<figure data-layout="wide"><img src="${image}" alt="A harbour" width="640" height="400"><figcaption>c</figcaption></figure>
    <p data-block="file"><a href="${pdf}">The plan</a><br><em>PDF · 76 bytes</em></p>
    <p data-block="audio"><a href="${mp3}">A talk</a><br><em>MP3 · 2 KB</em></p>
    <p>The <a href="${pdf}">plan</a></p><figure><video src="${film}" width="1280" height="720"></video></figure>`,
  );
}

async function createSite(media = '') {
  const { id: drinks } = await createCategory(test.deps, null, { name: 'Drinks' });
  const { id: hot } = await createTag(test.deps, null, { name: 'Hot' });
  const people = [
    await createAuthor(test.deps, null, { name: 'Tom Whitaker', bio: '', links: [] }),
    await createAuthor(test.deps, null, { name: 'Aroha Ngata', bio: '', links: [] }),
  ];
  const post = {
    title: 'Tea: a “guide”',
    slug: 'tea',
    content: CONTENT + media,
    categoryIds: [drinks],
    tagIds: [hot],
    authorIds: people.map(({ id }) => id),
  };
  const facts = { status: 'published', description: 'About tea.' } as const;
  await createBlog(test.deps, { ...post, ...facts, published_at: '2024-05-01T08:00:00.000Z' });
  await createBlog(test.deps, { title: 'Coffee', slug: 'coffee', content: '', categoryIds: [], status: 'draft' });
}

/** Images and videos are written anew as they come in, so that their hashes change; files stay byte for byte. */
const toComparable = (content: string) =>
  content.replace(/>\s+</g, '><').replace(/[0-9a-f]{64}(?=-\d+x\d+\.webp|\.webm)/g, 'hash');

const readPosts = async () => {
  const { rows } = await test.db.client.execute(
    `SELECT slug, title, status, published_at, author_name, description, content,
      (SELECT group_concat(name) FROM blog_categories JOIN categories ON categories.id = category_id WHERE blog_id = blogs.id) AS categories,
      (SELECT group_concat(name) FROM (SELECT name FROM blog_authors JOIN authors ON authors.id = author_id
        WHERE blog_id = blogs.id ORDER BY position)) AS authors,
      (SELECT group_concat(name) FROM blog_tags JOIN tags ON tags.id = tag_id WHERE blog_id = blogs.id) AS tags
      FROM blogs ORDER BY slug`,
  );
  return rows.map((row) => ({ ...row, content: toComparable(String(row.content)) }));
};

it.each(['markdown', 'ghost'] as const)(
  'exports content as a zip of %s that comes in again without loss',
  async (format) => {
    await createSite(await createMedia());
    const before = await readPosts();
    const { name, parts } = await exportContentZip(test.deps, { actorId: 1, format });
    expect(name).toMatch(new RegExp(`^content-${format}-\\d{4}-\\d\\d-\\d\\d\\.zip$`));
    const path = join(test.directory, name);
    await writeFile(path, parts);
    // The pages of the demo are sections, which only this program has.
    for (const table of [
      'upload_uses',
      'uploads',
      'blogs',
      'blog_slugs',
      'categories',
      'category_slugs',
      'tags',
      'tag_slugs',
      'authors',
      'author_slugs',
    ])
      await test.db.client.execute(`DELETE FROM ${table}`);
    const files = [{ path, name, bytes: 0 }];
    const id = await createImport(test.deps, { source: format, are_drafts: false }, { userId: null, files });
    await worker.whenIdle();
    await startImport(test.deps, id, null);
    await worker.whenIdle();
    const report = await getImport(test.deps, id);
    expect(report).toMatchObject({ state: 'finished', counts: { post: { done: 2 }, media: { done: 4 } } });
    expect(await readPosts()).toEqual(before);
    await undoImport(test.deps, id, { removesEdited: true, actorId: null });
    await worker.whenIdle();
  },
);

it('writes a file for each post, and nothing into a directory that holds something', async () => {
  await createSite(await createMedia());
  const directory = join(test.directory, 'out');
  const result = await exportContent(test.deps, { directory, format: 'markdown' });
  expect(result).toMatchObject({ posts: 2, media: 4 });
  expect(await readdir(join(directory, 'posts'))).toEqual(['coffee.md', 'tea.md']);
  expect(await readdir(join(directory, 'media'))).toHaveLength(4);
  expect(await readFile(join(directory, 'README.md'), 'utf8')).toMatch(/2 posts, \d+ pages, 4 images and files\./);
  const file = await readFile(join(directory, 'posts', 'tea.md'), 'utf8');
  expect(file).toContain('permalink: /blogs/tea\n');
  expect(file).toContain('## Hot\n\nSee [coffee](</blogs/coffee>)');
  const full = join(test.directory, 'full');
  await mkdir(full);
  await writeFile(join(full, 'a'), '');
  await expect(exportContent(test.deps, { directory: full, format: 'markdown' })).rejects.toThrow('isn’t empty');
});

it('makes no zip of more than one can hold', async () => {
  await test.db.client.execute(
    "INSERT INTO uploads (hash, kind, content_type, url, bytes, name, files, created_at) VALUES ('a', 'file', 'application/pdf', '/uploads/a.pdf', 4000000000, 'a.pdf', '[]', 1)",
  );
  await expect(exportContentZip(test.deps, { actorId: 1, format: 'ghost' })).rejects.toThrow('more images and files');
});
