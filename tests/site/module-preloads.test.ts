import { describe, expect, it } from 'vitest';
import { listImports, renderFixedPage } from '../support/site/built-scripts.ts';

const listPreloads = (html: string) =>
  [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, href = '']) => href);

describe('code of the islands', () => {
  it.each(['add-blog', 'documents/edit', 'blog-manager', 'admin'])(
    '%s preloads every import of its islands',
    async (name) => {
      const html = await renderFixedPage(name);
      const [, component = ''] = html.match(/component-url="([^"]+)"/) ?? [];
      const imports = await listImports(component);
      expect(imports.size).toBeGreaterThan(5);
      expect(listPreloads(html)).toEqual(expect.arrayContaining([...imports]));
    },
  );

  it('the editors preload the text editor, which they import dynamically', async () => {
    expect(listPreloads(await renderFixedPage('add-blog')).join()).toContain('/_astro/RichTextEditor.');
    expect(listPreloads(await renderFixedPage('blog-manager')).join()).not.toContain('/_astro/RichTextEditor.');
  });

  it('pages for visitors preload no code', async () => {
    for (const name of ['genmate', 'login', 'company/about'])
      expect(listPreloads(await renderFixedPage(name))).toEqual([]);
  });
});
