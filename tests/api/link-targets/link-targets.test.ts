import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  test.deps.site.listPages = () => ['/', '/blogs', '/blogs/a-post', '/genmate/pricing', '/product-documents'];
});
afterEach(() => test.close());

const find = async (q: string) =>
  (await admin.call('GET', `/api/admin/link-targets?q=${encodeURIComponent(q)}`)).body.targets;

it('finds pages of the owner by title and address, and pages of the code by address', async () => {
  expect(await find('pricing')).toMatchObject([{ kind: 'page', path: '/genmate/pricing' }]);
  expect(await find('PRODUCT-DOC')).toEqual([
    { kind: 'page', title: '/product-documents', path: '/product-documents' },
  ]);
});

it('finds categories and published posts, and no draft', async () => {
  await admin.call('POST', '/api/categories', { name: 'Harbour notes' });
  await createBlog(test.deps, createBlogRequest({ title: 'Harbour in winter', status: 'published' }));
  await createBlog(test.deps, createBlogRequest({ title: 'Harbour in summer', status: 'draft' }));
  expect(await find('harbour')).toEqual([
    { kind: 'category', title: 'Harbour notes', path: '/categories/harbour-notes' },
    { kind: 'blog', title: 'Harbour in winter', path: '/blogs/harbour-in-winter' },
  ]);
});

it('names the first pages without a search, 8 at most', async () => {
  const targets = await find('');
  expect(targets).toHaveLength(8);
  expect(new Set(targets.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['page']));
});

it('refuses a search that is too long', async () => {
  expect(await admin.call('GET', `/api/admin/link-targets?q=${'a'.repeat(201)}`)).toMatchObject({ status: 400 });
});

const findAt = async (path: string) =>
  (await admin.call('GET', `/api/admin/link-targets/at?path=${encodeURIComponent(path)}`)).body.target;

it('names what a path leads to: a page, a category, a published post, and by its earlier address too', async () => {
  await admin.call('POST', '/api/categories', { name: 'Harbour notes' });
  const { id } = await createBlog(test.deps, createBlogRequest({ title: 'Harbour in winter', status: 'published' }));
  expect(await findAt('/genmate/pricing')).toMatchObject({ kind: 'page', path: '/genmate/pricing', is_public: true });
  expect(await findAt('/product-documents')).toMatchObject({ title: '/product-documents', is_public: true });
  expect(await findAt('/categories/harbour-notes')).toMatchObject({ kind: 'category', title: 'Harbour notes' });
  const post = { kind: 'blog', title: 'Harbour in winter', path: '/blogs/harbour-in-winter', is_public: true };
  expect(await findAt('/blogs/harbour-in-winter')).toEqual(post);
  await test.deps.db.client.execute({ sql: 'INSERT INTO blog_slugs VALUES (?, ?, 0)', args: ['harbour-once', id] });
  expect(await findAt('/blogs/harbour-once')).toEqual(post);
  expect(await findAt('/blogs/nowhere')).toBeNull();
});

it('says that a post or a document is a draft, but not to who may write no such ones', async () => {
  await createBlog(test.deps, createBlogRequest({ title: 'Harbour in summer', status: 'draft' }));
  const draft = { kind: 'blog', title: 'Harbour in summer', path: '/blogs/harbour-in-summer', is_public: false };
  expect(await findAt('/blogs/harbour-in-summer')).toEqual(draft);
  const moderator = await createApiCaller(test, 'moderator');
  const path = encodeURIComponent('/blogs/harbour-in-summer');
  const answer = await moderator.call('GET', `/api/admin/link-targets/at?path=${path}`);
  expect(answer).toMatchObject({ status: 200, body: { target: null } });
});
