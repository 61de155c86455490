import { expect, it, onTestFinished } from 'vitest';
import { createDocument, updateDocument } from '#api/features/documents/editing/editing.service.ts';
import { deletePage } from '#api/features/pages/deletion/deletion.service.ts';
import { listPages } from '#api/features/pages/pages.service.ts';
import { updateProduct } from '#api/features/products/editing/editing.service.ts';
import { createSection } from '#api/features/sections/sections.service.ts';
import { undoActions } from '#api/features/undo/undo.service.ts';
import { listJobs } from '#api/publishing/queue/job-queue.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { createUser } from '../../support/app/users.ts';
import { copyEmptySite, createTestSite } from '../../support/site/test-site.ts';

const card = (href: string) =>
  `<p data-block="bookmark"><a href="${href}">Stored title</a><br />Stored words<br /><em>Stored site</em></p>`;

it('T24 cards of posts, documents and pages say what these are now, and nothing of what isn’t public any more', async () => {
  const site = await createTestSite({}, copyEmptySite);
  onTestFinished(() => site.close());
  await site.publisher.start();
  const { deps } = site;
  const admin = (await createUser(site, { role: 'admin' })).id;
  const section = await createSection(deps, admin, { name: 'Start here', product_id: 4 });
  await updateProduct(deps, admin, 4, { name: 'GenMate', document_readers: 'everyone' });
  const target = createBlogRequest({ title: 'Wind', description: 'Where to stand' });
  const { id } = await createBlog(deps, target);
  const document = await createDocument(deps, admin, {
    title: 'First cup',
    content: '<p>How to brew.</p>',
    section_id: section.id,
  });
  const cards = ['/blogs/wind#top', '/documents/first-cup', '/company/about', '/openshelf', 'https://x.example/'].map(
    card,
  );
  await createBlog(deps, createBlogRequest({ title: 'With cards', content: `<p>Read:</p>${cards.join('')}` }));
  await createDocument(deps, admin, { title: 'Tea', content: card('/blogs/wind'), section_id: section.id });
  const settle = async () => {
    await site.publisher.whenIdle();
    expect(site.live()).toEqual(await site.fullBuild());
  };
  const listCards = async (path: string) =>
    [
      ...(await site.get(path)).body.matchAll(
        /<a class="bookmark" href="([^"]*)"[^>]*><span class="bookmark-text"><span class="bookmark-title">([^<]*)<\/span>(?:<span class="bookmark-words">([^<]*))?/g,
      ),
    ].map(([, ...shown]) => shown);
  const texts = async () =>
    Promise.all(
      ['/blogs/with-cards.md', '/rss.xml', '/documents/tea.md'].map(async (path) => (await site.get(path)).body),
    );
  await settle();

  const others = [
    ['/company/about', expect.stringMatching(/./), expect.stringMatching(/./)],
    ['/openshelf', 'Stored title', 'Stored words'],
    ['https://x.example/', 'Stored title', 'Stored words'],
  ];
  const cup = ['/documents/first-cup', 'First cup', 'How to brew.'];
  const shown = await listCards('/blogs/with-cards');
  expect(shown).toEqual([['/blogs/wind#top', 'Wind', 'Where to stand'], cup, ...others]);
  expect(shown[2]?.[1]).not.toBe('Stored title');
  expect(await listCards('/documents/tea')).toEqual([['/blogs/wind', 'Wind', 'Where to stand']]);
  for (const text of await texts()) expect(text).toContain('Where to stand');

  await updateBlog(deps, id, { ...target, title: 'Gale & co', slug: 'gale', description: 'Where to <hide>' });
  await updateDocument(deps, admin, document.id, { title: 'Second cup', slug: 'second-cup' });
  await settle();
  const gale = ['Gale &amp; co', 'Where to &lt;hide&gt;'];
  const second = ['/documents/second-cup', 'Second cup', 'How to brew.'];
  expect(await listCards('/blogs/with-cards')).toEqual([['/blogs/gale#top', ...gale], second, ...others]);
  expect(await listCards('/documents/tea')).toEqual([['/blogs/gale', ...gale]]);

  // With the publish, not in the background after it.
  const nothing = { categoryIds: [], tagIds: [], authorIds: [], oldSlugs: [] };
  const plan = async (post: typeof live) => (await site.publisher.dryRun.planPublish([{ id, post, ...nothing }])).paths;
  const live = site.publisher.index.get(id);
  const paths = await plan(null);
  for (const path of ['/blogs/with-cards', '/blogs/with-cards.md', '/documents/tea', '/rss.xml'])
    expect(paths).toContain(path);
  await updateBlog(deps, id, { ...target, title: 'Gale & co', slug: 'gale', status: 'draft' });
  await updateProduct(deps, admin, 4, { name: 'GenMate', document_readers: 'users' });
  await settle();
  expect(await listCards('/blogs/with-cards')).toEqual(others);
  expect([...(await texts()), (await site.get('/blogs/with-cards')).body].join()).not.toMatch(
    /Gale|Where to|Second cup/,
  );

  expect(await plan(live)).toContain('/blogs/with-cards');
  await updateBlog(deps, id, { ...target, title: 'Gale again', slug: 'gale', status: 'published' });
  await settle();
  const again = ['/blogs/gale#top', 'Gale again', 'Where to stand'];
  expect(await listCards('/blogs/with-cards')).toEqual([again, ...others]);

  const about = (await listPages(deps)).pages.find(({ address }) => address === '/company/about');
  const { id: pageId = 0, revision = 0 } = about ?? {};
  const { undo } = await deletePage(deps, pageId, { revision, redirect_to: null }, admin);
  await settle();
  expect((await listJobs(site.db, 1))[0]?.paths).toContain('/blogs/with-cards');
  expect(await listCards('/blogs/with-cards')).toEqual([again, ...others.slice(1)]);
  await undoActions(deps, [undo?.id ?? ''], { id: admin, role: 'admin' });
  await settle();
  expect(await listCards('/blogs/with-cards')).toEqual([again, ...others]);
  await deletePage(deps, pageId, { revision, redirect_to: '/terms' }, admin);
  await settle();
  expect((await listCards('/blogs/with-cards'))[1]?.[0]).toBe('/terms');
});
