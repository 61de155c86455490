import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { trashBlog } from '#api/features/blogs/trash/trash.service.ts';
import { createPreviewHandler } from '#api/features/previews/page/page.routes.ts';
import { createPreviewLink } from '#api/features/previews/previews.service.ts';
import { updateBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createDraft, publishDraft, updateDraft } from '../../support/drafts/draft-fixtures.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';
import { requestPath, createTestRenderer, TEST_SITE_URL } from '../../support/site/test-site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function createPreviewedSite(overrides: Parameters<typeof createPublishingSite>[0] = {}) {
  const site = await createPublishingSite(overrides);
  const pages = createPreviewHandler(site.deps);
  const createPreviewPath = async (id: number) => new URL((await createPreviewLink(site.deps, id)).url).pathname;
  return {
    site,
    createPreviewPath,
    open: (path: string, method = 'GET') => requestPath(pages, method, path, {}),
    preview: async (id: number) => requestPath(pages, 'GET', await createPreviewPath(id), {}),
  };
}

/** The page below the draft ribbon, which nothing but a preview has. */
function withoutRibbon(body: string): string {
  const ribbon = '<aside class="draft-ribbon" aria-label="Preview">Draft. Not published yet.</aside>';
  expect(body.split(ribbon)).toHaveLength(2);
  return body.replace(ribbon, '').replace(/<style>\.draft-ribbon\{[^<]*<\/style>/, '');
}

async function createPostsAround(site: PublishingSite): Promise<void> {
  for (const title of ['Before', 'Long before', 'After']) {
    await site.post({ title });
    site.clock.advance(HOUR_MS);
  }
}

describe('a preview equals the published page, byte for byte but for the draft ribbon', () => {
  it('for a new post: slug, chips, neighbours, sidebar', async () => {
    const { site, preview } = await createPreviewedSite();
    const category = await createCategory(site.deps, null, { name: 'Brewing' });
    await createPostsAround(site);
    const id = await createDraft(
      site,
      { title: 'Leaves & water', category_ids: [category.id] },
      '<h2>First</h2><p>Boil.</p><p><a href="/blogs/before">Before</a></p>',
    );
    const before = site.live();
    const { status, bytes } = await preview(id);
    expect(status).toBe(200);
    expect([site.live(), (await site.get('/blogs/leaves-and-water')).status]).toEqual([before, 404]);
    await publishDraft(site, id);
    await site.publisher.whenIdle();
    const live = await site.get('/blogs/leaves-and-water');
    expect(live.status).toBe(200);
    expect(withoutRibbon(bytes.toString('utf8'))).toBe(live.body);
  });

  it('for a live post with a new title, slug, date and category', async () => {
    const { site, preview } = await createPreviewedSite();
    const category = await createCategory(site.deps, null, { name: 'Brewing' });
    await createPostsAround(site);
    const { id, slug } = await site.post({ title: 'Old words' });
    await updateDraft(site, id, {
      title: 'New words',
      slug: 'new-words',
      published_at: new Date(site.clock.now() - 2 * HOUR_MS - 1).toISOString(),
      category_ids: [category.id],
      content: '<p>Another text.</p>',
    });
    const before = site.live();
    const { bytes } = await preview(id);
    expect(site.live()).toEqual(before);
    await publishDraft(site, id);
    await site.publisher.whenIdle();
    expect((await site.get(`/blogs/${slug}`)).headers.location).toBe('/blogs/new-words');
    expect(withoutRibbon(bytes.toString('utf8'))).toBe((await site.get('/blogs/new-words')).body);
  });

  it('for a post without a draft: the post itself, without a ribbon', async () => {
    const { site, preview } = await createPreviewedSite();
    const { id, slug } = await site.post();
    site.clock.advance(HOUR_MS);
    expect((await preview(id)).body).toBe((await site.get(`/blogs/${slug}`)).body);
  });

  it('for a scheduled post: the page as it will be published', async () => {
    const { site, preview } = await createPreviewedSite();
    await createPostsAround(site);
    const publishAt = site.clock.now() + DAY_MS;
    const id = await createDraft(site, { published_at: new Date(publishAt).toISOString() });
    const { body } = await preview(id);
    await publishDraft(site, id);
    site.clock.advance(DAY_MS);
    await site.publisher.tick();
    await site.publisher.whenIdle();
    const live = await site.get('/blogs/tea-before-sunrise');
    // It contains the time of the last change, which was a day before.
    const changed = new Date(publishAt - DAY_MS).toISOString();
    expect(body).toContain(changed);
    expect(withoutRibbon(body)).toBe(live.body);
  });
});

describe('a preview', () => {
  it('renders a draft that cannot be published: no title, a taken slug, an unknown category', async () => {
    const { site, preview } = await createPreviewedSite();
    await site.post({ title: 'Taken' });
    const id = await createDraft(site, { title: '', slug: 'taken', category_ids: [999], status: 'draft' });
    const { status, body } = await preview(id);
    expect(status).toBe(200);
    expect(body).toContain('Untitled post');
    expect(body).toContain('The kettle knows.');
  });

  it('is rendered once per saved version, and again after a save', async () => {
    let renders = 0;
    const renderer = createTestRenderer();
    const counting: typeof renderer = {
      render(path, content) {
        if (path.startsWith('/blogs/tea')) renders += 1;
        return renderer.render(path, content);
      },
    };
    const { site, createPreviewPath, open } = await createPreviewedSite({ renderer: counting });
    const id = await createDraft(site);
    const path = await createPreviewPath(id);
    const bodies = await Promise.all([open(path), open(path), open(path)]);
    expect([renders, new Set(bodies.map(({ body }) => body)).size]).toEqual([1, 1]);
    await updateDraft(site, id, { content: '<p>Saved again.</p>' });
    expect((await open(path)).body).toContain('Saved again.');
    expect(renders).toBe(2);
  });

  it('is rendered one at a time, with a limited queue', async () => {
    let active = 0;
    let maxActive = 0;
    let gate: Promise<void> = Promise.resolve();
    const renderer = createTestRenderer();
    const slow: typeof renderer = {
      async render(path, content) {
        active += 1;
        maxActive = Math.max(maxActive, active);
        await gate;
        return renderer.render(path, content).finally(() => {
          active -= 1;
        });
      },
    };
    const { site, createPreviewPath, open } = await createPreviewedSite({ renderer: slow });
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => createDraft(site, { title: `Post ${n}` })));
    const paths = await Promise.all(ids.map(createPreviewPath));
    maxActive = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const pending = paths.map((path) => open(path));
    // The queued requests wait until one was refused.
    await Promise.race(pending);
    resolve();
    const responses = await Promise.all(pending);
    expect(maxActive).toBe(1);
    const refused = responses.filter(({ status }) => status === 503);
    expect(responses.filter(({ status }) => status === 200).length + refused.length).toBe(20);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers['retry-after']).toBe('2');
    expect((await open(paths[19] as string)).status).toBe(200);
  });

  it('is not cached, not indexed, and framed by this origin only', async () => {
    const { site, preview } = await createPreviewedSite();
    const { headers } = await preview(await createDraft(site));
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/html; charset=utf-8',
    });
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src [^;]*'sha256-/);
  });

  it('opens only with a valid signed link, for seven days', async () => {
    const { site, createPreviewPath, open } = await createPreviewedSite();
    const path = await createPreviewPath(await createDraft(site));
    const other = await createPreviewPath(await createDraft(site, { title: 'Another' }));
    const signature = other.split('.')[2];
    const [id, expiry] = path.split('.');
    const forged = [
      '/preview/',
      '/preview/x',
      path.slice(0, -1),
      `${path}x`,
      `${id}.${expiry}.${signature}`,
      path.replace(`.${expiry}.`, '.zzzzzzzz.'),
      path.replace(`.${expiry}.`, '.never.'),
    ];
    for (const address of forged) {
      const response = await open(address);
      expect([address, response.status]).toEqual([address, 404]);
      expect(response.body).toContain('Preview not found');
    }
    site.clock.advance(7 * DAY_MS - 1);
    expect((await open(path)).status).toBe(200);
    site.clock.advance(1);
    const late = await open(path);
    expect([late.status, late.headers['cache-control']]).toEqual([410, 'no-store']);
    expect(late.body).toContain('This preview has expired');
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(late.body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(late.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'self'`,
    );
  });

  it('T24: is 404 for a post in the trash', async () => {
    const { site, createPreviewPath, open } = await createPreviewedSite();
    const { id } = await site.post();
    const path = await createPreviewPath(id);
    expect((await open(path)).status).toBe(200);
    await trashBlog(site.deps, id);
    expect((await open(path)).status).toBe(404);
    await expect(createPreviewLink(site.deps, id)).rejects.toThrow('Blog post not found');
  });

  it('accepts GET and HEAD only', async () => {
    const { site, createPreviewPath, open } = await createPreviewedSite();
    const path = await createPreviewPath(await createDraft(site));
    const response = await open(path, 'POST');
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await open(path, 'HEAD')).body).toBe('');
  });

  it('has the canonical URL of the live page', async () => {
    const { site, preview } = await createPreviewedSite();
    const { id } = await site.post({ title: 'Here' });
    await updateBlog(site.deps, id, createBlogRequest({ title: 'Here', content: '<p>There.</p>' }));
    const { body } = await preview(id);
    expect(body).toContain(`<link rel="canonical" href="${TEST_SITE_URL}/blogs/here">`);
  });
});
