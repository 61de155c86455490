import { expect, it, onTestFinished } from 'vitest';
import type { DocumentReaders } from '#api/domain/enums.ts';
import { deleteDocument, documentUndo } from '#api/features/documents/deletion/deletion.service.ts';
import { EDITOR_VIEWER } from '#api/endpoints/access.ts';
import { listDocuments } from '#api/features/documents/documents.service.ts';
import { createDocument, reorderDocuments, updateDocument } from '#api/features/documents/editing/editing.service.ts';
import { saveDraft } from '#api/features/drafts/drafts.service.ts';
import { updateProduct } from '#api/features/products/editing/editing.service.ts';
import { createSection, updateSection } from '#api/features/sections/sections.service.ts';
import { publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { settingsPart } from '#api/features/site-settings/site-settings.service.ts';
import { listJobs } from '#api/publishing/queue/job-queue.ts';
import { runUndo } from '#api/undo/undo-kit.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { createUser } from '../../support/app/users.ts';
import { copyEmptySite, createTestSite } from '../../support/site/test-site.ts';

/** In every text that not everyone may read. */
const SECRET = 'zqsecretqz';
const code = '<pre><code class="language-js">const tea = 1;</code></pre>';
const headings = ['One', 'Two', 'Three'].map((text) => `<h2>${text}</h2><p>About ${text}.</p>`).join('');

async function createDocumentation() {
  const site = await createTestSite({}, copyEmptySite);
  onTestFinished(() => site.close());
  await site.publisher.start();
  const { deps } = site;
  const admin = (await createUser(site, { role: 'admin' })).id;
  const start = await createSection(deps, admin, { name: 'Start here', product_id: 4 });
  const secret = await createSection(deps, admin, { name: `${SECRET} section`, product_id: 1 });
  const add = (title: string, section_id: number | null, more: object = {}) =>
    createDocument(deps, admin, { title, section_id, content: `<p>How to brew.</p>${headings}${code}`, ...more });
  const first = await add('First cup', start.id);
  const second = await add('Second cup', start.id);
  await add(`${SECRET} draft`, start.id, { status: 'draft' });
  await add(`${SECRET} of another product`, secret.id);
  await add('Loose leaf', null);
  await site.publisher.whenIdle();
  const settle = async () => {
    await site.publisher.whenIdle();
    expect(site.live()).toEqual(await site.fullBuild());
  };
  return {
    site,
    deps,
    admin,
    start,
    first,
    second,
    settle,
    listPaths: () => [...site.live().keys()].filter((path) => /^\/document(s\/|ation$)/.test(path)).sort(),
    async setReaders(document_readers: DocumentReaders) {
      await updateProduct(deps, admin, 4, { name: 'GenMate', document_readers });
      await settle();
    },
    /** Whatever visitors can fetch. */
    async readEverything(): Promise<string> {
      const bodies = [];
      for (const { path } of site.manifest.entries())
        if (!/\.(avif|webp|png|ico|woff2|mp4|js|css)$/.test(path)) bodies.push(path, (await site.get(path)).body);
      return bodies.join('\n');
    },
    read: async (path: string) => {
      const { status, headers: answered, body } = await site.get(path);
      return answered.location
        ? [status, answered.location]
        : [status, body.includes('data-guarded') || !/<article/.test(body) ? 'screen' : 'page'];
    },
  };
}

it('T24 documentation has pages as long as everyone may read it, and nothing else of it is ever published', async () => {
  const documentation = await createDocumentation();
  const { site, deps, admin, first, second, start, listPaths, read, settle } = documentation;
  const screens = listPaths();
  const before = site.live();
  expect(await read('/documents/first-cup')).toEqual([200, 'screen']);
  expect(await documentation.readEverything()).not.toMatch(/First cup|Second cup|Loose leaf|zqsecretqz/);

  await documentation.setReaders('everyone');
  const pages = ['/documentation', '/documents/first-cup', '/documents/second-cup'];
  const addresses = [first, second].map(({ id }) => `/documents/${id}`);
  const texts = ['/documents/first-cup.md', '/documents/second-cup.md'];
  expect(listPaths()).toEqual([...screens, ...pages, ...texts, ...addresses].sort());
  expect((await site.get('/documents/first-cup.md')).body).toMatch(/^# First cup\n\nHow to brew\.\n\n## One\n/);
  expect((await site.get('/llms.txt')).body).toContain(
    '## Documentation of GenMate\n\n- [First cup](http://localhost:4321/documents/first-cup.md)\n',
  );
  const page = (await site.get('/documents/first-cup')).body;
  expect(page).toContain('<link rel="canonical" href="http://localhost:4321/documents/first-cup">');
  expect(page).toContain('<meta name="description" content="How to brew. One About One.');
  expect(page).toContain('<meta property="og:title" content="First cup">');
  expect(page).not.toContain('noindex');
  expect(page).toMatch(/<a href="\/documents\/second-cup" rel="next"/);
  expect(page).toMatch(/<a href="#two"[^>]*>Two<\/a>/);
  expect(page).toMatch(/<a href="\/documents\/first-cup" aria-current="page"/);
  expect(page).toMatch(new RegExp(`href="/documents/${first.id}/edit" data-permission="documents.write" hidden`));
  expect((await site.get('/documentation')).body).toContain('href="/documents/second-cup"');
  expect((await site.get('/sitemap-0.xml')).body).toContain(
    '<loc>http://localhost:4321/documents/first-cup</loc><lastmod>',
  );
  expect(await read(`/documents/${first.id}`)).toEqual([301, '/documents/first-cup']);
  expect(await read('/resources/genmate')).toEqual([302, '/documentation#product-4']);
  expect(await read('/resources/taxmate')).toEqual([302, '/product-documents?product=taxmate']);
  expect(await documentation.readEverything()).not.toMatch(/Loose leaf|zqsecretqz/);

  // A new name and address: also on the pages beside it.
  await updateDocument(deps, admin, second.id, { title: 'Another cup', slug: 'another-cup' });
  await settle();
  expect(await read('/documents/second-cup')).toEqual([301, '/documents/another-cup']);
  expect((await site.get('/documents/first-cup')).body).toMatch(/rel="next"[^>]*>.*Another cup/s);
  await reorderDocuments(deps, admin, {
    section_id: start.id,
    ids: (await listDocuments(deps, EDITOR_VIEWER, { sectionId: start.id })).map(({ id }) => id).reverse(),
  });
  await settle();
  expect((await site.get('/documents/first-cup')).body).toMatch(/rel="prev"[^>]*>.*Another cup/s);

  // Taken back, deleted, and put back.
  await updateDocument(deps, admin, first.id, { title: `${SECRET} first`, status: 'draft' });
  await settle();
  expect(await read('/documents/first-cup')).toEqual([200, 'screen']);
  expect(await documentation.readEverything()).not.toContain(SECRET);
  await updateDocument(deps, admin, first.id, { title: 'First cup', status: 'published' });
  await deleteDocument(deps, admin, second.id);
  await settle();
  expect(listPaths()).not.toContain('/documents/another-cup');
  const { rows } = await site.db.client.execute('SELECT id FROM undo_actions');
  await runUndo(deps, [documentUndo], [String(rows[0]?.id)], { id: admin, role: 'admin' });
  await settle();
  expect(listPaths()).toContain('/documents/another-cup');

  // A section moves to a product that is for signed-in users, and its documents with it.
  await updateSection(deps, admin, start.id, { name: `${SECRET} start`, product_id: 1 });
  await settle();
  expect(listPaths()).toEqual(screens);
  expect(await documentation.readEverything()).not.toMatch(/Another cup|First cup|zqsecretqz/);
  await updateSection(deps, admin, start.id, { name: 'Start here', product_id: 4 });
  await settle();
  expect(listPaths()).toContain('/documents/first-cup');

  await documentation.setReaders('users');
  const [job] = await listJobs(site.db, 1);
  expect(job).toMatchObject({ kind: 'documents', status: 'live', removedCount: 8 });
  expect(job?.paths).toEqual(expect.arrayContaining(['/documentation', '/documents/first-cup']));
  expect(listPaths()).toEqual(screens);
  expect(site.live()).toEqual(before);
});

it('documents without a product follow the settings', async () => {
  const { site, deps, admin, listPaths, settle } = await createDocumentation();
  const screens = listPaths();
  const publish = async (general_documents: DocumentReaders, revision: number) => {
    const fields = { ...demoSettings, search: { ...demoSettings.search, general_documents } };
    const input = { fields, content: '', client_id: 'client-of-tests', version: 0, base_revision: revision };
    const { version } = await saveDraft(deps, settingsPart, 1, input, admin);
    await publishSiteParts(deps, [settingsPart], [{ kind: 'settings', id: 1, version }], admin);
    await settle();
  };
  await publish('everyone', 1);
  expect((await site.get('/documents/loose-leaf')).body).toMatch(/<h1[^>]*>Loose leaf</);
  expect(listPaths()).not.toContain('/documents/first-cup');
  await publish('users', 2);
  expect(listPaths()).toEqual(screens);
});
