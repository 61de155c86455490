import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SitePage } from '#api/domain/site-pages.ts';
import { saveDraft } from '#api/features/drafts/drafts.service.ts';
import { deletePage } from '#api/features/pages/deletion/deletion.service.ts';
import { createPage, listPages } from '#api/features/pages/pages.service.ts';
import { pagePart } from '#api/features/pages/part/part.service.ts';
import { previewPage } from '#api/features/pages/preview/preview.service.ts';
import { publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { undoActions } from '#api/features/undo/undo.service.ts';
import { defineSection } from '#db/seed/site/pages/define-page.ts';
import { createUser } from '../../support/app/users.ts';
import { copyEmptySite, createTestSite, type TestSite } from '../../support/site/test-site.ts';

const OLD = '/compare-packages';

let site: TestSite;
let userId: number;
beforeEach(async () => {
  site = await createTestSite({}, copyEmptySite);
  userId = (await createUser(site, { role: 'admin' })).id;
  await site.publisher.start();
  await site.publisher.whenIdle();
});
afterEach(() => site.close());

async function findPage(address: string) {
  const page = (await listPages(site.deps)).pages.find((each) => each.address === address);
  if (!page) throw new Error(`no page at ${address}`);
  return page;
}

async function publish(id: number, change: Partial<SitePage>) {
  const live = await pagePart.loadLive(site.db, id);
  if (!live) throw new Error('no such page');
  const { fields, revision } = live;
  const input = { content: '', client_id: 'client-of-tests', version: 0, base_revision: revision };
  const { version } = await saveDraft(site.deps, pagePart, id, { ...input, fields: { ...fields, ...change } }, userId);
  const published = await publishSiteParts(site.deps, [pagePart], [{ kind: 'page', id, version }], userId);
  await site.publisher.whenIdle();
  return published;
}

const undo = async (action: { id: string } | null) => {
  await undoActions(site.deps, [action?.id ?? ''], { id: userId, role: 'admin' });
  await site.publisher.whenIdle();
};

it('a page with another address is live there, its old address redirects, and Undo puts both back', async () => {
  const { id } = await findPage(OLD);
  const { undo: action } = await publish(id, { address: '/compare' });
  expect(await site.get('/compare')).toMatchObject({ status: 200 });
  expect(await site.get(OLD)).toMatchObject({ status: 301 });
  expect(await site.live()).toEqual(await site.fullBuild());
  await undo(action);
  expect(await site.get(OLD)).toMatchObject({ status: 200 });
  expect(site.manifest.get('/compare')).toBeUndefined();
  expect(await site.live()).toEqual(await site.fullBuild());
});

it('a deleted page is gone or redirects, and is back after Undo', async () => {
  const { id, revision } = await findPage(OLD);
  const gone = await deletePage(site.deps, id, { revision, redirect_to: null }, userId);
  await site.publisher.whenIdle();
  expect(site.manifest.get(OLD)).toBeUndefined();
  await undo(gone.undo);
  expect(await site.get(OLD)).toMatchObject({ status: 200 });
  await deletePage(site.deps, id, { revision, redirect_to: '/terms' }, userId);
  await site.publisher.whenIdle();
  expect(await site.get(OLD)).toMatchObject({ status: 301 });
  expect(await site.live()).toEqual(await site.fullBuild());
});

it('a new page isn’t on the site before it is published', async () => {
  const { page } = await createPage(site.deps, { title: 'Prices', address: '/prices' }, userId);
  await site.publisher.whenIdle();
  expect(site.manifest.get('/prices')).toBeUndefined();
  expect(await site.live()).toEqual(await site.fullBuild());
  await publishSiteParts(site.deps, [pagePart], [{ kind: 'page', id: page.id, version: 1 }], userId);
  await site.publisher.whenIdle();
  expect(await site.get('/prices')).toMatchObject({ status: 200 });
  expect(await site.live()).toEqual(await site.fullBuild());
});

it('a preview shows what is typed in, beside the rest of the site as it is published, and saves nothing', async () => {
  const { id } = await findPage(OLD);
  const live = await pagePart.loadLive(site.db, id);
  if (!live) throw new Error('no such page');
  const sections = [
    defineSection('text', 'body', { title: 'Not saved yet', text: '<p>Hi<script>alert(1)</script></p>' }),
  ];
  const preview = (change: Partial<SitePage>) =>
    previewPage(site.deps, id, { ...live.fields, ...change }, new AbortController().signal);
  const before = await site.live();
  const { html } = await preview({ sections, address: '/compare' });
  expect(html).toContain('Not saved yet');
  expect(html).not.toContain('alert(1)');
  expect(await preview({ sections, address: 'no address' })).toMatchObject({
    html: expect.stringContaining('Not saved yet'),
  });
  expect(await site.live()).toEqual(before);
  const unchanged = await preview({});
  const page = (await site.get(OLD)).body;
  expect(unchanged.html).toBe(page.replace(/<style[^>]*>[\s\S]*?<\/style>/g, ''));
  expect(page).toContain(unchanged.styles.split('\n', 1)[0]);
});

it('a site that has a home page is not published without it', async () => {
  await site.db.client.execute(`UPDATE site_parts SET state = 'deleted' WHERE kind = 'page' AND address = '/'`);
  const { id } = await findPage(OLD);
  await publish(id, { title: 'Another title' });
  const { rows } = await site.db.client.execute('SELECT status, error FROM publish_jobs ORDER BY id DESC LIMIT 1');
  expect(rows[0]).toMatchObject({ status: 'failed', error: 'A site can’t be published without its home page.' });
  expect(await site.get('/')).toMatchObject({ status: 200 });
});

const withLegal = (page: SitePage, change: Record<string, string>): Partial<SitePage> => ({
  sections: page.sections.map((section) =>
    section.kind === 'legal' ? { ...section, fields: { ...section.fields, ...change } } : section,
  ),
});

it('a legal text of another version names the earlier one, which visitors can still read; one that comes back is in effect again', async () => {
  const { id } = await findPage('/terms');
  const before = (await pagePart.loadLive(site.db, id))?.fields as SitePage;
  expect((await site.get('/terms')).body).not.toContain('Earlier versions');
  await publish(
    id,
    withLegal(before, { version: '2.0', effective_from: '2027-01-01', text: '<h2>All new</h2><p>Words.</p>' }),
  );
  const { body } = await site.get('/terms');
  expect(body).toContain('Version 2.0, in effect since');
  expect(body).toMatch(
    /<a href="\/terms\/versions\/1-0"[^>]*>Version 1\.0, in effect from 1 November 2026 to [^<]+<\/a>/,
  );
  const earlier = await site.get('/terms/versions/1-0');
  expect(earlier.body).toMatch(
    /This version was replaced on .*<a href="\/terms"[^>]*>Read the version in effect<\/a>/s,
  );
  expect(earlier.body).not.toContain('All new');
  expect(earlier.body).toContain('<meta name="robots" content="noindex"');
  expect((await site.get('/sitemap.xml')).body).not.toContain('versions');
  expect(await site.live()).toEqual(await site.fullBuild());

  await publish(id, { address: '/our-terms' });
  expect((await site.get('/our-terms/versions/1-0')).status).toBe(200);
  expect(site.manifest.get('/terms/versions/1-0')).toBeUndefined();
  await publish(id, { address: '/terms' });

  await publish(id, { title: 'Terms again', ...withLegal(before, {}) });
  expect((await site.get('/terms')).body).toMatch(/href="\/terms\/versions\/2-0"/);
  expect(site.manifest.get('/terms/versions/1-0')).toBeUndefined();
});

it('the earlier version of a legal text is gone when the publish that replaced it is undone', async () => {
  const { id } = await findPage('/terms');
  const before = (await pagePart.loadLive(site.db, id))?.fields as SitePage;
  const { undo: action } = await publish(id, withLegal(before, { version: '2.0' }));
  expect((await site.get('/terms/versions/1-0')).status).toBe(200);
  await undo(action);
  expect((await site.get('/terms')).body).not.toContain('Earlier versions');
  expect(site.manifest.get('/terms/versions/1-0')).toBeUndefined();
  expect(await site.live()).toEqual(await site.fullBuild());
});
