import { afterEach, describe, expect, it } from 'vitest';
import { createBlog } from '#api/features/blogs/editing/editing.service.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { parseHtmlPage, getText } from '../support/site/html-page.ts';
import { copyEmptySite, createTestSite, type TestSite } from '../support/site/test-site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let site: TestSite;

afterEach(() => site.close());

async function startWith(posts: { title: string; category: string | null; daysAgo?: number }[]): Promise<void> {
  site = await createTestSite({}, copyEmptySite);
  await site.publisher.start();
  const ids = new Map<string | null, number[]>([[null, []]]);
  for (const { title, category, daysAgo = 0 } of posts) {
    if (!ids.has(category)) ids.set(category, [(await createCategory(site.deps, null, { name: category ?? '' })).id]);
    const published_at = new Date(site.clock.now() - daysAgo * DAY_MS).toISOString();
    await createBlog(site.deps, createBlogRequest({ title, categoryIds: ids.get(category) ?? [], published_at }));
  }
  await site.publisher.whenIdle();
}

async function timePasses(milliseconds: number): Promise<void> {
  site.clock.advance(milliseconds);
  await site.publisher.tick();
  await site.publisher.whenIdle();
}

/** The news line of the home page: where it leads and what it says, or null. */
async function newsLine(): Promise<{ href: string | undefined; words: string } | null> {
  const [line] = parseHtmlPage((await site.get('/')).body).withClass('news');
  return line ? { href: line.attribs.href, words: getText(line) } : null;
}

describe('the news line', () => {
  it.each(['news', 'News', 'NEWS & Updates', 'news & updates'])('is of a category called %s', async (category) => {
    await startWith([{ title: 'Doors open', category }]);
    expect(await newsLine()).toEqual({ href: '/blogs/doors-open', words: 'News Doors open 21 November 2026' });
  });

  it.each(['Newsroom', 'Old news', 'Updates', null])('is not of %s', async (category) => {
    await startWith([{ title: 'Doors open', category }]);
    expect(await newsLine()).toBeNull();
  });

  it('the news line is removed exactly 7 days after publication', async () => {
    await startWith([{ title: 'Doors open', category: 'News', daysAgo: 6 }]);
    await timePasses(DAY_MS);
    expect((await newsLine())?.href).toBe('/blogs/doors-open');
    await timePasses(1);
    expect(await newsLine()).toBeNull();
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('is of the newest news, even when other posts are newer', async () => {
    await startWith([
      { title: 'Older news', category: 'News', daysAgo: 3 },
      { title: 'Newer news', category: 'News & Updates', daysAgo: 2 },
      { title: 'Newest of all', category: 'Gardens', daysAgo: 1 },
    ]);
    expect((await newsLine())?.href).toBe('/blogs/newer-news');
  });

  it('comes when a planned post of news comes', async () => {
    await startWith([{ title: 'Tomorrow', category: 'News', daysAgo: -1 }]);
    expect(await newsLine()).toBeNull();
    await timePasses(DAY_MS);
    expect((await newsLine())?.href).toBe('/blogs/tomorrow');
  });
});

describe("'Last updated'", () => {
  it('is the day in New Zealand, also the moment after midnight there', async () => {
    await startWith([]);
    const shown = async (path: string) =>
      /Last updated: (.*? \d{4})/.exec(parseHtmlPage((await site.get(path)).body).words)?.[1];
    expect([await shown('/terms'), await shown('/privacy')]).toEqual(['21 November 2026', '21 November 2026']);
    site.clock.set('2026-11-21T10:59:59.999Z');
    await timePasses(0);
    expect(await shown('/terms')).toBe('21 November 2026');
    await timePasses(1);
    expect([await shown('/terms'), await shown('/privacy')]).toEqual(['22 November 2026', '22 November 2026']);
  });
});
