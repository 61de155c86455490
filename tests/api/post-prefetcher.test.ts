import { expect, it, onTestFinished, vi } from 'vitest';
import { createBlog } from '../support/app/content-services.ts';
import { createPostPrefetcher } from '#api/publishing/render/post-prefetcher.ts';
import { PublicIndex } from '#api/publishing/index/public-index.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { createTestDatabase } from '../support/app/test-app.ts';

const POSTS = 60;

it('returns the right row to concurrent readers and runs one query for a batch', async () => {
  const test = await createTestDatabase();
  onTestFinished(() => test.close());
  for (let n = 1; n <= POSTS; n += 1) {
    await createBlog(test.deps, createBlogRequest({ title: `Post ${n}` }));
    test.clock.advance(1_000);
  }
  const index = new PublicIndex(test.db);
  await index.load(test.clock.now());
  const execute = vi.spyOn(test.db.client, 'execute');

  const prefetcher = createPostPrefetcher({ db: test.db, index, now: test.clock.now() });
  const rows = await Promise.all(index.posts.map((post) => prefetcher.get(post)));
  expect(rows.map((row) => row?.id)).toEqual(index.posts.map(({ id }) => id));
  expect(execute).toHaveBeenCalledTimes(Math.ceil(POSTS / 25));
});
