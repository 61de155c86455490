import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBlog } from '../support/app/content-services.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { findXmlError } from '../support/site/strict-xml.ts';
import { createTestSite, type TestSite } from '../support/site/test-site.ts';

const POSTS = 20;
const SEED = 38;
const FEEDS = ['/rss.xml', '/atom.xml', '/sitemap.xml', '/sitemap-0.xml', '/sitemap-1.xml'];
/** Titles as UTF-8 bytes in hex, because the driver replaces some characters of bound strings. */
const TITLES = ['41EFBFBE42', 'EFBFBF', '01', '610B62', 'EFB790', 'F09FBFBF'];

const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .map((value) => value.replaceAll('\0', '\u0001'));

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  const values = fc.sample(fc.tuple(text, text, text, text, text), { numRuns: POSTS, seed: SEED });
  for (const [index, [title, description, content, author, name]] of values.entries()) {
    const category = await createCategory(site.deps, null, { name: `C${index}`, description: '' });
    const { id } = await createBlog(
      site.deps,
      createBlogRequest({ slug: `post-${index}`, categoryIds: [category.id] }),
    );
    // Written directly, as an older version or another tool could have done.
    const run = (sql: string, args: (string | number)[]) => site.db.client.execute({ sql, args });
    await run('UPDATE blogs SET title = ?, description = ?, content = ?, author_name = ? WHERE id = ?', [
      title,
      description,
      `<p>${content}\ufffe</p>`,
      author,
      id,
    ]);
    await run('UPDATE categories SET name = ? WHERE id = ?', [`${index} ${name}\uffff`, category.id]);
    const bytes = TITLES[index];
    if (bytes) await run(`UPDATE blogs SET title = CAST(X'${bytes}' AS TEXT) WHERE id = ?`, [id]);
  }
  await site.publisher.start();
  await site.publisher.whenIdle();
});
afterAll(() => site.close());

describe('T38 posts with characters that XML forbids', () => {
  it.each(FEEDS)('%s is well formed', async (path) => {
    const { status, body } = await site.get(path);
    expect([status, findXmlError(body)]).toEqual([200, null]);
  });

  it.each(['/rss.xml', '/atom.xml'])('%s contains every post', async (path) => {
    const { body } = await site.get(path);
    expect(body.match(/<(item|entry)>/g)).toHaveLength(POSTS);
  });

  it('/feed.json is valid JSON with every post', async () => {
    const { items } = JSON.parse((await site.get('/feed.json')).body) as { items: { content_html: string }[] };
    expect(items).toHaveLength(POSTS);
    expect(JSON.stringify(items).isWellFormed()).toBe(true);
    expect(JSON.stringify(items)).not.toMatch(/\p{Noncharacter_Code_Point}|\\ud[89a-f]/iu);
  });
});
