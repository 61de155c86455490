import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBlog } from '../support/app/content-services.ts';
import { getPublishedBlog, listPublishedBlogs } from '#api/features/blogs/blogs.service.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { searchContent } from '#api/features/search/search.service.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { createDemoSite } from '../support/site/demo-site.ts';
import { type HtmlPage, type PageElement, getRawText, parseHtmlPage, getText } from '../support/site/html-page.ts';
import { TEST_SITE_URL, type TestSite } from '../support/site/test-site.ts';

const TITLE = `</script><script>alert(1)</script> ]]> "quotes" & emoji 🫖 שלום`;
const CATEGORY = '<img src=x onerror=alert(2)> "Co" & ]]>';
const FEED_LENGTH = 20;
const FEEDS = ['/rss.xml', '/atom.xml', '/feed.json'];

type Item = { title: string; url: string; html: string; date: string; author: string };
type JsonItem = { title: string; url: string; content_html: string; date_published: string; author: { name: string } };

let site: TestSite;
let hostilePath: string;
let hostileCategory: { id: number; slug: string };

beforeAll(async () => {
  site = await createDemoSite();
  hostileCategory = await createCategory(site.deps, null, { name: CATEGORY, description: TITLE });
  const { slug } = await createBlog(
    site.deps,
    createBlogRequest({
      title: TITLE,
      description: TITLE,
      author_name: CATEGORY,
      categoryIds: [hostileCategory.id],
      content: '<h2>One ]]&gt; two</h2><p><a href="/terms">terms</a> &lt;script&gt; 🫖 ]]&gt;</p><p>last words</p>',
    }),
  );
  hostilePath = `/blogs/${slug}`;
  await site.publisher.whenIdle();
});

afterAll(() => site.close());

const readBody = async (path: string) => (await site.get(path)).body;
const readXml = async (path: string) => parseHtmlPage(await readBody(path), { xmlMode: true });
const absolute = (path: string) => `${TEST_SITE_URL}${path}`;

async function readItems(path: string): Promise<Item[]> {
  if (path === '/feed.json') {
    const feed = JSON.parse(await readBody(path)) as { items: JsonItem[] };
    return feed.items.map((item) => ({
      title: item.title,
      url: item.url,
      html: item.content_html,
      date: new Date(item.date_published).toISOString(),
      author: item.author.name,
    }));
  }
  const page = await readXml(path);
  const isRss = path === '/rss.xml';
  const child = (item: PageElement, name: string) => page.within(item, name)[0];
  return page.tags(isRss ? 'item' : 'entry').map((item) => ({
    title: getTitle(child(item, 'title')),
    url: isRss ? getRawText(child(item, 'link')) : (child(item, 'link')?.attribs.href ?? ''),
    html: getRawText(child(item, isRss ? 'content:encoded' : 'content')),
    date: new Date(getRawText(child(item, isRss ? 'pubDate' : 'published'))).toISOString(),
    author: isRss ? getRawText(child(item, 'dc:creator')) : getRawText(child(item, 'name')),
  }));
}

/** The title as text; in Atom it may be HTML. */
function getTitle(element: PageElement | undefined): string {
  const text = getRawText(element);
  return element?.attribs.type === 'html' ? getText(parseHtmlPage(`<i>${text}</i>`).tags('i')[0]) : text;
}

/** Violations of XML: unescaped ampersands and markup that is not closed. */
function findXmlFaults(text: string): string[] {
  const plain = text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '').replace(/<\?xml.*?\?>/, '');
  const faults: string[] = plain.match(/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);).{0,20}/g) ?? [];
  const open: string[] = [];
  for (const [, slash, name = '', empty] of plain.matchAll(/<(\/?)([\w:.-]+)(?:\s+[\w:.-]+="[^"<]*")*\s*(\/?)>/g)) {
    if (slash && open.pop() !== name) faults.push(`</${name}>`);
    else if (!slash && !empty) open.push(name);
  }
  const rest = plain.replace(/<(\/?)([\w:.-]+)(?:\s+[\w:.-]+="[^"<]*")*\s*(\/?)>/g, '');
  return [...faults, ...open, ...(rest.match(/<.{0,20}|\]\]>/g) ?? [])];
}

describe('feeds', () => {
  it.each(FEEDS)('%s contains the newest posts with full content and absolute URLs', async (path) => {
    const items = await readItems(path);
    const posts = (await listPublishedBlogs(site.deps, {})).slice(0, FEED_LENGTH);
    expect(items.map((item) => [item.title, item.url, item.date, item.author])).toEqual(
      posts.map((post) => [post.title, absolute(`/blogs/${post.slug}`), post.published_at, post.author_name]),
    );
    for (const [index, { slug }] of posts.entries()) {
      const { content } = await getPublishedBlog(site.deps, slug);
      const html = items[index]?.html ?? '';
      expect([slug, getWords(html)]).toEqual([slug, getWords(content)]);
      const links = parseHtmlPage(html)
        .tags('a', 'img')
        .map(({ attribs }) => attribs.href ?? attribs.src ?? '');
      expect([slug, links.filter((address) => !/^(https?:\/\/|mailto:|#)/.test(address))]).toEqual([slug, []]);
    }
  });

  it('are well-formed XML', async () => {
    expect(findXmlFaults('<a b="1">&amp;<c/></a>')).toEqual([]);
    expect(findXmlFaults('<a>& <b></a><c')).not.toEqual([]);
    for (const path of ['/rss.xml', '/atom.xml', '/sitemap.xml', '/sitemap-0.xml', '/sitemap-1.xml']) {
      expect([path, findXmlFaults(await readBody(path))]).toEqual([path, []]);
    }
  });

  it('are linked in the head of a page, and link to themselves', async () => {
    const page = parseHtmlPage(await readBody('/genmate'));
    const named = page
      .tags('link')
      .filter(({ attribs }) => attribs.rel === 'alternate' && attribs.type !== 'text/markdown')
      .map(({ attribs }) => attribs.href);
    expect(named).toEqual(FEEDS);
    const rss = await readXml('/rss.xml');
    expect(rss.tags('atom:link').map(({ attribs }) => attribs.href)).toContain(absolute('/rss.xml'));
    const atom = await readXml('/atom.xml');
    expect(atom.tags('link').map(({ attribs }) => attribs.href)).toContain(absolute('/atom.xml'));
    expect(JSON.parse(await readBody('/feed.json'))).toMatchObject({
      feed_url: absolute('/feed.json'),
    });
  });
});

describe('the sitemap', () => {
  it('lists exactly the public pages without noindex', async () => {
    const parts = (await readXml('/sitemap.xml')).tags('loc').map(getText);
    const listed: string[] = [];
    for (const part of parts)
      listed.push(...(await readXml(part.slice(TEST_SITE_URL.length))).tags('loc').map(getText));
    const expected: string[] = [];
    for (const { path, contentType, status } of site.manifest.entries()) {
      if (!contentType.startsWith('text/html') || status !== 200) continue;
      if (parseHtmlPage(await readBody(path)).meta('robots') === undefined) expected.push(absolute(path));
    }
    expect(listed.toSorted()).toEqual(expected.toSorted());
    expect(listed).toContain(absolute(hostilePath));
    for (const path of ['/login', '/signup', '/subscription/success', '/blog'])
      expect(listed).not.toContain(absolute(path));
  });

  it('is linked in robots.txt', async () => {
    expect(await readBody('/robots.txt')).toContain(`Sitemap: ${absolute('/sitemap.xml')}`);
  });
});

describe('T20, T25: a hostile title, category and author', () => {
  async function readPagesWithPost(): Promise<[string, HtmlPage][]> {
    const posts = await listPublishedBlogs(site.deps, { limit: 2 });
    const paths = ['/', '/blogs', `/categories/${hostileCategory.slug}`, hostilePath, `/blogs/${posts[1]?.slug}`];
    return Promise.all(
      paths.map(async (path): Promise<[string, HtmlPage]> => [path, parseHtmlPage(await readBody(path))]),
    );
  }

  it('are escaped on every page that shows them', async () => {
    for (const [path, page] of await readPagesWithPost()) {
      expect([path, page.text.includes(TITLE)]).toEqual([path, true]);
      const active = page.all(
        ({ name, attribs }) =>
          Object.keys(attribs).some((key) => key.startsWith('on')) || (name === 'img' && attribs.src === 'x'),
      );
      const scripts = page
        .tags('script')
        .filter((script) => script.attribs.type !== 'application/ld+json' && getRawText(script).includes('alert('));
      expect([path, active.length, scripts.length]).toEqual([path, 0, 0]);
    }
  });

  it('are unchanged in the head and the JSON-LD, and cannot close its script element', async () => {
    const page = parseHtmlPage(await readBody(hostilePath));
    expect(getText(page.tags('title')[0])).toContain(TITLE);
    for (const key of ['og:title', 'description', 'og:description']) expect(page.meta(key)).toBe(TITLE);
    expect(page.meta('author')).toBe(CATEGORY);
    const [post] = page.jsonLd();
    expect(post).toMatchObject({ headline: TITLE, articleSection: [CATEGORY], author: { name: CATEGORY } });
    expect(page.jsonLd().length).toBe(1);
  });

  it.each(FEEDS)('are unchanged in %s', async (path) => {
    const [item] = await readItems(path);
    expect(item).toMatchObject({ title: TITLE, author: CATEGORY, url: absolute(hostilePath) });
    expect(getWords(item?.html ?? '')).toBe('One ]]> two terms <script> 🫖 ]]> last words');
  });

  it('are unchanged in search results, and not in the sitemap', async () => {
    const { results } = await searchContent(site.deps, { q: 'quotes emoji' });
    expect(results).toEqual([expect.objectContaining({ title: TITLE, url: hostilePath })]);
    expect(hostilePath).toMatch(/^\/blogs\/[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(await readBody('/sitemap-1.xml')).not.toMatch(/script>|alert\(/);
  });
});

function getWords(html: string): string {
  return getText(parseHtmlPage(`<div>${html.replaceAll(/<\/(h2|p)>/g, '</$1> ')}</div>`).tags('div')[0]);
}
