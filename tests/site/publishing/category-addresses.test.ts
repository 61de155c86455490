import { describe, expect, it } from 'vitest';
import { createBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';
import { createCategory, deleteCategory, updateCategory } from '#api/features/categories/categories.service.ts';

const rename = async (site: PublishingSite, id: number, name: string, slug?: string) => {
  await updateCategory(site.deps, null, id, { name, slug });
  await site.publisher.whenIdle();
};
const readAddress = async (site: PublishingSite, path: string) => {
  const { status, headers } = await site.get(path);
  return headers.location ? [status, headers.location] : [status];
};

async function createSiteWithCategory(posts = 1) {
  const site = await createPublishingSite();
  const { id } = await createCategory(site.deps, null, { name: 'Tea' });
  for (let n = 1; n <= posts; n += 1) {
    await createBlog(site.deps, createBlogRequest({ title: `Post ${n}`, categoryIds: [id] }));
    site.clock.advance(60_000);
  }
  await site.publisher.whenIdle();
  return { site, id };
}

describe('the address of a category', () => {
  it('holds its slug; its id redirects there', async () => {
    const { site, id } = await createSiteWithCategory();
    expect(await readAddress(site, '/categories/tea')).toEqual([200]);
    expect(await readAddress(site, `/categories/${id}`)).toEqual([301, '/categories/tea']);
    expect((await site.get('/blogs/post-1')).body).toContain('href="/categories/tea"');
    expect((await site.get('/categories/tea')).body).toContain(
      '<link rel="canonical" href="http://localhost:4321/categories/tea"',
    );
    expect((await site.get('/sitemap-0.xml')).body).toContain('<loc>http://localhost:4321/categories/tea</loc>');
    expect(await readAddress(site, '/categories/99')).toEqual([302, '/']);
  });

  it('F6 that changes twice leads from every old one and from the id to the last, on all pages', async () => {
    const { site, id } = await createSiteWithCategory();
    await rename(site, id, 'Tea', 'teas');
    await rename(site, id, 'Tea', 'all-teas');
    for (const address of ['tea', 'teas', id])
      expect(await readAddress(site, `/categories/${address}`)).toEqual([301, '/categories/all-teas']);
    expect(await readAddress(site, '/categories/all-teas')).toEqual([200]);
    for (const path of ['/', '/blogs', '/blogs/post-1', '/sitemap-0.xml']) {
      const { body } = await site.get(path);
      expect([path, /categories\/(tea|teas)\b/.test(body)]).toEqual([path, false]);
    }
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('can be one that it had', async () => {
    const { site, id } = await createSiteWithCategory();
    await rename(site, id, 'Tea', 'teas');
    await rename(site, id, 'Tea', 'tea');
    expect(await readAddress(site, '/categories/tea')).toEqual([200]);
    expect(await readAddress(site, '/categories/teas')).toEqual([301, '/categories/tea']);
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('is live with all its pages when the publish is, and those of the old one redirect', async () => {
    const { site, id } = await createSiteWithCategory(36);
    await rename(site, id, 'Tea', 'teas');
    const [job] = (await site.jobs()).slice(-1);
    const pages = ['/categories/teas', '/categories/teas/page/1', '/categories/teas/page/2', '/categories/tea'];
    expect(job?.paths).toEqual(expect.arrayContaining([...pages, `/categories/${id}`]));
    for (const address of ['tea', id])
      expect(await readAddress(site, `/categories/${address}/page/2`)).toEqual([301, '/categories/teas/page/2']);
    expect(await readAddress(site, '/categories/tea/page/9')).toEqual([302, '/']);
  });

  it('of a deleted category leads home like any other unknown page', async () => {
    const { site, id } = await createSiteWithCategory();
    await rename(site, id, 'Tea', 'teas');
    await deleteCategory(site.deps, null, id);
    await site.publisher.whenIdle();
    for (const address of ['tea', 'teas', id])
      expect(await readAddress(site, `/categories/${address}`)).toEqual([302, '/']);
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('stays when only the name changes', async () => {
    const { site, id } = await createSiteWithCategory();
    await rename(site, id, 'Teas of the world');
    expect(await readAddress(site, '/categories/tea')).toEqual([200]);
    expect((await site.get('/blogs/post-1')).body).toContain('Teas of the world');
  });

  it('replaces the page by id that an earlier build left', async () => {
    const { site, id } = await createSiteWithCategory();
    const { manifest } = site;
    const page = manifest.get('/categories/tea');
    if (!page) throw new Error('The page of the category is not live.');
    manifest.apply(manifest.release, [{ ...page, path: `/categories/${id}` }], ['/categories/tea']);
    await site.publisher.buildRelease('New build');
    expect(await readAddress(site, `/categories/${id}`)).toEqual([301, '/categories/tea']);
    expect(site.live()).toEqual(await site.fullBuild());
  });
});
