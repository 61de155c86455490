import { describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { siteParts } from '#db/schema/index.ts';
import { demoPages } from '#db/seed/site/pages/index.ts';
import { write } from '#db/write.ts';
import { createPublishingSite, type PublishingSite } from '../support/site/publishing-site.ts';
import { type HtmlPage, parseHtmlPage } from '../support/site/html-page.ts';
import { CHOICES_MAX, createPageOfAllKinds, kinds, toSectionId } from '../support/site/sections.ts';

type Stored = Record<string, unknown>;

const isPage = (address: string) =>
  sql`${siteParts.kind} = 'page' AND json_extract(${siteParts.fields}, '$.address') = ${address}`;

/** Stores pages (null deletes one) with one job, as a publish of several drafts does. */
async function publishPages(site: PublishingSite, pages: Record<string, Stored | null>): Promise<void> {
  const { db, clock } = site;
  const now = clock.now();
  const statements = Object.entries(pages).flatMap(([address, fields]) => [
    sql`DELETE FROM ${siteParts} WHERE ${isPage(address)}`,
    ...(fields ? [db.orm.insert(siteParts).values({ kind: 'page', fields, createdAt: now, updatedAt: now })] : []),
  ]);
  await write(db, [...statements, enqueuePublishStatement(db, { kind: 'site', reason: 'Pages', now })]);
  await site.publisher.whenIdle();
}

const demoPage = (address: string): Stored => demoPages.find((page) => page.address === address) as unknown as Stored;

describe('a publish of pages', () => {
  it('changes the address of the page alone', async () => {
    const site = await createPublishingSite();
    const before = site.live();
    await publishPages(site, { '/company/about': { ...demoPage('/company/about'), description: 'Another one.' } });
    const paths = ['/company/about', '/company/about.md', '/llms.txt'];
    expect(site.changedSince(before)).toEqual(paths);
    expect((await site.get('/company/about')).body).toContain('content="Another one."');
    expect((await site.jobs()).at(-1)).toMatchObject({
      kind: 'site',
      status: 'live',
      paths: expect.arrayContaining(paths),
    });
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('adds a page at a new address to the sitemap, unless it is not listed', async () => {
    const site = await createPublishingSite();
    const before = site.live();
    const pages = { '/harbour': true, '/harbour/hidden': false };
    const entries = Object.entries(pages).map(([address, is_listed]) => [
      address,
      { ...createPageOfAllKinds(address, null), title: 'Harbour', is_listed },
    ]);
    await publishPages(site, Object.fromEntries(entries));
    expect(site.changedSince(before)).toEqual([
      '/harbour',
      '/harbour.md',
      '/harbour/hidden',
      '/harbour/hidden.md',
      '/llms.txt',
      '/sitemap-0.xml',
    ]);
    expect((await site.get('/llms.txt')).body).not.toContain('/harbour/hidden');
    const sitemap = (await site.get('/sitemap-0.xml')).body;
    expect(sitemap).toContain('/harbour<');
    expect(sitemap).not.toContain('/harbour/hidden');
    expect(parseHtmlPage((await site.get('/harbour/hidden')).body).meta('robots')).toBe('noindex');
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('removes an address that no page has any more', async () => {
    const site = await createPublishingSite();
    const before = site.live();
    await publishPages(site, { '/company/mission': null });
    expect(site.changedSince(before)).toEqual([
      '/company/mission',
      '/company/mission.md',
      '/llms.txt',
      '/sitemap-0.xml',
    ]);
    expect(site.live().has('/company/mission')).toBe(false);
    expect((await site.jobs()).at(-1)?.paths).toContain('/company/mission');
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('shows the newest posts on any page that has their section, with each publish of a post', async () => {
    const site = await createPublishingSite();
    const fields = { title: 'Read', action: '', href: '' };
    const page = { title: 'Reading', address: '/reading', sections: [{ id: 'posts', kind: 'latest_posts', fields }] };
    await publishPages(site, { '/reading': page });
    const { slug } = await site.post({ title: 'Fresh bread' });
    expect((await site.get('/reading')).body).toContain('Fresh bread');
    const [job] = (await site.jobs()).slice(-1);
    expect(job?.paths).toEqual(expect.arrayContaining(['/', '/reading', `/blogs/${slug}`]));
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('that fails keeps the live page, also when a post is published after it', async () => {
    const site = await createPublishingSite();
    const before = site.live();
    site.failingPaths.add('/company/team');
    await publishPages(site, { '/company/team': { ...demoPage('/company/team'), title: 'People' } });
    expect((await site.jobs()).at(-1)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('/company/team'),
    });
    site.failingPaths.clear();
    await site.post({ title: 'Elsewhere' });
    expect((await site.jobs()).at(-1)?.status).toBe('live');
    expect(site.live().get('/company/team')).toBe(before.get('/company/team'));
    await publishPages(site, {});
    expect((await site.get('/company/team')).body).toContain('<title>People');
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('with settings renders every page in one release', async () => {
    const site = await createPublishingSite();
    const before = site.live();
    await write(site.db, [
      `UPDATE site_parts SET fields = json_set(fields, '$.company.name', 'Tideworks') WHERE kind = 'settings'`,
    ]);
    await publishPages(site, { '/company/about': { ...demoPage('/company/about'), description: 'Of {company}.' } });
    expect((await site.get('/company/about')).body).toContain('content="Of Tideworks."');
    expect(site.changedSince(before)).toEqual(expect.arrayContaining(['/', '/terms', '/login']));
    expect(site.live()).toEqual(await site.fullBuild());
  });
});

const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script>{company}' onclick=alert(3) ]]>`;
const HOSTILE_HTML = `<p onclick="alert(4)">Text</p><script>alert(5)</script><a href="javascript:alert(6)">link</a></div></section>`;

describe('a section of every kind', () => {
  it('is rendered with nothing filled in', async () => {
    const site = await createPublishingSite();
    const page = { ...createPageOfAllKinds('/empty', null), title: 'Empty' };
    await publishPages(site, {
      '/empty': page,
      '/empty/beside': { ...page, address: '/empty/beside', side_menu: 'company' },
    });
    for (const path of ['/empty', '/empty/beside']) {
      const { status, body } = await site.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(body).not.toMatch(/undefined|\[object/);
    }
  });

  it('T20: with hostile text in every field runs no script: text stays text, and the policy allows none of the rest', async () => {
    const site = await createPublishingSite();
    const texts = { text: HOSTILE, richText: HOSTILE_HTML, link: 'javascript:alert(7)' };
    const pages = Array.from({ length: CHOICES_MAX }, (_, choose) => {
      const address = `/hostile/${choose + 1}`;
      return [address, createPageOfAllKinds(address, texts, choose)];
    });
    await publishPages(site, Object.fromEntries(pages));
    const inRichText = (page: HtmlPage) =>
      page.withClass('rich-text').flatMap((part) => page.within(part, 'a', 'p', 'script'));
    const plain = await site.get('/company/about');
    const scripts = (policy: string | undefined) => /script-src[^;]*/.exec(policy ?? '')?.[0] ?? '';
    for (const [address = ''] of pages as [string, Stored][]) {
      const { status, body, headers } = await site.get(address);
      expect([address, status]).toEqual([address, 200]);
      const page = parseHtmlPage(body);
      const rich = new Set(inRichText(page));
      const active = page.all(
        (element) =>
          !rich.has(element) &&
          (Object.keys(element.attribs).some((name) => name.startsWith('on')) ||
            /^javascript:/i.test(element.attribs.href ?? '') ||
            element.attribs.src === 'x'),
      );
      expect([address, active.map(({ name, attribs }) => [name, attribs])]).toEqual([address, []]);
      const policy = headers['content-security-policy'] ?? '';
      expect(policy).not.toContain('unsafe-inline');
      expect(policy).toContain("require-trusted-types-for 'script'");
      // Inline scripts that the policy allows are those of the code.
      const allowed = scripts(policy).match(/'sha256-[^']+'/g) ?? [];
      const own = scripts(plain.headers['content-security-policy']).match(/'sha256-[^']+'/g) ?? [];
      expect(allowed.length).toBeLessThanOrEqual(own.length + 2);
    }
  });

  it('is named in the outline of the page by its title', async () => {
    const site = await createPublishingSite();
    const texts = { text: 'A name', richText: '<p>Text</p>', link: '/company/about' };
    await publishPages(site, { '/all': createPageOfAllKinds('/all', texts) });
    const page = parseHtmlPage((await site.get('/all')).body);
    const ids = page.all(({ attribs }) => attribs.id !== undefined).map(({ attribs }) => attribs.id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const kind of kinds.filter((each) => each !== 'news'))
      expect([kind, page.byId(toSectionId(kind)) !== undefined]).toEqual([kind, true]);
    const labels = page.all(({ attribs }) => attribs['aria-labelledby'] !== undefined);
    for (const { attribs } of labels) expect(ids).toContain(attribs['aria-labelledby']);
  });

  it('that is hidden, or of a kind that is not known, is left out', async () => {
    const site = await createPublishingSite();
    const sections = [
      { id: 'a', kind: 'carousel', is_hidden: false, fields: { title: 'From a newer version' } },
      { id: 'b', kind: 'text', is_hidden: true, fields: { title: 'Hidden' } },
      { id: 'c', kind: 'text', is_hidden: false, fields: { title: 'Shown' } },
    ];
    await publishPages(site, { '/mixed': { title: 'Mixed', address: '/mixed', sections } });
    const page = parseHtmlPage((await site.get('/mixed')).body);
    expect(page.text).toContain('Shown');
    expect(page.text).not.toMatch(/newer version|Hidden/);
  });
});
