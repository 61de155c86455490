import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDocument, updateDocument } from '#api/features/documents/editing/editing.service.ts';
import { updateProduct } from '#api/features/products/editing/editing.service.ts';
import { createSection } from '#api/features/sections/sections.service.ts';
import { redirects, uploads } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { startTextServer } from '../../support/openshelf/text-server.ts';
import { createJpeg } from '../../support/uploads/sample-files.ts';

let test: TestApp;
let server: Awaited<ReturnType<typeof startTextServer>>;
let writer: ApiCaller;
let page = '';
beforeEach(async () => {
  [test, server] = await Promise.all([createTestApp(), startTextServer()]);
  const names = { 'inside.example': [['10.0.0.1']] };
  test.deps.safeFetch = server.createFetch({ names });
  test.deps.safeImageFetch = server.createImageFetch({ names });
  const { bytes } = await createJpeg(800, 400);
  server.setListener((request, response) => {
    if (request.url === '/a.jpg') response.setHeader('Content-Type', 'image/jpeg').end(bytes);
    else if (request.url === '/moved') response.writeHead(302, { Location: 'https://inside.example/' }).end();
    else if (request.url === '/page') response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
    else response.writeHead(404).end();
  });
  page = '<meta property="og:title" content="Wind"><meta name="description" content="Where to stand">';
  writer = await createApiCaller(test, 'editor');
});
afterEach(async () => {
  await test.close();
  await server.stop();
});

const preview = (url: string) => writer.call('POST', '/api/uploads/link-preview', { url });
const listUploads = () => test.db.orm.select().from(uploads);

it('a page of another site gives its title, description, site and image, which becomes an upload', async () => {
  page += '<meta property="og:image" content="/a.jpg">';
  const { status, body } = await preview('https://www.sound.example/page');
  expect(status).toBe(200);
  expect(body).toEqual({
    url: 'https://www.sound.example/page',
    title: 'Wind',
    description: 'Where to stand',
    site_name: 'sound.example',
    image: expect.stringMatching(/^\/uploads\/[0-9a-f]{64}-800x400\.webp$/),
  });
  expect(await listUploads()).toMatchObject([{ url: body.image, name: 'a.jpg', userId: writer.id }]);
  expect((await preview('https://www.sound.example/page')).body).toEqual(body);
  expect(await listUploads()).toHaveLength(1);
});

it('T50 an image that is inside a private network, or none, is left out', async () => {
  for (const image of ['https://inside.example/a.jpg', '/page', '/nothing']) {
    page = `<title>Wind</title><meta property="og:image" content="${image}">`;
    expect((await preview('https://sound.example/page')).body).toMatchObject({ title: 'Wind', image: null });
  }
  expect(await listUploads()).toEqual([]);
});

it.each([
  ['https://inside.example/', 'The address belongs to a private network, so it wasn’t opened.'],
  ['https://sound.example/moved', 'The address belongs to a private network, so it wasn’t opened.'],
  ['https://sound.example/nothing', 'The page doesn’t exist (error 404).'],
  ['https://sound.example:8443/', 'The address names a port of its own, so it wasn’t opened.'],
  ['file:///etc/passwd', 'The address doesn’t begin with https:, so it wasn’t opened.'],
])('T50 %s says why there is no card', async (url, message) => {
  const { status, body } = await preview(url);
  expect([status, body.issues?.[0]?.message]).toEqual([400, message]);
});

const NOTHING = 'Nothing is published at this address yet.';

it('a public post of this site is read here, by its path; a draft says that it isn’t published', async () => {
  const { slug } = await createBlog(test.deps, createBlogRequest({ title: 'Our wind', description: 'Ours' }));
  const own = { url: `/blogs/${slug}`, title: 'Our wind', description: 'Ours', site_name: '', image: null };
  for (const url of [`/blogs/${slug}`, `${test.deps.site.url}/blogs/${slug}?a=b`])
    expect((await preview(url)).body).toEqual(own);
  const draft = await createBlog(test.deps, createBlogRequest({ title: 'Later', status: 'draft' }));
  expect(await preview(`/blogs/${draft.slug}`)).toMatchObject({ status: 404, body: { message: NOTHING } });
  expect(server.requests).toEqual([]);
});

it('T24 a document that everyone may read is read here too; one that users may read alone isn’t named', async () => {
  const section = await createSection(test.deps, writer.id, { name: 'Start', product_id: 4 });
  const content = `<p>${'How to brew. '.repeat(30)}</p>`;
  const fields = { title: 'First cup', content, section_id: section.id };
  const { id } = await createDocument(test.deps, writer.id, fields);
  expect(await preview('/documents/first-cup')).toMatchObject({ status: 404, body: { message: NOTHING } });
  await updateProduct(test.deps, writer.id, 4, { name: 'GenMate', document_readers: 'everyone' });
  await updateDocument(test.deps, writer.id, id, { title: 'Second cup', slug: 'second-cup' });
  for (const slug of ['first-cup', 'second-cup'])
    expect((await preview(`/documents/${slug}`)).body).toEqual({
      url: '/documents/second-cup',
      title: 'Second cup',
      description: expect.stringMatching(/^How to brew\. .{100,145}\.\.\.$/),
      site_name: '',
      image: null,
    });
});

it('a page is read here, also at an address that redirects to it; where no page is, a card would not be shown', async () => {
  const about = { url: '/company/about', title: expect.any(String) };
  expect((await preview('/company/about')).body).toMatchObject(about);
  expect((await preview('/who-we-are')).status).toBe(404);
  const now = test.clock.now();
  const redirect = { from: '/who-we-are', to: '/company/about', status: 301, createdAt: now, updatedAt: now } as const;
  await write(test.db, [test.db.orm.insert(redirects).values(redirect)]);
  expect((await preview('/who-we-are')).body).toMatchObject(about);
  expect(await preview('/openshelf')).toMatchObject({ status: 400, body: { message: NOTHING } });
});

it('an image of another site is stored once it is asked for', async () => {
  const fetchImage = (url: string) => writer.call('POST', '/api/uploads/from-address', { url });
  const { status, body } = await fetchImage('http://sound.example/a.jpg');
  expect([status, body.width, body.name]).toEqual([201, 800, 'a.jpg']);
  expect((await fetchImage('https://sound.example/page')).status).toBe(400);
  expect((await fetchImage('https://inside.example/a.jpg')).status).toBe(400);
});
