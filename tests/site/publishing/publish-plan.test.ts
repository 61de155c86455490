import { describe, expect, it } from 'vitest';
import { createAuthor } from '#api/features/authors/authors.service.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { planPublish } from '#api/features/previews/previews.service.ts';
import { createTag } from '#api/features/tags/tags.service.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createDraft, publishDraft, updateDraft } from '../../support/drafts/draft-fixtures.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';
import { createSiteTemplate, createTestSite } from '../../support/site/test-site.ts';

const HOUR_MS = 3_600_000;

/** Publishes a draft and compares the dry run with the changes in jobs and releases. */
async function expectPlanToHold(site: PublishingSite, id: number) {
  const before = site.live();
  const planned = await planPublish(site.deps, id);
  expect(site.live()).toEqual(before);
  expect(await planPublish(site.deps, id)).toEqual(planned);
  const jobsBefore = (await site.jobs()).length;
  const releaseBefore = site.manifest.release;
  await publishDraft(site, id);
  await site.publisher.whenIdle();
  const jobs = (await site.jobs()).slice(jobsBefore);
  expect(new Set(jobs.map((job) => job.status))).toEqual(new Set(['live']));
  expect(planned.paths).toEqual([...new Set(jobs.flatMap((job) => job.paths ?? []))].sort());
  const { rows } = await site.db.client.execute({
    sql: `SELECT count(*) FROM (SELECT path FROM release_entries e JOIN releases r ON r.id IN (e.from_release, e.to_release)
      WHERE r.kind = 'refresh' AND r.id > ? GROUP BY path)`,
    args: [releaseBefore],
  });
  expect(planned.backgroundCount).toBe(rows[0]?.[0]);
  expect(site.live()).toEqual(await site.fullBuild());
  return planned;
}

/** Ids of the first two categories. */
const [brewing, news] = [1, 2];

const copyFilledSite = createSiteTemplate(async () => {
  const site = await createTestSite();
  for (const name of ['Brewing', 'News']) await createCategory(site.deps, null, { name });
  for (let n = 1; n <= 38; n += 1) {
    const published_at = new Date(site.clock.now() - (40 - n) * HOUR_MS).toISOString();
    await createBlog(
      site.deps,
      createBlogRequest({ title: `Post ${n}`, categoryIds: n % 3 === 0 ? [brewing] : [], published_at }),
    );
  }
  return site;
});
const createFilledSite = () => createPublishingSite({}, copyFilledSite);

describe('the dry run of a publish lists exactly what the publish changes', () => {
  it('for a new post, in lists, feeds and sidebars', async () => {
    const site = await createFilledSite();
    const { paths, backgroundCount } = await expectPlanToHold(
      site,
      await createDraft(site, { title: 'One more', category_ids: [brewing] }),
    );
    expect(paths).toEqual(expect.arrayContaining(['/', '/blogs', '/blogs/one-more', '/categories/brewing']));
    // Every page with a sidebar has a new count.
    expect(backgroundCount).toBeGreaterThan(38);
  });

  it('for the first post of a new tag and a new author, with their pages and feeds', async () => {
    const site = await createFilledSite();
    const tag = await createTag(site.deps, null, { name: 'Brand new' });
    const author = await createAuthor(site.deps, null, { name: 'Mei Lin Chen', bio: '', links: [] });
    const { paths } = await expectPlanToHold(
      site,
      await createDraft(site, { title: 'Both', tag_ids: [tag.id], author_ids: [author.id] }),
    );
    for (const list of ['/blogs/tag/brand-new', '/blogs/author/mei-lin-chen'])
      expect(paths).toEqual(expect.arrayContaining([list, `${list}/rss.xml`]));
  });

  it('for new content only: a few pages, nothing in the background', async () => {
    const site = await createFilledSite();
    const { id, slug } = await site.post({ title: 'Words' });
    await updateDraft(site, id, { content: '<p>Other words.</p>' });
    const { paths, backgroundCount } = await expectPlanToHold(site, id);
    expect(paths).toContain(`/blogs/${slug}`);
    expect(backgroundCount).toBe(0);
  });

  it('for a new slug of a post that others link to', async () => {
    const site = await createFilledSite();
    const { id } = await site.post({ title: 'Old address' });
    await site.post({ title: 'Links', content: '<p><a href="/blogs/old-address">There</a></p>' });
    await updateDraft(site, id, { slug: 'new-address', title: 'New address' });
    const { paths } = await expectPlanToHold(site, id);
    expect(paths).toEqual(expect.arrayContaining(['/blogs/old-address', '/blogs/new-address', '/blogs/links']));
  });

  it('for a news post, and for a date in the past', async () => {
    const site = await createFilledSite();
    const { paths } = await expectPlanToHold(
      site,
      await createDraft(site, { title: 'Hear, hear', category_ids: [news] }),
    );
    expect(paths).toContain('/categories/news');
    const longAgo = new Date(site.clock.now() - 20 * HOUR_MS - 1).toISOString();
    await expectPlanToHold(
      site,
      await createDraft(site, { title: 'Long ago', published_at: longAgo, category_ids: [brewing] }),
    );
  });

  it('for a post that is archived, scheduled, or stays a draft', async () => {
    const site = await createFilledSite();
    const { id, slug } = await site.post({ title: 'Down', categoryIds: [brewing] });
    await updateDraft(site, id, { status: 'archived' });
    expect((await expectPlanToHold(site, id)).paths).toContain(`/blogs/${slug}`);
    const later = new Date(site.clock.now() + HOUR_MS).toISOString();
    const scheduled = await createDraft(site, { title: 'Later', published_at: later });
    expect(await expectPlanToHold(site, scheduled)).toEqual({ paths: [], backgroundCount: 0 });
    const draft = await createDraft(site, { title: 'Never', status: 'draft' });
    expect(await expectPlanToHold(site, draft)).toEqual({ paths: [], backgroundCount: 0 });
  });

  it('for a post without a draft: nothing', async () => {
    const site = await createFilledSite();
    const { id } = await site.post({ title: 'As it is' });
    expect(await planPublish(site.deps, id)).toEqual({ paths: [], backgroundCount: 0 });
  });
});
