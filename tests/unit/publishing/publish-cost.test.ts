import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LLMS_PATH } from '#api/domain/text-paths.ts';
import { PublicIndex } from '#api/publishing/index/public-index.ts';
import { planImmediateLane } from '#api/publishing/plan/immediate-lane.ts';
import { planAllPages } from '#api/publishing/plan/page-plan.ts';
import { createPageDependencies } from '#api/publishing/render/content-reader.ts';
import { renderText } from '#api/publishing/render/text-renderer.ts';
import { createRedirectEntry, Manifest, type ReleaseEntry } from '#api/releases/manifest.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import { demoContent } from '../../support/site/demo-content.ts';

/** The newest post is in another part of the sitemap than the old ones, and shares no page with them. */
const OLD_POSTS = 160;
const NEWEST_ID = 900;

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
  await test.db.client.execute(`
    INSERT INTO blogs (id, slug, title, content, content_text, description, author_name, is_description_custom, status,
      published_at, created_at, updated_at, revision, word_count)
    SELECT value, 'post-' || value, 'Post ' || value, '<p>x</p>', 'x', 'd', 'a', 1, 'published', value, 1, 1, 1, 1
    FROM json_each('${JSON.stringify([...Array.from({ length: OLD_POSTS }, (_, at) => at + 1), NEWEST_ID])}')`);
});
afterEach(() => test.close());

const toEntry = (path: string, more: Partial<ReleaseEntry> = {}): ReleaseEntry => ({
  ...createRedirectEntry(path, '/', 301),
  status: 200,
  location: null,
  ...more,
});

it('the immediate lane is planned without reading other posts and entries', async () => {
  const index = new PublicIndex(test.db);
  await index.load(test.clock.now());
  const context = {
    index,
    now: test.clock.now(),
    site: demoContent,
    salt: '',
    buildSalt: '',
    fixedPages: [],
    listedPaths: [],
    builtPaths: new Set<string>(),
  };
  const manifest = new Manifest();
  manifest.replaceAll(
    1,
    Array.from(planAllPages(context), ({ path, inputHash }) => toEntry(path, { inputHash })),
  );
  const before = index.get(NEWEST_ID);
  await test.db.client.execute(`UPDATE blogs SET revision = 2 WHERE id = ${NEWEST_ID}`);
  const { after } = await index.reloadPost(NEWEST_ID, test.clock.now());
  const read = vi.fn();
  Object.defineProperty(index.get(1), 'revision', { get: read });
  const readEntries = vi.spyOn(manifest, 'entries');

  const plan = planImmediateLane(context, manifest, {
    posts: [{ id: NEWEST_ID, before, after }],
    categories: [],
    works: [],
  });

  expect(plan.pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining([`/blogs/post-${NEWEST_ID}`, '/', '/blogs', '/sitemap-2.xml']),
  );
  expect(plan.pages.map(({ path }) => path)).not.toContain('/sitemap-1.xml');
  expect(read).not.toHaveBeenCalled();
  expect(readEntries).not.toHaveBeenCalled();
});

it('the list for language models describes the newest 100 posts with one query, and names older ones from the index', async () => {
  const index = new PublicIndex(test.db);
  await index.load(test.clock.now());
  const source = { db: test.db, index, now: test.clock.now(), site: demoContent, siteUrl: 'https://site.example' };
  const execute = vi.spyOn(test.db.client, 'execute');
  const { body } = await renderText(source, LLMS_PATH, createPageDependencies());
  expect(execute).toHaveBeenCalledTimes(1);
  const [, described = '', older = ''] = String(body).split(/## (?:Posts|Optional)\n\n/);
  const toLink = (id: number) => `- [Post ${id}](https://site.example/blogs/post-${id}.md)`;
  expect(described.trim().split('\n')).toHaveLength(100);
  expect(described.startsWith(`${toLink(NEWEST_ID)}: d\n${toLink(OLD_POSTS)}: d\n`)).toBe(true);
  expect(older.trim().split('\n')).toEqual(
    Array.from({ length: OLD_POSTS - 99 }, (_, at) => toLink(OLD_POSTS - 99 - at)),
  );
});

it('the manifest finds entries by post, redirects and expiries like a search through all entries', () => {
  const random = createSeededRandom(9);
  const manifest = new Manifest();
  const paths = Array.from({ length: 12 }, (_, at) => `/${at}`);
  for (let release = 1; release <= 200; release += 1) {
    const changed = paths
      .filter(() => random.oneIn(3))
      .map((path) =>
        toEntry(path, {
          location: random.oneIn(3) ? '/' : null,
          validUntil: random.oneIn(3) ? release : null,
          postIds: [1, 2, 3, 4].filter(() => random.oneIn(2)),
        }),
      );
    manifest.apply(
      release,
      changed,
      paths.filter(() => random.oneIn(8)),
    );
    const entries = [...manifest.entries()];
    const listShowing = (ids: number[]) => entries.filter(({ postIds }) => postIds.some((id) => ids.includes(id)));
    const toPaths = (found: Iterable<ReleaseEntry>) => Array.from(found, ({ path }) => path).sort();
    for (const ids of [[1], [2, 3], [9], []]) {
      expect([...manifest.listPathsByPosts(ids)].sort()).toEqual(toPaths(listShowing(ids)));
    }
    expect(toPaths(manifest.redirects())).toEqual(toPaths(entries.filter(({ location }) => location !== null)));
    expect(manifest.expiries().sort()).toEqual(entries.flatMap(({ validUntil }) => validUntil ?? []).sort());
  }
});

it('a start reads public posts from an index, never through their contents', async () => {
  const execute = vi.spyOn(test.db.client, 'execute');
  await new PublicIndex(test.db).load(test.clock.now());
  const queries = execute.mock.calls.map(([query]) => query as unknown as { sql: string });
  execute.mockRestore();
  const query = queries.find(({ sql }) => /FROM blogs LEFT JOIN uploads/.test(sql));
  const plan = await test.db.client.execute({ ...query, sql: `EXPLAIN QUERY PLAN ${query?.sql}` } as never);
  expect(plan.rows.map((row) => String(row.detail))).toContain(
    'SEARCH blogs USING COVERING INDEX blogs_public (published_at>?)',
  );
});
