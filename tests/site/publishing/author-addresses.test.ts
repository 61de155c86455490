import { expect, it } from 'vitest';
import { authorRequest } from '#api/features/authors/authors.contract.ts';
import { createAuthor, deleteAuthor, updateAuthor } from '#api/features/authors/authors.service.ts';
import { parseInput } from '#api/http/validation.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createPublishingSite } from '../../support/site/publishing-site.ts';

it('authors have a page and a feed, and their names lead there; a new name and address follow everywhere', async () => {
  const site = await createPublishingSite();
  const parse = (input: object) => parseInput(authorRequest, input);
  const links = ['https://www.example.com/tom/'];
  const tom = await createAuthor(site.deps, null, parse({ name: 'Tom Whitaker', bio: 'Writes about tax.', links }));
  const mei = await createAuthor(site.deps, null, parse({ name: 'Mei Lin Chen' }));
  await createBlog(site.deps, createBlogRequest({ title: 'Both', authorIds: [tom.id, mei.id] }));
  await createBlog(site.deps, createBlogRequest({ title: 'None', author_name: 'The team' }));
  await site.publisher.whenIdle();
  const page = (await site.get('/blogs/author/tom-whitaker')).body;
  expect(page).toContain('Writes about tax.');
  expect(page).toContain('rel="me noopener"');
  expect(page).toContain('>example.com/tom<');
  expect(page).toContain('href="/blogs/author/tom-whitaker/rss.xml"');
  const post = (await site.get('/blogs/both')).body;
  expect(post).toContain('href="/blogs/author/tom-whitaker" rel="author"');
  expect(post).toContain('"author":[{"@type":"Person","name":"Tom Whitaker"');
  expect((await site.get('/rss.xml')).body).toMatch(
    /<dc:creator>Tom Whitaker<\/dc:creator>\s*<dc:creator>Mei Lin Chen<\/dc:creator>/,
  );
  expect((await site.get('/blogs/none')).body).toMatch(/Written by\s*<strong[^>]*>The team</);
  expect((await site.get('/sitemap-0.xml')).body).toContain('/blogs/author/mei-lin-chen</loc>');

  await updateAuthor(site.deps, null, tom.id, parse({ name: 'Thomas Whitaker', slug: 'thomas' }));
  await site.publisher.whenIdle();
  const moved = await site.get('/blogs/author/tom-whitaker');
  expect([moved.status, moved.headers.location]).toEqual([301, '/blogs/author/thomas']);
  for (const path of ['/blogs', '/blogs/both', '/blogs/author/mei-lin-chen'])
    expect((await site.get(path)).body).toContain('Thomas Whitaker');
  expect(site.live()).toEqual(await site.fullBuild());

  await deleteAuthor(site.deps, null, tom.id);
  await site.publisher.whenIdle();
  expect((await site.get('/blogs/author/thomas')).status).toBe(302);
  expect((await site.get('/blogs/both')).body).not.toContain('Thomas');
  expect(site.live()).toEqual(await site.fullBuild());
});
