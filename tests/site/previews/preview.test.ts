import { describe, expect, it } from 'vitest';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { trashBlog } from '#api/features/blogs/trash/trash.service.ts';
import { createPreviewHandler } from '#api/features/previews/page/page.routes.ts';
import { createPreviewLink } from '#api/features/previews/previews.service.ts';
import { updateBlog } from '#api/features/blogs/editing/editing.service.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createDraft, publishDraft, updateDraft } from '../../support/drafts/draft-fixtures.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';
import { requestPath, createTestRenderer, TEST_SITE_URL } from '../../support/site/test-site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function createPreviewedSite(overrides: Parameters<typeof createPublishingSite>[0] = {}) {
  const site = await createPublishingSite(overrides);
  const pages = createPreviewHandler(site.deps);
  const pathTo = async (id: number) => new URL((await createPreviewLink(site.deps, id)).url).pathname;
  return {
    site,
    pathTo,
    open: (path: string, method = 'GET') => requestPath(pages, method, path, {}),
    preview: async (id: number) => requestPath(pages, 'GET', await pathTo(id), {}),
  };
}

async function postsAround(site: PublishingSite): Promise<void> {
  for (const title of ['Before', 'Long before', 'After']) {
    await site.post({ title });
    site.clock.advance(HOUR_MS);
  }
}

describe('a preview is, byte for byte, what goes live', () => {
  it('of a new post: address, chips, neighbours, sidebar', async () => {
    const { site, preview } = await createPreviewedSite();
    const category = await createCategory(site.deps, null, { name: 'Brewing' });
    await postsAround(site);
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
    expect(bytes.toString('utf8')).toBe(live.body);
  });

  it('of a live post with another title, address, date and category', async () => {
    const { site, preview } = await createPreviewedSite();
    const category = await createCategory(site.deps, null, { name: 'Brewing' });
    await postsAround(site);
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
    expect(bytes.toString('utf8')).toBe((await site.get('/blogs/new-words')).body);
  });

  it('of a post without a draft: the post itself', async () => {
    const { site, preview } = await createPreviewedSite();
    const { id, slug } = await site.post();
    site.clock.advance(HOUR_MS);
    expect((await preview(id)).body).toBe((await site.get(`/blogs/${slug}`)).body);
  });

  it('of a scheduled post: as it will be at its moment', async () => {
    const { site, preview } = await createPreviewedSite();
    await postsAround(site);
    const at = site.clock.now() + DAY_MS;
    const id = await createDraft(site, { published_at: new Date(at).toISOString() });
    const { body } = await preview(id);
    await publishDraft(site, id);
    site.clock.advance(DAY_MS);
    await site.publisher.tick();
    await site.publisher.whenIdle();
    const live = await site.get('/blogs/tea-before-sunrise');
    // It says truly when its words were last changed; that was a day before.
    const changed = new Date(at - DAY_MS).toISOString();
    expect(body).toContain(changed);
    expect(live.body).toBe(body);
  });
});

describe('a preview', () => {
  it('shows what cannot be published yet: no title, an address that is taken, a category that is gone', async () => {
    const { site, preview } = await createPreviewedSite();
    await site.post({ title: 'Taken' });
    const id = await createDraft(site, { title: '', slug: 'taken', category_ids: [999], status: 'draft' });
    const { status, body } = await preview(id);
    expect(status).toBe(200);
    expect(body).toContain('Untitled post');
    expect(body).toContain('The kettle knows.');
  });

  it('follows every save, and renders once for three widths', async () => {
    let renders = 0;
    const renderer = createTestRenderer();
    const counting: typeof renderer = {
      render(path, content) {
        if (path.startsWith('/blogs/tea')) renders += 1;
        return renderer.render(path, content);
      },
    };
    const { site, pathTo, open } = await createPreviewedSite({ renderer: counting });
    const id = await createDraft(site);
    const path = await pathTo(id);
    const bodies = await Promise.all([open(path), open(path), open(path)]);
    expect([renders, new Set(bodies.map(({ body }) => body)).size]).toEqual([1, 1]);
    await updateDraft(site, id, { content: '<p>Saved again.</p>' });
    expect((await open(path)).body).toContain('Saved again.');
    expect(renders).toBe(2);
  });

  it('renders one at a time and lets few wait', async () => {
    let at = 0;
    let most = 0;
    let gate: Promise<void> = Promise.resolve();
    const renderer = createTestRenderer();
    const slow: typeof renderer = {
      async render(path, content) {
        at += 1;
        most = Math.max(most, at);
        await gate;
        return renderer.render(path, content).finally(() => {
          at -= 1;
        });
      },
    };
    const { site, pathTo, open } = await createPreviewedSite({ renderer: slow });
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => createDraft(site, { title: `Post ${n}` })));
    const paths = await Promise.all(ids.map(pathTo));
    most = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const asked = paths.map((path) => open(path));
    // Those who may wait do so until somebody was refused.
    await Promise.race(asked);
    resolve();
    const answers = await Promise.all(asked);
    expect(most).toBe(1);
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(20);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers['retry-after']).toBe('2');
    expect((await open(paths[19] as string)).status).toBe(200);
  });

  it('is kept by nobody, found by no search engine, and framed by the editor alone', async () => {
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

  it('opens only by a link of ours, whole, and for seven days', async () => {
    const { site, pathTo, open } = await createPreviewedSite();
    const path = await pathTo(await createDraft(site));
    const other = await pathTo(await createDraft(site, { title: 'Another' }));
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
      const answer = await open(address);
      expect([address, answer.status]).toEqual([address, 404]);
      expect(answer.body).toContain('There is no preview here');
    }
    site.clock.advance(7 * DAY_MS - 1);
    expect((await open(path)).status).toBe(200);
    site.clock.advance(1);
    const late = await open(path);
    expect([late.status, late.headers['cache-control']]).toEqual([410, 'no-store']);
    expect(late.body).toContain('This preview has expired');
  });

  it('T24: is gone with a post that is deleted or in the trash', async () => {
    const { site, pathTo, open } = await createPreviewedSite();
    const { id } = await site.post();
    const path = await pathTo(id);
    expect((await open(path)).status).toBe(200);
    await trashBlog(site.deps, id);
    expect((await open(path)).status).toBe(404);
    await expect(createPreviewLink(site.deps, id)).rejects.toThrow('Blog post not found');
  });

  it('is only read', async () => {
    const { site, pathTo, open } = await createPreviewedSite();
    const path = await pathTo(await createDraft(site));
    const answer = await open(path, 'POST');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await open(path, 'HEAD')).body).toBe('');
  });

  it('speaks of the public address in the same words as the live page', async () => {
    const { site, preview } = await createPreviewedSite();
    const { id } = await site.post({ title: 'Here' });
    await updateBlog(site.deps, id, createBlogRequest({ title: 'Here', content: '<p>There.</p>' }));
    const { body } = await preview(id);
    expect(body).toContain(`<link rel="canonical" href="${TEST_SITE_URL}/blogs/here">`);
  });
});
