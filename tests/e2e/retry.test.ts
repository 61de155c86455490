import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBlog } from '../support/app/content-services.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { resetDataForRetry, type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('a retried test starts with the data that the first test of its file had', async () => {
  const titles = async () => (await site.server.db.orm.query.blogs.findMany()).map(({ title }) => title);
  const before = await titles();
  await resetDataForRetry({ retry: 1, result: { retryCount: 0 } });
  await createBlog(site.server, createBlogRequest({ title: 'Left by the first try' }));
  expect(await titles()).toHaveLength(before.length + 1);

  await resetDataForRetry({ retry: 1, result: { retryCount: 1 } });
  expect(await titles()).toEqual(before);
  expect((await fetch(`${site.origin}/blogs`)).status).toBe(200);
  expect((await fetch(`${site.origin}/blogs/left-by-the-first-try`)).status).toBe(404);
});
