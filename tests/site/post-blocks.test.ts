import { expect, test } from 'vitest';
import { createCodeHighlighter } from '#api/adapters/code/code-highlighter.ts';
import { colourPosts } from '#api/publishing/render/astro-renderer.ts';
import { getDocumentPage } from '#api/features/documents/documents.service.ts';
import { createDocument } from '#api/features/documents/editing/editing.service.ts';
import { updateProduct } from '#api/features/products/editing/editing.service.ts';
import { createSection } from '#api/features/sections/sections.service.ts';
import { EDITOR_VIEWER } from '#api/endpoints/access.ts';
import { createBlog } from '../support/app/content-services.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { createUser } from '../support/app/users.ts';
import { copyEmptySite, createTestRenderer, createTestSite } from '../support/site/test-site.ts';

async function createColouredSite() {
  const renderer = createTestRenderer();
  const highlighter = createCodeHighlighter();
  return createTestSite(
    { renderer: { render: (path, content) => renderer.render(path, colourPosts(content, highlighter)) } },
    copyEmptySite,
  );
}

test('a post loads styles, scripts and frames of blocks only where it has them, and its code has colours', async () => {
  const site = await createColouredSite();
  const publish = async (title: string, content: string) => {
    const { slug } = await createBlog(site.deps, createBlogRequest({ title, content }));
    return slug;
  };
  const slugs = [
    await publish('Plain', '<p>Words</p>'),
    await publish('Code', '<pre data-title="a.sh"><code class="language-bash">for a in b; do ls; done</code></pre>'),
    await publish('Embed', '<p data-block="embed"><a href="https://vimeo.com/76979871">A film</a></p>'),
    await publish('Bookmark', '<p data-block="bookmark"><a href="https://x.example/">A page</a></p>'),
  ];
  await site.publisher.start();
  await site.publisher.whenIdle();
  const [plain, code, embed, bookmark] = await Promise.all(slugs.map((slug) => site.get(`/blogs/${slug}`)));
  await site.close();
  const policyOf = (page: typeof plain) => page?.headers['content-security-policy'] ?? '';

  expect(plain?.body.toString()).not.toMatch(/blocks\.[\w-]+\.css|data-copy-code|data-play/);
  expect(policyOf(plain)).not.toContain('frame-src');

  expect(code?.body.toString()).toMatch(/<link rel="stylesheet" href="\/_astro\/blocks\.[\w-]+\.css">/);
  expect(code?.body.toString()).toContain('<span class="k-keyword">for</span>');
  expect(code?.body.toString()).toContain('<span class="code-title">a.sh</span>');
  expect(policyOf(code)).not.toContain('frame-src');

  expect(embed?.body.toString()).toContain('data-frame="https://player.vimeo.com/video/76979871');
  expect(embed?.body.toString()).not.toContain('<iframe');
  expect(policyOf(embed)).toContain('frame-src https://player.vimeo.com;');

  expect(bookmark?.body.toString()).toContain('<a class="bookmark" href="https://x.example/"');
  expect(bookmark?.body.toString()).not.toContain('data-play');
});

test('a document reads the same on its public page and on the screen of signed-in readers, but for frames', async () => {
  const site = await createColouredSite();
  const { deps } = site;
  const { id: admin } = await createUser(site, { role: 'admin' });
  const section = await createSection(deps, admin, { name: 'Start here', product_id: 4 });
  const content = [
    '<pre data-title="a.sh"><code class="language-bash">for a in b; do ls; done</code></pre>',
    '<p data-block="bookmark"><a href="https://x.example/">A page</a></p>',
    '<table><tbody><tr><td>1</td></tr></tbody></table>',
    '<p data-block="embed"><a href="https://vimeo.com/76979871">A film</a></p>',
  ].join('');
  await createDocument(deps, admin, { title: 'Tea', section_id: section.id, content });
  await updateProduct(deps, admin, 4, { name: 'GenMate', document_readers: 'everyone' });
  await site.publisher.start();
  await site.publisher.whenIdle();
  const page = (await site.get('/documents/tea')).body.toString();
  const { html } = await getDocumentPage(deps, EDITOR_VIEWER, 'tea');
  await site.close();

  const [same, embed] = html.split('<figure');
  expect(same).toContain('<span class="k-keyword">for</span>');
  expect(page).toContain(same);
  expect(embed).toContain('target="_blank"');
});
