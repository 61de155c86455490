import { POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemoSite } from '../support/site/demo-site.ts';
import { type HtmlPage, type PageElement, parseHtmlPage, getText } from '../support/site/html-page.ts';
import { TEST_SITE_URL, type TestSite } from '../support/site/test-site.ts';

const MISSING_POST = '/blogs/no-such-post';
const LINKING_ATTRIBUTES = ['href', 'src', 'poster', 'action', 'srcset', 'data'];

let site: TestSite;
const pages = new Map<string, { page: HtmlPage }>();

beforeAll(async () => {
  site = await createDemoSite();
  for (const entry of site.manifest.entries()) {
    if (!entry.contentType.startsWith('text/html')) continue;
    const path = entry.path === POST_NOT_FOUND_PATH ? MISSING_POST : entry.path;
    pages.set(path, { page: parseHtmlPage((await site.get(path)).body) });
  }
});

afterAll(() => site.close());

/** One page for every document: its heading comes with the document that its address names. */
const DOCUMENT_SHELL = '/documents/view';

/** Asserts that no page has a fault; a failure shows each with its page. */
function expectNoFault(faultsOf: (page: HtmlPage, path: string) => unknown[]): void {
  const faults = [...pages].flatMap(([path, { page }]) => faultsOf(page, path).map((fault) => [path, fault]));
  expect(faults).toEqual([]);
}

describe('every page of the site', () => {
  it('is there to be looked at', () => {
    expect(pages.size).toBeGreaterThanOrEqual(45);
    for (const path of ['/', '/blogs', '/categories/1', '/terms', '/privacy', '/login', '/signup', MISSING_POST]) {
      expect([...pages.keys()]).toContain(path);
    }
  });

  it('has one h1, a title of its own, a description, and speaks the English of New Zealand', () => {
    expectNoFault((page, path) => {
      const [head] = page.tags('head');
      const titles = head ? page.within(head, 'title').map(getText) : [];
      const found = {
        h1: page.tags('h1').map(getText).filter(Boolean).length,
        titles: titles.filter(Boolean).length,
        descriptions: page.tags('meta').filter(({ attribs }) => attribs.name === 'description' && attribs.content)
          .length,
        lang: page.tags('html')[0]?.attribs.lang,
        charset: page.tags('meta')[0]?.attribs.charset,
      };
      const wanted = {
        h1: path === DOCUMENT_SHELL ? 0 : 1,
        titles: 1,
        descriptions: 1,
        lang: 'en-NZ',
        charset: 'utf-8',
      };
      return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [found];
    });
    const titles = [...pages.values()].map(({ page }) => getText(page.tags('title')[0]));
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  it('names its own address as canonical', () => {
    expectNoFault((page, path) => {
      if (path === DOCUMENT_SHELL) return [];
      const own = path === MISSING_POST ? page.link('canonical') : `${TEST_SITE_URL}${path}`;
      const named = [page.link('canonical'), page.meta('og:url')];
      return named.every((address) => address === own) ? [] : [named];
    });
  });

  it('holds no style attribute, no inline handler, no script: address and no base', () => {
    expectNoFault((page) =>
      page
        .all(({ name, attribs }) => {
          const isScripted = Object.values(attribs).some((value) => /^\s*(javascript|vbscript|data:text)/i.test(value));
          return (
            isScripted || name === 'base' || Object.keys(attribs).some((key) => key === 'style' || /^on/i.test(key))
          );
        })
        .map(({ name, attribs }) => [name, attribs]),
    );
  });

  it('carries JSON-LD that can be read, and a post its BlogPosting', () => {
    expectNoFault((page, path) => {
      const things = page.jsonLd();
      const isPost = /^\/blogs\/[^/]+$/.test(path) && path !== MISSING_POST;
      const posts = things.filter((thing) => thing['@type'] === 'BlogPosting');
      if (things.some((thing) => thing['@context'] !== 'https://schema.org')) return ['no context'];
      if (posts.length !== (isPost ? 1 : 0)) return [`${posts.length} BlogPosting`];
      return isPost && posts[0]?.headline !== getText(page.tags('h1')[0]) ? [posts[0]] : [];
    });
    expect(
      pages
        .get('/')
        ?.page.jsonLd()
        .map((thing) => thing['@type']),
    ).toEqual(['Organization', 'WebSite']);
  });

  it('has a picture for shared links that is there, a post one of its own', async () => {
    for (const [path, { page }] of pages) {
      const picture = new URL(page.meta('og:image') ?? '', 'https://none.invalid');
      const isPost = page.meta('og:type') === 'article';
      expect([path, picture.origin, picture.pathname]).toEqual([
        path,
        TEST_SITE_URL,
        isPost ? `/og${path.slice('/blogs'.length)}.png` : '/og.png',
      ]);
      const answer = await site.get(picture.pathname);
      expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, 'image/png']);
    }
  });

  it('gives every picture words and a size', () => {
    let pictures = 0;
    expectNoFault((page) =>
      page.tags('img', 'video').flatMap(({ name, attribs }) => {
        pictures += 1;
        const hasWords = name === 'img' ? attribs.alt !== undefined : Boolean(attribs['aria-label']);
        return hasWords && Number(attribs.width) > 0 && Number(attribs.height) > 0 ? [] : [attribs];
      }),
    );
    expect(pictures).toBeGreaterThan(10);
  });

  it('skips no heading level downwards and begins with the h1', () => {
    expectNoFault((page, path) => {
      if (path === DOCUMENT_SHELL) return [];
      const [main] = page.tags('main');
      const levels = main ? page.within(main, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').map(levelOf) : [];
      const skips = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
      return levels[0] === 1 && skips.length === 0 ? [] : [levels.join(' ')];
    });
  });

  it('uses no id twice and refers to none that is not there', () => {
    expectNoFault((page) => {
      const ids = page.all(({ attribs }) => attribs.id !== undefined).map(({ attribs }) => attribs.id as string);
      const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
      const references = page
        .all(() => true)
        .flatMap(({ attribs }) =>
          ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for', 'popovertarget', 'commandfor']
            .flatMap((name) => attribs[name]?.split(/\s+/) ?? [])
            .filter((id) => !ids.includes(id)),
        );
      return [...twice, ...references];
    });
  });

  it('leaves no trace of the build behind', async () => {
    const traces =
      /origin\.invalid|localhost:(?!4321)|\/(?:root|home|tmp)\/|node_modules|undefined<|\[object |lorem\s+ipsum|\bto-?do:/i;
    for (const entry of site.manifest.entries()) {
      if (!/^(text\/(html|plain)|application\/(.*xml|.*json))/.test(entry.contentType) || !entry.hash) continue;
      const body = (await site.store.read(entry.hash, entry.contentType, 'identity')).toString('utf8');
      expect([entry.path, traces.exec(body)?.[0]]).toEqual([entry.path, undefined]);
    }
  });
});

describe('every link', () => {
  it('of this site leads to something that is there, and every asset is', async () => {
    const addresses = new Map<string, string>();
    for (const [path, { page }] of pages) {
      for (const address of linksOf(page)) {
        const url = new URL(address, `${TEST_SITE_URL}${path}`);
        const isPage = url.origin === TEST_SITE_URL && !url.pathname.startsWith('/api/');
        if (isPage) addresses.set(url.pathname, path);
      }
    }
    expect(addresses.size).toBeGreaterThan(70);
    const faults: unknown[] = [];
    for (const [address, from] of addresses) {
      const chain = [address];
      while (chain.length < 4) {
        const pathname = new URL(chain.at(-1) as string, TEST_SITE_URL).pathname;
        if (!site.manifest.get(pathname)) faults.push([from, chain, 'is not of the site']);
        const { status, headers } = await site.get(pathname);
        if (status === 200) break;
        chain.push(headers.location ?? `status ${status}`);
      }
      if (chain.length === 4) faults.push([from, chain]);
    }
    expect(faults).toEqual([]);
  });

  it('to what a page loads stays on this site', () => {
    expectNoFault((page) =>
      page.tags('img', 'script', 'source', 'track', 'video', 'link', 'iframe').flatMap(({ name, attribs }) => {
        const loads = [attribs.src, attribs.srcset, attribs.poster, name === 'link' ? attribs.href : undefined];
        const isNamedOnly = name === 'link' && attribs.rel === 'canonical';
        return loads.filter((address) => address !== undefined && !isNamedOnly && !/^\/[^/]/.test(address));
      }),
    );
  });

  it('to a part of a page finds that part', () => {
    let anchors = 0;
    expectNoFault((page, path) =>
      page.tags('a').flatMap(({ attribs }) => {
        const url = new URL(attribs.href ?? '', `${TEST_SITE_URL}${path}`);
        if (url.origin !== TEST_SITE_URL || url.hash === '') return [];
        anchors += 1;
        const target = url.pathname === path ? page : pages.get(url.pathname)?.page;
        return target?.byId(decodeURIComponent(url.hash.slice(1))) ? [] : [attribs.href];
      }),
    );
    expect(anchors).toBeGreaterThan(100);
  });

  it('says something, goes somewhere, and opens other sites safely', () => {
    expectNoFault((page) =>
      page.tags('a').flatMap((link) => {
        const { href, target, rel } = link.attribs;
        const isNamed = Boolean(getText(link) || link.attribs['aria-label']);
        const isSafe = target !== '_blank' || rel?.includes('noopener');
        const isUsable = href !== undefined && /^(\/|#.|https:\/\/|mailto:.+@|(tel|sms):\+)/.test(href);
        return isNamed && isSafe && isUsable ? [] : [[href, target, rel, getText(link)]];
      }),
    );
  });
});

function levelOf({ name }: PageElement): number {
  return Number(name.slice(1));
}

function linksOf(page: HtmlPage): string[] {
  return page
    .all(() => true)
    .flatMap(({ attribs }) => LINKING_ATTRIBUTES.flatMap((name) => attribs[name] ?? []))
    .flatMap((value) => (value.includes(', ') ? value.split(', ').map((part) => part.split(' ')[0] ?? '') : [value]))
    .filter((value) => value !== '' && !/^(#|mailto:|tel:|sms:)/.test(value));
}
