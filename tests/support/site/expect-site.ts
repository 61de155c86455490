import { expect } from 'vitest';
import { listCategoriesWithCounts } from '#api/features/categories/categories.service.ts';
import { listPublishedBlogs } from '#api/features/blogs/blogs.service.ts';
import { searchContent } from '#api/features/search/search.service.ts';
import { listJobs } from '#api/publishing/queue/job-queue.ts';
import type { ContentModel } from './content-model.ts';
import type { TestSite } from './test-site.ts';

const SIDEBAR_ITEM =
  /<a href="\/categories\/([a-z0-9-]+)"[^>]*>\s*<span[^>]*>[^<]*<\/span>\s*<span class="count"[^>]*>\s*(\d+)/g;
const MARKER = /zq\d+qz/g;

type PageTexts = { markers: string[]; sidebar: (readonly [slug: string, count: number])[] };

/** What was found in each object. A hash names the same bytes in every run, so an unchanged page is read once. */
const textsByHash = new Map<string, PageTexts>();

/** What the text of an object has of markers and counts of the sidebar. */
export async function readTexts({ store }: TestSite, { hash, contentType }: { hash: string; contentType: string }) {
  const known = textsByHash.get(hash);
  if (known) return known;
  const body = (await store.read(hash, contentType, 'identity')).toString('utf8');
  const texts: PageTexts = {
    markers: [...body.matchAll(MARKER)].map(([marker]) => marker),
    sidebar: [...body.matchAll(SIDEBAR_ITEM)].map(([, slug = '', count]) => [slug, Number(count)] as const).sort(),
  };
  textsByHash.set(hash, texts);
  return texts;
}

/** Waits until the publisher is idle, then compares everything that is live with the model. */
export async function expectSiteMatchesModel(model: ContentModel): Promise<void> {
  const { site } = model;
  await site.publisher.whenIdle();
  expect((await listJobs(site.db, 1_000)).filter(({ status }) => status !== 'live')).toEqual([]);
  await expectAddresses(model);
  await expectCategoryAddresses(model);
  await expectSiteParts(model);
  await expectTexts(model);
  const built = await site.fullBuild();
  // Pages that are still open in browsers may ask for the company's earlier style sheets, which are kept for a day.
  const live = [...site.live()].filter(([path]) => !path.startsWith('/styles/') || built.has(path));
  expect(new Map(live)).toEqual(built);
}

async function expectAddresses({ site, posts, deleted, trashed, publicPosts }: ContentModel): Promise<void> {
  const livePages = [...site.manifest.entries()].filter((e) => /^\/blogs\/[^/.]+$/.test(e.path) && e.location === null);
  expect(livePages.map((entry) => entry.path).sort()).toEqual(publicPosts.map((post) => `/blogs/${post.slug}`).sort());
  const liveTexts = [...site.manifest.entries()].filter(({ path }) => /^\/blogs\/[^/]+\.md$/.test(path));
  expect(liveTexts.map(({ path }) => path).sort()).toEqual(publicPosts.map(({ slug }) => `/blogs/${slug}.md`).sort());
  for (const post of [...posts, ...deleted, ...trashed]) {
    const isPublic = publicPosts.includes(post);
    for (const slug of post.slugs) {
      const { status, headers } = await site.get(`/blogs/${slug}`);
      const expected = !isPublic
        ? [404, undefined]
        : slug === post.slug
          ? [200, undefined]
          : [301, `/blogs/${post.slug}`];
      expect([`/blogs/${slug}`, status, headers.location]).toEqual([`/blogs/${slug}`, ...expected]);
    }
  }
}

/** Every slug that a category had, and its id, lead to its page; those of a deleted one lead to the home page. */
async function expectCategoryAddresses({ site, categories, deletedCategories }: ContentModel): Promise<void> {
  for (const category of [...categories.values(), ...deletedCategories]) {
    const isDeleted = deletedCategories.includes(category);
    for (const address of [...category.slugs, category.id]) {
      const { status, headers } = await site.get(`/categories/${address}`);
      const moved = isDeleted ? [302, '/'] : [301, `/categories/${category.slug}`];
      const expected = !isDeleted && address === category.slug ? [200, undefined] : moved;
      expect([`/categories/${address}`, status, headers.location]).toEqual([`/categories/${address}`, ...expected]);
    }
  }
}

/** What is published of settings, menus and pages is where visitors look for it. */
async function expectSiteParts({ site, parts }: ContentModel): Promise<void> {
  for (const { path, markers } of await parts.listLive(site)) {
    const { status, body } = await site.get(path);
    expect([path, status, markers.filter((marker) => !body.includes(marker))]).toEqual([path, 200, []]);
  }
}

async function expectTexts(model: ContentModel): Promise<void> {
  const { site, publicPosts } = model;
  const ofPosts = new Set(publicPosts.map((post) => post.marker));
  const ofParts = (await model.parts.listLive(site)).flatMap(({ markers }) => markers);
  const allowed = new Set([...ofPosts, ...ofParts]);
  const counts = [...model.counts()].sort();
  for (const { path, hash, contentType } of site.manifest.entries()) {
    if (!/^(text|application)\//.test(contentType) || hash === null) continue;
    const { markers, sidebar } = await readTexts(site, { hash, contentType });
    expect([path, markers.filter((marker) => !allowed.has(marker))]).toEqual([path, []]);
    // '/categories' itself is a screen of the back office.
    if (contentType.startsWith('text/html') && /^\/(blogs(\/|$)|categories\/)/.test(path))
      expect([path, sidebar]).toEqual([path, counts]);
  }
  const api = await listCategoriesWithCounts(site.deps);
  expect(api.map(({ slug, blog_count }) => [slug, blog_count]).sort()).toEqual(counts);
  const listed = await listPublishedBlogs(site.deps, {});
  expect(listed.map((post) => post.slug).sort()).toEqual(publicPosts.map((post) => post.slug).sort());
  for (const marker of model.markers) {
    const { results } = await searchContent(site.deps, { q: marker });
    expect([marker, results.length]).toEqual([marker, ofPosts.has(marker) ? 1 : 0]);
  }
}
