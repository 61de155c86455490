import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ContentReader, PostSummary } from '#api/domain/content.ts';
import { createAstroRenderer, RenderError } from '#api/publishing/render/astro-renderer.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { createFakeContent, fakePosts } from '../support/site/fake-content.ts';

const SITE_URL = 'https://www.example.com';
const entryUrl = pathToFileURL(join(PROJECT_ROOT, 'dist/server/entry.mjs')).href;
const renderer = createAstroRenderer({ entryUrl, siteUrl: SITE_URL });

async function render(path: string, overrides: Partial<ContentReader> = {}): Promise<string> {
  return (await renderer.render(path, { ...createFakeContent(), ...overrides })).body.toString('utf8');
}

describe('a page is rendered from its ContentReader only', () => {
  it('shows the news line only when there is news', async () => {
    const [item] = fakePosts;
    const home = () => Promise.resolve({ latest: [], news: item ?? null });
    expect(await render('/', { home })).toContain(`href="/blogs/${item?.slug}"`);
    const withoutNews = await render('/', { home: () => Promise.resolve({ latest: [], news: null }) });
    expect(withoutNews).not.toContain(`/blogs/${item?.slug}`);
  });

  it('calls a post without a category a Story', async () => {
    const untagged = fakePosts.filter((post) => post.categories.length === 0);
    const html = await render('/', { home: () => Promise.resolve({ latest: untagged, news: null }) });
    expect(html).toMatch(/>\s*Story\s*</);
  });

  it('writes the public origin where the build left a placeholder', async () => {
    const html = await render('/blogs');
    expect(html).toContain(`<link rel="canonical" href="${SITE_URL}/blogs"`);
    expect(html).not.toContain('origin.invalid');
  });

  it('returns 404 when the reader finds no post', async () => {
    const response = await renderer.render('/blogs/none', {
      ...createFakeContent(),
      post: () => Promise.resolve(null),
    });
    expect(response.status).toBe(404);
  });

  it('names the page and the reason when the reader fails', async () => {
    const failing = render('/blogs', { blogPage: () => Promise.reject(new Error('The disk is gone.')) });
    await expect(failing).rejects.toThrow(RenderError);
    await expect(failing).rejects.toThrow('Couldn’t render /blogs: The disk is gone.');
  });

  it('fails without a partial page when a nested template fails', async () => {
    const [item] = fakePosts;
    const broken = Object.defineProperty({ ...item }, 'description', {
      get: () => {
        throw new Error('No such description.');
      },
    }) as PostSummary;
    const failing = render('/', { home: () => Promise.resolve({ latest: [broken], news: null }) });
    await expect(failing).rejects.toThrow('Couldn’t render /: No such description.');
  });
});
