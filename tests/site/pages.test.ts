import { POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSettings } from '#db/seed/site/settings.ts';
import { paths } from '#src/lib/paths.ts';
import { createDemoSite } from '../support/site/demo-site.ts';
import { getRawText, getText, type HtmlPage, type PageElement, parseHtmlPage } from '../support/site/html-page.ts';
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

/** One shell page for all documents; the island renders the heading. */
const DOCUMENT_SHELL = '/documents/view';

function getOgImagePath(path: string, page: HtmlPage): string {
  if (path.startsWith('/openshelf') && page.meta('robots') !== 'noindex') return '/og-openshelf.png';
  const isPost = path.startsWith('/blogs/') && page.meta('og:type') === 'article';
  return isPost ? `/og${path.slice('/blogs'.length)}.png` : '/og.png';
}

/** Asserts that no page has a fault; a failure shows each with its page. */
function expectNoFault(findFaults: (page: HtmlPage, path: string) => unknown[]): void {
  const faults = [...pages].flatMap(([path, { page }]) => findFaults(page, path).map((fault) => [path, fault]));
  expect(faults).toEqual([]);
}

describe('every page of the site', () => {
  it('is in the release', () => {
    expect(pages.size).toBeGreaterThanOrEqual(45);
    for (const path of [
      '/',
      '/blogs',
      '/categories/writing',
      '/terms',
      '/privacy',
      '/login',
      '/signup',
      '/openshelf',
      MISSING_POST,
    ]) {
      expect([...pages.keys()]).toContain(path);
    }
  });

  it('has one h1, a unique title, a description, and the language of the words', () => {
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
      const expected = {
        h1: path === DOCUMENT_SHELL ? 0 : 1,
        titles: 1,
        descriptions: 1,
        lang: 'en',
        charset: 'utf-8',
      };
      return JSON.stringify(found) === JSON.stringify(expected) ? [] : [found];
    });
    const titles = [...pages.values()].map(({ page }) => getText(page.tags('title')[0]));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('has its text without scripts, where it is listed', () => {
    expectNoFault((page) => {
      const [main] = page.tags('main');
      if (page.meta('robots') !== undefined || !main) return [];
      const hidden = page.within(main, 'div', 'form', 'p', 'section').filter(({ attribs }) => 'hidden' in attribs);
      const length = hidden.reduce((sum, each) => sum - getText(each).length, getText(main).length);
      return length > 150 ? [] : [length];
    });
  });

  it('is not indexed when it is for signed-in users', () => {
    const account = [paths.profile, paths.profileSessions, paths.profileData, paths.settings, paths.subscriptions];
    expect(account.map((path) => [path, pages.get(path)?.page.meta('robots')])).toEqual(
      account.map((path) => [path, 'noindex']),
    );
  });

  it('applies the chosen theme before anything is painted', () => {
    expectNoFault((page) => {
      const [head] = page.tags('head');
      const scripts = head ? page.within(head, 'script') : [];
      const isInline = (script: PageElement) => script.attribs.src === undefined && script.attribs.type === undefined;
      return scripts.some((script) => isInline(script) && getRawText(script).includes('root.dataset.theme = theme'))
        ? []
        : ['no theme script'];
    });
  });

  it('has its own URL as canonical', () => {
    expectNoFault((page, path) => {
      if (path === DOCUMENT_SHELL || site.manifest.get(path)?.status === 410) return [];
      const own = path === MISSING_POST ? page.link('canonical') : `${TEST_SITE_URL}${path}`;
      const named = [page.link('canonical'), page.meta('og:url')];
      return named.every((address) => address === own) ? [] : [named];
    });
  });

  it('has no style attribute, inline handler, script URL or base element', () => {
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

  it('has valid JSON-LD, a post with its BlogPosting', () => {
    expectNoFault((page, path) => {
      const items = page.jsonLd();
      const isPost = /^\/blogs\/[^/]+$/.test(path) && path !== MISSING_POST;
      const posts = items.filter((item) => item['@type'] === 'BlogPosting');
      if (items.some((item) => item['@context'] !== 'https://schema.org')) return ['no context'];
      if (posts.length !== (isPost ? 1 : 0)) return [`${posts.length} BlogPosting`];
      return isPost && posts[0]?.headline !== getText(page.tags('h1')[0]) ? [posts[0]] : [];
    });
    expect(
      pages
        .get('/')
        ?.page.jsonLd()
        .map((item) => item['@type']),
    ).toEqual(['Organization', 'WebSite']);
  });

  it('has an OG image that exists: a post its own, the shelf one for all its pages', async () => {
    for (const [path, { page }] of pages) {
      const image = new URL(page.meta('og:image') ?? '', 'https://none.invalid');
      expect([path, image.origin, image.pathname]).toEqual([path, TEST_SITE_URL, getOgImagePath(path, page)]);
      const response = await site.get(image.pathname);
      expect([path, response.status, response.headers['content-type']]).toEqual([path, 200, 'image/png']);
    }
  });

  it('has alt text and size for every image and video', () => {
    let images = 0;
    expectNoFault((page) =>
      page.tags('img', 'video').flatMap(({ name, attribs }) => {
        images += 1;
        const hasWords = name === 'img' ? attribs.alt !== undefined : Boolean(attribs['aria-label']);
        return hasWords && Number(attribs.width) > 0 && Number(attribs.height) > 0 ? [] : [attribs];
      }),
    );
    expect(images).toBeGreaterThan(10);
  });

  it('starts with the h1 and skips no heading level', () => {
    expectNoFault((page, path) => {
      if (path === DOCUMENT_SHELL) return [];
      const [main] = page.tags('main');
      const levels = main ? page.within(main, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').map(getLevel) : [];
      const skips = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
      return levels[0] === 1 && skips.length === 0 ? [] : [levels.join(' ')];
    });
  });

  it('has unique ids and refers to existing ones only', () => {
    expectNoFault((page) => {
      const ids = page.all(({ attribs }) => attribs.id !== undefined).map(({ attribs }) => attribs.id as string);
      const duplicates = ids.filter((id, index) => ids.indexOf(id) !== index);
      const references = page
        .all(() => true)
        .flatMap(({ attribs }) =>
          ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for', 'popovertarget', 'commandfor']
            .flatMap((name) => attribs[name]?.split(/\s+/) ?? [])
            .filter((id) => !ids.includes(id)),
        );
      return [...duplicates, ...references];
    });
  });

  it('contains no trace of the build', async () => {
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
  it('within this site leads to an existing page or asset', async () => {
    const addresses = new Map<string, string>();
    for (const [path, { page }] of pages) {
      for (const address of listUrls(page)) {
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

  it('to a resource of a page has this origin', () => {
    expectNoFault((page) =>
      page.tags('img', 'script', 'source', 'track', 'video', 'link', 'iframe').flatMap(({ name, attribs }) => {
        const loads = [attribs.src, attribs.srcset, attribs.poster, name === 'link' ? attribs.href : undefined];
        const isNamedOnly = name === 'link' && attribs.rel === 'canonical';
        return loads.filter((address) => address !== undefined && !isNamedOnly && !/^\/[^/]/.test(address));
      }),
    );
  });

  it('with a fragment has its target', () => {
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

  it('to an email address or a telephone number is the company’s, with complete parameters', () => {
    let links = 0;
    expectNoFault((page) =>
      page.tags('a').flatMap(({ attribs: { href = '' } }) => {
        if (!/^(mailto|tel|sms):/.test(href)) return [];
        links += 1;
        const url = new URL(href);
        const own =
          url.protocol === 'mailto:' ? demoSettings.company.email : demoSettings.company.phone.replaceAll(' ', '');
        const isComplete = [...url.searchParams].every(
          ([name, value]) =>
            ['subject', 'body'].includes(name) && value.trim() && !/undefined|\[object|%[0-9A-F]{2}/.test(value),
        );
        return url.pathname === own && isComplete ? [] : [href];
      }),
    );
    expect(links).toBeGreaterThan(200);
  });

  it('has a name, a valid URL, and rel=noopener for new windows', () => {
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

function getLevel({ name }: PageElement): number {
  return Number(name.slice(1));
}

function listUrls(page: HtmlPage): string[] {
  return page
    .all(() => true)
    .flatMap(({ attribs }) => LINKING_ATTRIBUTES.flatMap((name) => attribs[name] ?? []))
    .flatMap((value) => (value.includes(', ') ? value.split(', ').map((part) => part.split(' ')[0] ?? '') : [value]))
    .filter((value) => value !== '' && !/^(#|mailto:|tel:|sms:)/.test(value));
}
