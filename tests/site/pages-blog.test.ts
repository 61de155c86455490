import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBlog } from '../support/app/content-services.ts';
import { getPublishedBlog, listPublishedBlogs } from '#api/features/blogs/blogs.service.ts';
import { createCategory, listCategoriesWithCounts } from '#api/features/categories/categories.service.ts';
import { demoBlogs } from '#db/seed/blogs.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { createDemoSite } from '../support/site/demo-site.ts';
import { type HtmlPage, parseHtmlPage, getText } from '../support/site/html-page.ts';
import { copyEmptySite, createTestSite, type TestSite } from '../support/site/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await createDemoSite();
});

afterAll(() => site.close());

const readPageFrom = async (from: TestSite, path: string) => parseHtmlPage((await from.get(path)).body);
const readPage = (path: string) => readPageFrom(site, path);
const getHeading = (page: HtmlPage) => getText(page.tags('h1')[0]);
const publicPosts = () => listPublishedBlogs(site.deps, {});

/** The sidebar as [address, name, count]. */
function listSidebarLinks(page: HtmlPage): unknown[] {
  const [sidebar] = page.withClass('categories');
  if (!sidebar) return [];
  return page.within(sidebar, 'a').map((link) => {
    const [name, count] = page.within(link, 'span');
    return [link.attribs.href, getText(name), Number.parseInt(getText(count), 10)];
  });
}

async function expectPostList(page: HtmlPage, posts: Awaited<ReturnType<typeof publicPosts>>): Promise<void> {
  const articles = page.tags('article').map((article) => {
    const [title] = page.within(article, 'h2');
    const links = page.within(article, 'a').map((link) => [link.attribs.href, getText(link)]);
    return { title: getText(title), links, words: getText(article) };
  });
  expect(articles.map(({ title }) => title)).toEqual(posts.map(({ title }) => title));
  for (const [index, post] of posts.entries()) {
    const { links, words } = articles[index] as (typeof articles)[number];
    const chips = post.categories.map(({ slug, name }) => [`/categories/${slug}`, name]);
    expect(links).toEqual(expect.arrayContaining([[`/blogs/${post.slug}`, post.title], ...chips]));
    for (const shown of [post.author_name, formatLongDate(post.published_at ?? ''), post.description]) {
      expect(words).toContain(shown);
    }
  }
}

describe('home', () => {
  it('shows its parts in order', async () => {
    const { text } = await readPage('/');
    const parts = [
      'We make tools for Creators, Doers, and Thinkers',
      demoSettings.company.tagline,
      'A new home for Mateworks', // the news line
      'Join the waiting list',
      'Try it now',
      'Coming Soon',
      "Some Things We've Written",
      'Read more stories',
    ];
    const positions = parts.map((part) => text.indexOf(part));
    expect(positions.filter((position) => position === -1)).toEqual([]);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('has the links of the specification and the video', async () => {
    const page = await readPage('/');
    const target = (words: string) => page.tags('a').find((link) => getText(link).startsWith(words))?.attribs.href;
    expect(target('Join the waiting list')).toBe('/genmate/waitinglist');
    expect(target('Try it now')).toBe('/genmate/waitinglist');
    const tryIt = page.tags('a').find((link) => getText(link) === 'Try it now');
    expect(getText(page.byId(tryIt?.attribs['aria-describedby'] ?? ''))).toContain('join the waiting list');
    expect(target('Coming Soon')).toBe('/chatmate/waitinglist');
    expect(target('Read more stories')).toBe('/blog');
    const [video] = page.tags('video');
    expect(video && page.within(video, 'source', 'track').map(({ attribs }) => attribs.src)).toEqual([
      '/media/intro.mp4',
      '/media/intro.vtt',
    ]);
  });

  it('shows the three newest posts, cut at 120 characters, and calls one without a category a Story', async () => {
    const own = await createTestSite({}, copyEmptySite);
    await own.publisher.start();
    const { id } = await createCategory(own.deps, null, { name: 'Gardens' });
    const second = await createCategory(own.deps, null, { name: 'Aardvarks' });
    const posts: [title: string, description: string, categoryIds: number[]][] = [
      ['Too old', 'Never seen here.', [id]],
      ['Exactly', 'x'.repeat(120), [id, second.id]],
      ['Longer', `${'word '.repeat(24)}more`, []],
      ['Teapots', '🫖'.repeat(121), [second.id, id]],
    ];
    for (const [title, description, categoryIds] of posts) {
      own.clock.advance(86_400_000);
      await createBlog(
        own.deps,
        createBlogRequest({ title, description, categoryIds, content: '<p>Of <b>no</b> matter.</p>' }),
      );
    }
    await own.publisher.whenIdle();
    const page = await readPageFrom(own, '/');
    const cards = page.withClass('post-card').map((card) => ({
      title: getText(page.within(card, 'h3')[0]),
      badge: getText(page.within(card, 'span')[0]),
      excerpt: getText(page.within(card, 'p').at(-1)),
      date: getText(page.within(card, 'time')[0]),
    }));
    expect(cards).toEqual([
      { title: 'Teapots', badge: 'Aardvarks', excerpt: `${'🫖'.repeat(120)}...`, date: '25 November 2026' },
      { title: 'Longer', badge: 'Story', excerpt: `${'word '.repeat(24).trim()}...`, date: '24 November 2026' },
      { title: 'Exactly', badge: 'Gardens', excerpt: 'x'.repeat(120), date: '23 November 2026' },
    ]);
    await own.close();
  });

  it('shows a derived description without markup', async () => {
    const own = await createTestSite({}, copyEmptySite);
    await own.publisher.start();
    await createBlog(own.deps, createBlogRequest({ content: '<p>Salt &amp; <em>pepper</em>, 1 &lt; 2.</p>' }));
    await own.publisher.whenIdle();
    expect((await readPageFrom(own, '/')).text).toContain('Salt & pepper, 1 < 2.');
    await own.close();
  });
});

describe('the blog list', () => {
  it('shows every public post with title, author, date, description and chips, newest first', async () => {
    const posts = await publicPosts();
    const page = await readPage('/blogs');
    expect(getHeading(page)).toBe('Blogs');
    expect(posts.length).toBeGreaterThanOrEqual(12);
    await expectPostList(page, posts);
  });

  it('has the categories with their counts in the sidebar, like every page of the blog', async () => {
    const counts = await listCategoriesWithCounts(site.deps);
    const expected = counts.map(({ slug, name, blog_count }) => [`/categories/${slug}`, name, blog_count]);
    expect(counts.reduce((sum, { blog_count }) => sum + blog_count, 0)).toBeGreaterThanOrEqual(12);
    for (const path of ['/blogs', '/categories/writing', '/blogs/a-new-home-for-mateworks', '/blogs/none']) {
      expect([path, listSidebarLinks(await readPage(path)).toSorted()]).toEqual([path, expected.toSorted()]);
    }
  });

  it('contains every post exactly once over its pages', async () => {
    const own = await createTestSite({}, copyEmptySite);
    await own.publisher.start();
    const titles = Array.from({ length: 60 }, (_, index) => `Number ${index + 1}`);
    for (const title of titles) {
      own.clock.advance(1_000);
      await createBlog(own.deps, createBlogRequest({ title, slug: title.toLowerCase().replace(' ', '-') }));
    }
    await own.publisher.whenIdle();
    const seen: string[] = [];
    for (let path: string | undefined = '/blogs'; path !== undefined;) {
      const page: HtmlPage = await readPageFrom(own, path);
      seen.push(...page.tags('article').map((article) => getText(page.within(article, 'h2')[0])));
      path = page.tags('a').find((link) => link.attribs.rel === 'next')?.attribs.href;
    }
    expect(seen).toEqual(titles.toReversed());
    await own.close();
  });
});

describe('a category', () => {
  it('shows its name, its posts and no others', async () => {
    for (const { id, slug, name } of await listCategoriesWithCounts(site.deps)) {
      const page = await readPage(`/categories/${slug}`);
      expect(getHeading(page)).toBe(name);
      const posts = (await publicPosts()).filter((post) => post.categories.some((category) => category.id === id));
      await expectPostList(page, posts);
    }
  });

  it('without posts shows a message', async () => {
    const own = await createTestSite({}, copyEmptySite);
    await own.publisher.start();
    const { slug } = await createCategory(own.deps, null, { name: 'Empty' });
    await own.publisher.whenIdle();
    expect((await readPageFrom(own, `/categories/${slug}`)).text).toContain('No blogs found in this category.');
    await own.close();
  });
});

describe('a post', () => {
  it('shows title, author, date, chips and the whole content', async () => {
    for (const { slug, title, author_name, published_at, categories } of await publicPosts()) {
      const page = await readPage(`/blogs/${slug}`);
      expect(getHeading(page)).toBe(title);
      for (const words of [author_name, formatLongDate(published_at ?? '')]) expect(page.text).toContain(words);
      const links = page.tags('a').map((link) => [link.attribs.href, getText(link)]);
      expect(links).toEqual(expect.arrayContaining(categories.map(({ slug, name }) => [`/categories/${slug}`, name])));
      const { content } = await getPublishedBlog(site.deps, slug);
      const paragraphs = parseHtmlPage(content).tags('p', 'h2', 'h3', 'td').map(getText).filter(Boolean);
      expect([slug, paragraphs.filter((words) => !page.text.includes(words))]).toEqual([slug, []]);
    }
  });

  it('ends with its author, related posts of its category and a next step', async () => {
    const [post] = (await publicPosts()).filter(({ slug }) => slug === 'why-a-code-instead-of-a-password');
    const page = await readPage(`/blogs/${post?.slug}`);
    const [author] = page.withClass('author');
    expect(getText(author)).toContain(`Written by ${post?.author_name}`);
    const [related] = page.withClass('related');
    const links = related ? page.within(related, 'a').map((link) => link.attribs.href?.slice('/blogs/'.length)) : [];
    expect(links).toHaveLength(3);
    const category = post?.categories[0]?.id;
    const ofCategory = (await publicPosts()).filter(({ categories }) => categories.some(({ id }) => id === category));
    expect(ofCategory.map(({ slug }) => slug)).toEqual(expect.arrayContaining(links));
    expect(links).not.toContain(post?.slug);
    const [nextStep] = page.withClass('next-step');
    expect(nextStep && page.within(nextStep, 'a').map((link) => link.attribs.href)).toEqual([
      '/genmate/waitinglist',
      '/blogs',
    ]);
  });

  it('T24: that is a draft, archived or scheduled is mentioned nowhere', async () => {
    const hidden = demoBlogs.filter((post) => post.status !== 'published' || post.ageInDays < 0);
    expect(hidden.length).toBeGreaterThanOrEqual(2);
    for (const entry of site.manifest.entries()) {
      if (entry.hash === null || !/html|xml|json/.test(entry.contentType)) continue;
      const body = (await site.store.read(entry.hash, entry.contentType, 'identity')).toString('utf8');
      const named = hidden.filter(({ slug, title }) => body.includes(`/blogs/${slug}`) || body.includes(title));
      expect([entry.path, named]).toEqual([entry.path, []]);
    }
    for (const { slug } of hidden) {
      expect((await site.get(`/blogs/${slug}`)).status).toBe(404);
      expect((await site.get(`/og/${slug}.png`)).status).toBe(404);
    }
  });
});
