import { describe, expect, it } from 'vitest';
import { createTag, deleteTag, mergeTag, updateTag } from '#api/features/tags/tags.service.ts';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';

const readAddress = async (site: PublishingSite, path: string) => {
  const { status, headers } = await site.get(path);
  return headers.location ? [status, headers.location] : [status];
};

async function createSiteWithTag(posts = 1) {
  const site = await createPublishingSite();
  const { id } = await createTag(site.deps, null, { name: 'Walking' });
  const ids: number[] = [];
  for (let n = 1; n <= posts; n += 1) {
    ids.push((await createBlog(site.deps, createBlogRequest({ title: `Post ${n}`, tagIds: [id] }))).id);
    site.clock.advance(60_000);
  }
  await site.publisher.whenIdle();
  return { site, id, posts: ids };
}

describe('a tag', () => {
  it('has a page, a feed and a line at the foot of its posts, as long as a public post has it', async () => {
    const { site, posts } = await createSiteWithTag();
    const page = await site.get('/blogs/tag/walking');
    expect(page.status).toBe(200);
    expect(page.body).toMatch(/<h1[^>]*>Walking</);
    expect(page.body).toContain('href="/blogs/tag/walking/rss.xml"');
    const feed = await site.get('/blogs/tag/walking/rss.xml');
    expect(feed.body).toContain('<title><![CDATA[Post 1]]></title>');
    expect(feed.body).toContain('<category>Walking</category>');
    const post = (await site.get('/blogs/post-1')).body;
    expect(post).toContain('href="/blogs/tag/walking" rel="tag"');
    expect(post).toContain('"keywords":["Walking"]');
    expect((await site.get('/sitemap-0.xml')).body).toContain('<loc>http://localhost:4321/blogs/tag/walking</loc>');
    await updateBlog(site.deps, posts[0] as number, createBlogRequest({ title: 'Post 1', tagIds: [] }));
    await site.publisher.whenIdle();
    expect(await readAddress(site, '/blogs/tag/walking')).toEqual([302, '/']);
    expect(await readAddress(site, '/blogs/tag/walking/rss.xml')).toEqual([404]);
    const without = (await site.get('/blogs/post-1')).body;
    expect(without).not.toMatch(/tag\/walking|"keywords"|Tags:/);
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('that is renamed leads from its old pages and feed to the new ones', async () => {
    const { site, id } = await createSiteWithTag(36);
    await updateTag(site.deps, null, id, { name: 'On foot', slug: 'on-foot' });
    await site.publisher.whenIdle();
    expect(await readAddress(site, '/blogs/tag/walking')).toEqual([301, '/blogs/tag/on-foot']);
    expect(await readAddress(site, '/blogs/tag/walking/page/2')).toEqual([301, '/blogs/tag/on-foot/page/2']);
    expect(await readAddress(site, '/blogs/tag/walking/rss.xml')).toEqual([301, '/blogs/tag/on-foot/rss.xml']);
    expect((await site.get('/blogs/post-1')).body).toContain('On foot');
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('that is merged leads to the other one, which has its posts', async () => {
    const { site, id } = await createSiteWithTag();
    const other = await createTag(site.deps, null, { name: 'Outdoors' });
    await mergeTag(site.deps, null, id, other.id);
    await site.publisher.whenIdle();
    expect(await readAddress(site, '/blogs/tag/walking')).toEqual([301, '/blogs/tag/outdoors']);
    expect((await site.get('/blogs/tag/outdoors')).body).toContain('Post 1');
    expect(site.live()).toEqual(await site.fullBuild());
    await deleteTag(site.deps, null, other.id);
    await site.publisher.whenIdle();
    expect(await readAddress(site, '/blogs/tag/walking')).toEqual([302, '/']);
    expect((await site.get('/blogs/post-1')).body).not.toContain('Outdoors');
    expect(site.live()).toEqual(await site.fullBuild());
  });
});
