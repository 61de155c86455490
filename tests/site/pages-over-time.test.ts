import { afterEach, describe, expect, it } from 'vitest';
import { createBlog } from '../support/app/content-services.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { parseHtmlPage, getText } from '../support/site/html-page.ts';
import { copyEmptySite, createTestSite, type TestSite } from '../support/site/test-site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let site: TestSite;

afterEach(() => site.close());

async function startSite(posts: { title: string; category: string | null; daysAgo?: number }[]): Promise<void> {
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

async function advanceClock(milliseconds: number): Promise<void> {
  site.clock.advance(milliseconds);
  await site.publisher.tick();
  await site.publisher.whenIdle();
}

/** The link and the text of the news line of the home page, or null. */
async function readNewsLine(): Promise<{ href: string | undefined; words: string } | null> {
  const [line] = parseHtmlPage((await site.get('/')).body).withClass('news');
  return line ? { href: line.attribs.href, words: getText(line) } : null;
}

describe('the news line', () => {
  it('shows a post of the news', async () => {
    await startSite([{ title: 'Doors open', category: 'News & Updates' }]);
    expect(await readNewsLine()).toEqual({ href: '/blogs/doors-open', words: 'News Doors open 21 November 2026' });
  });

  it('is not there without news', async () => {
    await startSite([
      { title: 'Doors open', category: 'Newsroom' },
      { title: 'Doors shut', category: null },
    ]);
    expect(await readNewsLine()).toBeNull();
  });

  it('is removed exactly 7 days after publication', async () => {
    await startSite([{ title: 'Doors open', category: 'News', daysAgo: 6 }]);
    await advanceClock(DAY_MS);
    expect((await readNewsLine())?.href).toBe('/blogs/doors-open');
    await advanceClock(1);
    expect(await readNewsLine()).toBeNull();
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('shows the newest news post, even when other posts are newer', async () => {
    await startSite([
      { title: 'Older news', category: 'News', daysAgo: 3 },
      { title: 'Newer news', category: 'News & Updates', daysAgo: 2 },
      { title: 'Newest of all', category: 'Gardens', daysAgo: 1 },
    ]);
    expect((await readNewsLine())?.href).toBe('/blogs/newer-news');
  });

  it('appears when a scheduled news post is published', async () => {
    await startSite([{ title: 'Tomorrow', category: 'News', daysAgo: -1 }]);
    expect(await readNewsLine()).toBeNull();
    await advanceClock(DAY_MS);
    expect((await readNewsLine())?.href).toBe('/blogs/tomorrow');
  });
});

describe("'Last updated'", () => {
  it('is the date in New Zealand, and changes at midnight there', async () => {
    await startSite([]);
    const readLastUpdated = async (path: string) =>
      /Last updated: (.*? \d{4})/.exec(parseHtmlPage((await site.get(path)).body).text)?.[1];
    expect([await readLastUpdated('/terms'), await readLastUpdated('/privacy')]).toEqual([
      '21 November 2026',
      '21 November 2026',
    ]);
    site.clock.set('2026-11-21T10:59:59.999Z');
    await advanceClock(0);
    expect(await readLastUpdated('/terms')).toBe('21 November 2026');
    await advanceClock(1);
    expect([await readLastUpdated('/terms'), await readLastUpdated('/privacy')]).toEqual([
      '22 November 2026',
      '22 November 2026',
    ]);
  });
});
