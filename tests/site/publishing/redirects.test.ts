import { describe, expect, it } from 'vitest';
import { importRedirects } from '#api/features/redirects/import/import.service.ts';
import {
  bulkDeleteRedirects,
  changeRedirect,
  createRedirect,
  deleteRedirect,
} from '#api/features/redirects/redirects.service.ts';
import { readBuildInfo } from '#api/publishing/render/build-info.ts';
import { createPublicPageList } from '#api/publishing/render/public-pages.ts';
import { updateBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createUser } from '../../support/app/users.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';
import { DIST } from '../../support/site/test-site.ts';

async function createSiteWithAdmin() {
  const site = await createPublishingSite();
  const { id: admin } = await createUser(site, { role: 'admin' });
  const add = async (from: string, to: string, status: 301 | 302 = 301) => {
    const { data } = await createRedirect(site.deps, admin, { from, to, status });
    await site.publisher.whenIdle();
    return data.id;
  };
  return { site, admin, add };
}

const readAddress = async (site: PublishingSite, path: string) => {
  const { status, headers } = await site.get(path);
  return headers.location ? [status, headers.location] : [status];
};

describe('a redirect that an admin made', () => {
  it('is live after a publish of its own, which names its address, and gone after its deletion', async () => {
    const { site, admin, add } = await createSiteWithAdmin();
    const id = await add('/team-page', '/company/team');
    expect(await readAddress(site, '/team-page')).toEqual([301, '/company/team']);
    expect(await readAddress(site, '/team-page/')).toEqual([301, '/team-page']);
    expect(await readAddress(site, '/team-page?from=mail')).toEqual([301, '/company/team']);
    const [job] = (await site.jobs()).slice(-1);
    expect(job).toMatchObject({ kind: 'redirects', status: 'live', paths: ['/team-page'] });
    await changeRedirect(site.deps, admin, id, { from: '/our-team', to: 'https://team.example/?a=1', status: 302 });
    await site.publisher.whenIdle();
    expect(await readAddress(site, '/team-page')).toEqual([302, '/']);
    expect(await readAddress(site, '/our-team')).toEqual([302, 'https://team.example/?a=1']);
    expect(site.live()).toEqual(await site.fullBuild());
    await deleteRedirect(site.deps, admin, id);
    await site.publisher.whenIdle();
    expect(await readAddress(site, '/our-team')).toEqual([302, '/']);
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('sends visitors to the end of a chain at once, also over the old address of a post', async () => {
    const { site, admin, add } = await createSiteWithAdmin();
    const { id } = await site.post({ title: 'Tea', slug: 'tea' });
    await add('/one', '/blogs/tea');
    const two = await add('/two', '/one#end', 302);
    await add('/three', '/two');
    await updateBlog(site.deps, id, createBlogRequest({ title: 'Tea', slug: 'more-tea' }));
    await site.publisher.whenIdle();
    expect(await readAddress(site, '/one')).toEqual([301, '/blogs/more-tea']);
    expect(await readAddress(site, '/three')).toEqual([302, '/blogs/more-tea']);
    await changeRedirect(site.deps, admin, two, { from: '/two', to: '/company/team', status: 301 });
    await site.publisher.whenIdle();
    expect(await readAddress(site, '/three')).toEqual([301, '/company/team']);
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('waits while a page is at its address, and is live when the page is gone', async () => {
    const { site, add } = await createSiteWithAdmin();
    await add('/blogs/tea', '/company/team');
    await add('/later', '/blogs/tea');
    expect(await readAddress(site, '/later')).toEqual([301, '/company/team']);
    const { id } = await site.post({ title: 'Tea', slug: 'tea' });
    expect(await readAddress(site, '/blogs/tea')).toEqual([200]);
    expect(await readAddress(site, '/later')).toEqual([301, '/blogs/tea']);
    expect(site.live()).toEqual(await site.fullBuild());
    await updateBlog(site.deps, id, createBlogRequest({ title: 'Tea', slug: 'tea', status: 'draft' }));
    await site.publisher.whenIdle();
    expect(await readAddress(site, '/blogs/tea')).toEqual([301, '/company/team']);
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('waits at a page of the owner and at a file of the build, too', async () => {
    const { site } = await createSiteWithAdmin();
    await site.db.client.execute(`INSERT INTO redirects (from_path, to_address, status, created_at, updated_at)
      VALUES ('/genmate', '/blogs', 301, 0, 0), ('/terms', '/blogs', 301, 0, 0), ('/robots.txt', '/blogs', 301, 0, 0)`);
    await site.db.client.execute("INSERT INTO publish_jobs (kind, reason, created_at) VALUES ('redirects', 'Test', 0)");
    await site.publisher.whenIdle();
    for (const path of ['/genmate', '/terms', '/robots.txt']) expect(await readAddress(site, path)).toEqual([200]);
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('is part of releases: an earlier one is restored without it, and it is live again when publishing resumes', async () => {
    const { site, add } = await createSiteWithAdmin();
    const before = site.live();
    const { release } = site.manifest;
    await add('/team-page', '/company/team');
    await site.publisher.restore(release);
    expect(site.live()).toEqual(before);
    await site.publisher.resume();
    await site.publisher.whenIdle();
    expect(await readAddress(site, '/team-page')).toEqual([301, '/company/team']);
  });

  it('is one of thousands that are imported in one release and deleted in another', async () => {
    const { site, admin } = await createSiteWithAdmin();
    const lines = Array.from({ length: 2_000 }, (_, n) => `/old/${n},/blogs?n=${n}`);
    await importRedirects(site.deps, admin, lines.join('\n'));
    const releases = site.manifest.release;
    await site.publisher.whenIdle();
    expect(site.manifest.release).toBe(releases + 1);
    expect(await readAddress(site, '/old/1999')).toEqual([301, '/blogs?n=1999']);
    let part = await bulkDeleteRedirects(site.deps, admin, { filter: {}, total: 2_000 });
    while (part.next) part = await bulkDeleteRedirects(site.deps, admin, { filter: {}, next: part.next });
    await site.publisher.whenIdle();
    expect(await readAddress(site, '/old/1999')).toEqual([302, '/']);
    expect(site.live()).toEqual(await site.fullBuild());
  });
});

it('pages that visitors may find are those of content and of the build, without lists and screens behind a sign-in', async () => {
  const { site } = await createSiteWithAdmin();
  await site.post({ title: 'Tea', slug: 'tea' });
  const pages = createPublicPageList(await readBuildInfo(DIST))(site.manifest);
  expect(pages).toEqual(expect.arrayContaining(['/', '/blogs', '/blogs/tea', '/genmate', '/company/team', '/terms']));
  expect(
    pages.filter((path) => /^\/(admin|login|profile|settings|blog-manager|documents)|\/page\/|\./.test(path)),
  ).toEqual([]);
});
