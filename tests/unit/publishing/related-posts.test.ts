import { afterEach, beforeEach, expect, it } from 'vitest';
import { PublicIndex } from '#api/publishing/index/public-index.ts';
import { listRelatedPosts } from '#api/publishing/index/related-posts.ts';
import { planPost } from '#api/publishing/plan/page-plan.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';
import { demoContent } from '../../support/site/demo-content.ts';

let test: TestDatabase;
let index: PublicIndex;
beforeEach(async () => {
  test = await createTestDatabase();
  index = new PublicIndex(test.db);
  await test.db.client.execute(`
    INSERT INTO categories (id, name, slug, created_at, updated_at) VALUES (1, 'Craft', 'craft', 1, 1), (2, 'Money', 'money', 1, 1)`);
});
afterEach(() => test.close());

/** A post of these categories, published at its id. */
async function addPost(id: number, ...categories: number[]): Promise<void> {
  await test.db.client.execute(`
    INSERT INTO blogs (id, slug, title, content, content_text, description, author_name, is_description_custom, status,
      published_at, created_at, updated_at, revision, word_count)
    VALUES (${id}, 'post-${id}', 'Post ${id}', '<p>x</p>', 'x', 'd', 'a', 1, 'published', ${id}, 1, 1, 1, 1)`);
  for (const [position, category] of categories.entries()) {
    await test.db.client.execute(
      `INSERT INTO blog_categories (blog_id, category_id, position) VALUES (${id}, ${category}, ${position})`,
    );
  }
}

const load = () => index.load(test.clock.now());
const listRelated = (id: number) => {
  const post = index.get(id);
  return post ? listRelatedPosts(index, post).map((related) => related.id) : null;
};
const planPages = () => {
  const context = {
    index,
    now: test.clock.now(),
    site: demoContent,
    salt: '',
    buildSalt: '',
    fixedPages: [],
    listedPaths: [],
    builtPaths: new Set<string>(),
  };
  return new Map(index.posts.map((post) => [post.id, planPost(context, post).inputHash]));
};

it('related posts are of the same categories, the closest older ones first, without both neighbours', async () => {
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) await addPost(id, 1);
  await load();
  expect(listRelated(8)).toEqual([6, 5, 4]);
  expect(listRelated(5)).toEqual([3, 2, 1]);
  expect(listRelated(1)).toEqual([3, 4, 5]);
});

it('the first category comes first; a post without any has no related posts', async () => {
  for (const id of [1, 2]) await addPost(id, 1);
  for (const id of [3, 4, 5, 6]) await addPost(id, 2);
  await addPost(7);
  await addPost(8, 1, 2);
  await load();
  expect(listRelated(8)).toEqual([2, 1, 6]);
  expect(listRelated(7)).toEqual([]);
});

it('a new post changes the pages of no other post but its neighbour', async () => {
  for (const id of [1, 2, 3, 4, 5, 6, 7]) await addPost(id, 1);
  await load();
  // The sidebar with its counts is an input of every page, so the new post is in no category here.
  const before = planPages();
  await addPost(8);
  await load();
  const after = planPages();
  expect([...before].filter(([id, hash]) => after.get(id) !== hash).map(([id]) => id)).toEqual([7]);
});

it('a new title changes the pages that show it, new text only the page of the post', async () => {
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) await addPost(id, 1);
  await load();
  const change = async (assignment: string) => {
    const before = planPages();
    await test.db.client.execute(`UPDATE blogs SET ${assignment}, revision = revision + 1 WHERE id = 4`);
    await load();
    const after = planPages();
    return [...before].filter(([id, hash]) => after.get(id) !== hash).map(([id]) => id);
  };
  expect(await change("content = '<p>y</p>'")).toEqual([4]);
  // Related to by 2 (which has no three older ones) and 6 to 8; 3 and 5 are its neighbours.
  expect(await change("title = 'Renamed'")).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].filter((id) => listRelated(id)?.includes(4) || [3, 4, 5].includes(id)),
  );
});
