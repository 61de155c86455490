import { expect, it, onTestFinished, vi } from 'vitest';
import { createBlog } from '../support/app/content-services.ts';
import { createPostPrefetcher } from '#api/publishing/render/post-prefetcher.ts';
import { PublicIndex } from '#api/publishing/index/public-index.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { createTestDatabase } from '../support/app/test-app.ts';

const POSTS = 60;

it('returns the right row to concurrent readers and runs one query for a batch', async () => {
  const data = await createTestDatabase();
  onTestFinished(() => data.close());
  for (let n = 1; n <= POSTS; n += 1) {
    await createBlog(data.deps, createBlogRequest({ title: `Post ${n}` }));
    data.clock.advance(1_000);
  }
  const index = new PublicIndex(data.db);
  await index.load(data.clock.now());
  const reads = vi.spyOn(data.db.client, 'execute');

  const shelf = createPostPrefetcher({ db: data.db, index, now: data.clock.now() });
  const rows = await Promise.all(index.posts.map((post) => shelf.get(post)));
  expect(rows.map((row) => row?.id)).toEqual(index.posts.map(({ id }) => id));
  expect(reads).toHaveBeenCalledTimes(Math.ceil(POSTS / 25));
});
