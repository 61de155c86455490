import { expect, it, onTestFinished, vi } from 'vitest';
import { createPostLoader } from '#api/publishing/render/post-loader.ts';
import { createBlog } from '../support/app/content-services.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { createTestDatabase } from '../support/app/test-app.ts';

it('pages that are rendered together read each post once, in the order that each page asks for', async () => {
  const test = await createTestDatabase();
  onTestFinished(() => test.close());
  const ids: number[] = [];
  for (let n = 1; n <= 6; n += 1) {
    const status = n === 3 ? 'draft' : 'published';
    ids.push((await createBlog(test.deps, createBlogRequest({ title: `Post ${n}`, status }))).id);
  }
  const [a = 0, b = 0, draft = 0, c = 0, d = 0] = ids;
  const loader = createPostLoader({ db: test.db, now: test.clock.now() });
  const execute = vi.spyOn(test.db.client, 'execute');
  const listIds = async (rows: Promise<{ id: number }[]>) => (await rows).map(({ id }) => id);

  expect(
    await Promise.all([
      listIds(loader.listSummaries([c, b, a])),
      listIds(loader.listSummaries([a, draft, b])),
      listIds(loader.listPosts([d, c])),
    ]),
  ).toEqual([
    [c, b, a],
    [a, b],
    [d, c],
  ]);
  // The list, what the second page asks beyond it, and the texts.
  expect(execute).toHaveBeenCalledTimes(3);
  expect(await listIds(loader.listSummaries([d, a, draft]))).toEqual([d, a]);
  expect((await loader.listPosts([c]))[0]?.content).toContain('The kettle knows');
  expect(execute).toHaveBeenCalledTimes(3);
});
