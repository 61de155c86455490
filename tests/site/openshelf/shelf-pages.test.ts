import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RenderError } from '#api/publishing/render/astro-renderer.ts';
import { searchContent } from '#api/features/search/search.service.ts';
import { exportStaticSite } from '#api/site/static-export.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNextVersion, publishVersion, publishWork, withdrawWork } from '../../support/openshelf/works.ts';
import { getText, type PageElement, parseHtmlPage } from '../../support/site/html-page.ts';
import { findXmlError } from '../../support/site/strict-xml.ts';
import { copyEmptySite, createTestRenderer, createTestSite, type TestSite } from '../../support/site/test-site.ts';

let site: TestSite;
beforeEach(async () => {
  site = await createTestSite({}, copyEmptySite);
  await site.publisher.start();
});
afterEach(() => site.close());

const FEEDS = ['/openshelf/rss.xml', '/openshelf/atom.xml', '/openshelf/feed.json'];

async function getPage(path: string) {
  const { status, body } = await site.get(path);
  expect([path, status]).toEqual([path, 200]);
  return parseHtmlPage(body);
}

/** Everything that is live and can be read as text, with the address of each. */
async function readLiveTexts(): Promise<[path: string, text: string][]> {
  const entries = [...site.manifest.entries()].filter(
    ({ hash, contentType }) => hash && !/^(image|font|video)/.test(contentType),
  );
  return Promise.all(
    entries.map(async ({ path, hash, contentType }) => {
      const bytes = await site.store.read(hash as string, contentType, 'identity');
      return [path, bytes.toString('utf8')] as [string, string];
    }),
  );
}

describe('the public shelf', () => {
  it('says that it is empty as long as it is', async () => {
    const page = await getPage('/openshelf');
    expect(page.text).toContain('The shelf is empty for now.');
    for (const feed of FEEDS) expect((await site.get(feed)).status).toBe(200);
    expect((await site.get('/sitemap-openshelf-0.xml')).body).toContain('/openshelf<');
  });

  it('shows a work in the list, in its categories, in feeds, sitemap and search', async () => {
    await publishWork(site, 7, 'the-ledger', { subcategoryId: 9 });
    await site.publisher.whenIdle();
    for (const path of ['/openshelf', '/openshelf/categories/fiction', '/openshelf/categories/fiction-mystery']) {
      const links = (await getPage(path)).tags('a').map((link) => link.attribs.href);
      expect([path, links]).toEqual([path, expect.arrayContaining(['/openshelf/the-ledger'])]);
    }
    expect((await site.get('/openshelf/categories/lifestyle')).status).toBe(302);
    for (const feed of FEEDS) expect((await site.get(feed)).body).toContain('/openshelf/the-ledger');
    for (const feed of FEEDS) expect((await site.get(feed)).body).not.toMatch(/copyright|rights|©/);
    expect((await site.get('/sitemap.xml')).body).toContain('/sitemap-openshelf-1.xml');
    expect((await site.get('/sitemap-openshelf-1.xml')).body).toContain('/openshelf/the-ledger<');
    expect((await site.get('/sitemap-openshelf-0.xml')).body).toContain('/openshelf/categories/fiction-mystery<');
    const { results } = await searchContent(site.deps, { q: 'beekeep', type: 'publication' });
    expect(results.map(({ url }) => url)).toEqual(['/openshelf/the-ledger']);
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('shows the work with its author, formats and description, and as a Book in JSON-LD; never the contact', async () => {
    await publishWork(site, 7, 'the-ledger', { description: 'First.\n\nSecond.', subcategoryId: 9 });
    await site.publisher.whenIdle();
    const page = await getPage('/openshelf/the-ledger');
    expect(page.text).toContain('by Hana Whitiora');
    expect(page.text).toContain('Hana Whitiora keeps bees near Ōpōtiki.');
    expect(page.tags('p').map(getText)).toEqual(expect.arrayContaining(['First.', 'Second.']));
    const formats = page.tags('a').filter(({ attribs }) => attribs.target === '_blank');
    expect(formats.map(({ attribs }) => [attribs.href, attribs.rel])).toEqual([
      ['https://books.example.com/ledger.html', 'noopener noreferrer'],
      ['https://books.example.com/ledger.epub', 'noopener noreferrer'],
    ]);
    expect(page.jsonLd()).toEqual([
      expect.objectContaining({
        '@type': 'Book',
        name: 'The Beekeeper’s Ledger',
        author: expect.objectContaining({ name: 'Hana Whitiora' }),
        genre: ['Fiction', 'Mystery'],
        inLanguage: 'en',
        encoding: [
          expect.objectContaining({ encodingFormat: 'text/html' }),
          expect.objectContaining({ encodingFormat: 'application/epub+zip' }),
        ],
      }),
    ]);
    for (const [path, text] of await readLiveTexts())
      expect([path, text.includes('hana@example.com')]).toEqual([path, false]);
  });

  it('shows the version that is on the shelf while the next one is reviewed', async () => {
    await publishWork(site, 7, 'the-ledger', { title: 'Reviewed words' });
    const next = await writeNextVersion(site, 7, 'the-ledger', { title: 'Unseen draft', categoryId: 2 });
    await site.publisher.whenIdle();
    expect((await getPage('/openshelf/the-ledger')).text).toContain('Reviewed words');
    const search = async (q: string) => (await searchContent(site.deps, { q, type: 'publication' })).results.length;
    expect([await search('reviewed'), await search('unseen')]).toEqual([1, 0]);
    for (const [path, text] of await readLiveTexts()) expect([path, text.includes('Unseen')]).toEqual([path, false]);

    expect((await getPage('/openshelf/the-ledger')).text).not.toMatch(/version|Updated/i);
    site.clock.advance(24 * 60 * 60 * 1_000);
    await publishVersion(site, 7, next);
    await site.publisher.whenIdle();
    const { text } = await getPage('/openshelf/the-ledger');
    expect(text).toContain('Unseen draft');
    expect(text).toContain('Updated 22 November 2026 (version 2)');
    expect([await search('reviewed'), await search('unseen')]).toEqual([0, 1]);
    expect((await site.get('/openshelf/categories/fiction')).status).toBe(302);
    expect((await getPage('/openshelf/categories/non-fiction')).text).toContain('Unseen draft');
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('sets the direction of what authors wrote by its own letters, wherever it is shown', async () => {
    const words = { title: 'דברי הימים', authorName: 'יעל כהן', authorBio: 'כותבת.', description: 'שנה אחת.' };
    for (const id of [7, 8]) await publishWork(site, id, `the-ledger-${id}`, { ...words, subcategoryId: 9 });
    await site.publisher.whenIdle();
    const isRightToLeft = (text: string) => /\p{Script=Hebrew}/u.test(text);
    const isIsolated = (element: PageElement | null): boolean =>
      element !== null &&
      (element.name === 'bdi' || element.attribs.dir === 'auto' || isIsolated(element.parent as PageElement | null));
    for (const path of ['/openshelf', '/openshelf/categories/fiction', '/openshelf/the-ledger-7']) {
      const page = await getPage(path);
      const [main] = page.tags('main');
      const written = page.all(
        (element) =>
          element.children.some((child) => child.type === 'text' && isRightToLeft(child.data)) &&
          page.within(main as PageElement, element.name).includes(element),
      );
      expect([path, written.length > 3]).toEqual([path, true]);
      for (const element of written)
        expect([path, getText(element), isIsolated(element)]).toEqual([path, getText(element), true]);
    }
  });

  it('has pages that are numbered from the oldest', async () => {
    for (let id = 1; id <= 25; id += 1) {
      site.clock.advance(1_000);
      await publishWork(site, id, `work-${id}`, { title: `Work ${id}` });
    }
    await site.publisher.whenIdle();
    const listLinks = async (path: string) =>
      (await getPage(path)).withClass('card-link').map(({ attribs }) => attribs.href);
    expect((await listLinks('/openshelf')).slice(0, 2)).toEqual(['/openshelf/work-25', '/openshelf/work-24']);
    expect((await listLinks('/openshelf/page/1')).at(-1)).toBe('/openshelf/work-1');
    expect(await listLinks('/openshelf/categories/fiction/page/1')).toHaveLength(12);
    expect((await listLinks('/openshelf/work-5')).slice(0, 2)).toEqual(['/openshelf/work-4', '/openshelf/work-3']);
    expect(site.live()).toEqual(await site.fullBuild());
  });
});

describe('a withdrawn work', () => {
  it('answers 410 and is left nowhere; one that returns takes its address again', async () => {
    await publishWork(site, 7, 'the-ledger', { title: 'Zanzibar nights', subcategoryId: 9 });
    await publishWork(site, 8, 'another');
    await site.publisher.whenIdle();
    await withdrawWork(site, 7);
    await site.publisher.whenIdle();
    const { status, body } = await site.get('/openshelf/the-ledger');
    expect(status).toBe(410);
    expect(parseHtmlPage(body).text).toContain('This work was withdrawn by its author.');
    expect(parseHtmlPage(body).meta('robots')).toBe('noindex');
    for (const [path, text] of await readLiveTexts())
      expect([path, /zanzibar|the-ledger/i.test(text)]).toEqual([path, false]);
    expect((await searchContent(site.deps, { q: 'zanzibar' })).results).toEqual([]);
    expect((await site.get('/openshelf/categories/fiction-mystery')).status).toBe(302);
    expect(site.live()).toEqual(await site.fullBuild());

    await publishVersion(site, 7, await writeNextVersion(site, 7, 'the-ledger', { title: 'Zanzibar again' }));
    await site.publisher.whenIdle();
    expect((await getPage('/openshelf/the-ledger')).text).toContain('Zanzibar again');
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('is left nowhere in the release of its withdrawal, before anything follows in the background', async () => {
    for (const id of [3, 4, 5, 600]) await publishWork(site, id, `work-${id}`, { title: `Zanzibar ${id}` });
    await site.publisher.whenIdle();
    await withdrawWork(site, 600);
    const changed = new Promise<[path: string, text: string][]>((resolve) => {
      site.publisher.subscribe((event) => event.kind === 'live' && resolve(readLiveTexts()));
    });
    for (const [path, text] of await changed) expect([path, /Zanzibar 600|work-600/.test(text)]).toEqual([path, false]);
    expect((await site.get('/sitemap-openshelf-2.xml')).status).toBe(404);
  });

  it('that is put on the shelf and withdrawn before anything was published answers 410', async () => {
    await publishWork({ db: site.db, clock: site.clock }, 7, 'the-ledger');
    await withdrawWork(site, 7);
    await site.publisher.whenIdle();
    expect((await site.get('/openshelf/the-ledger')).status).toBe(410);
  });

  it('that never was on the shelf has no address', async () => {
    await writeNextVersion(site, 7, 'the-ledger');
    await withdrawWork(site, 7);
    await site.publisher.whenIdle();
    expect((await site.get('/openshelf/the-ledger')).status).toBe(302);
  });

  it('stays withdrawn after a restart', async () => {
    await publishWork(site, 7, 'the-ledger');
    await site.publisher.whenIdle();
    await withdrawWork(site, 7);
    await site.publisher.whenIdle();
    await site.restart();
    await site.publisher.whenIdle();
    expect((await site.get('/openshelf/the-ledger')).status).toBe(410);
  });

  it('is gone although other pages can’t be rendered', async () => {
    await publishWork(site, 7, 'the-ledger');
    await publishWork(site, 8, 'another');
    await site.publisher.whenIdle();
    const renderer = createTestRenderer();
    await site.restart({
      renderer: {
        render: (path, content) =>
          path === '/openshelf' ? Promise.reject(new RenderError(path, 'no')) : renderer.render(path, content),
      },
    });
    await withdrawWork(site, 7);
    await site.publisher.whenIdle();
    expect((await site.get('/openshelf/the-ledger')).status).toBe(410);
    expect((await site.get('/openshelf/rss.xml')).body).not.toContain('the-ledger');
  });

  it('does not come back with an earlier release, and can be withdrawn while publishing is paused', async () => {
    await publishWork(site, 7, 'the-ledger');
    await publishWork(site, 8, 'another');
    await site.publisher.whenIdle();
    const earlier = site.manifest.release;
    await withdrawWork(site, 7);
    await site.publisher.whenIdle();
    await site.publisher.restore(earlier);
    expect((await site.get('/openshelf/the-ledger')).status).toBe(410);

    expect((await site.get('/openshelf/another')).status).toBe(200);
    await withdrawWork(site, 8);
    await site.publisher.whenIdle();
    expect((await site.get('/openshelf/another')).status).toBe(410);

    await site.publisher.resume();
    await site.publisher.whenIdle();
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('has a rule with status 410 in the static export', async () => {
    await publishWork(site, 7, 'the-ledger');
    await withdrawWork(site, 7);
    await site.publisher.whenIdle();
    const directory = join(site.directory, 'export');
    const entries = [...site.manifest.entries()];
    await exportStaticSite({
      entries,
      store: site.store,
      files: site.deps.files,
      directory,
      siteUrl: 'https://example.com',
      host: 'nginx',
      serverOrigin: null,
    });
    expect(await readFile(join(directory, 'nginx.conf'), 'utf8')).toContain(
      'location = "/openshelf/the-ledger" { return 410; }\n',
    );
    expect(await readFile(join(directory, 'site/410.html'), 'utf8')).toContain(
      'This work was withdrawn by its author.',
    );
  });
});

describe('hostile texts and addresses', () => {
  const TITLE = '</script><script>alert(1)</script>';

  it('T20: texts never become markup, in pages, JSON-LD and feeds', async () => {
    const hostile = { title: TITLE, authorName: '"><img src=x onerror=alert(1)>', description: '<b>x</b>]]><script>' };
    await publishWork(site, 7, 'hostile', { ...hostile, authorBio: '<iframe src="//evil.example">' });
    await publishWork(site, 8, 'beside');
    await site.publisher.whenIdle();
    for (const path of ['/openshelf', '/openshelf/hostile', '/openshelf/beside', '/openshelf/categories/fiction']) {
      const page = await getPage(path);
      expect(page.tags('iframe')).toEqual([]);
      expect(page.all(({ attribs }) => 'onerror' in attribs)).toEqual([]);
      expect(page.text).toContain(TITLE);
    }
    const book = (await getPage('/openshelf/hostile')).jsonLd()[0];
    expect(book).toMatchObject({ name: TITLE, description: hostile.description });
    for (const feed of FEEDS.slice(0, 2)) expect(findXmlError((await site.get(feed)).body)).toBeNull();
    const { items } = JSON.parse((await site.get('/openshelf/feed.json')).body) as { items: unknown[] };
    expect(items[1]).toMatchObject({ title: TITLE, content_html: '<p>&lt;b&gt;x&lt;/b&gt;]]&gt;&lt;script&gt;</p>' });
  });

  it('T26: an address that is not https never becomes a link', async () => {
    await publishWork(site, 7, 'links', {
      htmlUrl: 'JaVaScRiPt:alert(1)',
      pdfUrl: '\tjavascript:alert(1)',
      mdUrl: '//evil.example/x',
      epubUrl: 'data:text/html,x',
    });
    await publishWork(site, 8, 'users', {
      htmlUrl: 'https://me:secret@evil.example/',
      epubUrl: 'http://plain.example/',
    });
    await site.publisher.whenIdle();
    for (const slug of ['links', 'users']) {
      const page = await getPage(`/openshelf/${slug}`);
      expect(page.tags('a').filter(({ attribs }) => attribs.target === '_blank')).toEqual([]);
      expect(page.text).toContain('This work can’t be opened at the moment.');
      expect(page.jsonLd()[0]).toMatchObject({ encoding: [], potentialAction: [] });
    }
  });
});
