import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBlog } from '../support/app/content-services.ts';
import { planAllPages } from '#api/publishing/plan/page-plan.ts';
import { PublicIndex } from '#api/publishing/index/public-index.ts';
import { blogs, uploads } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createTestDatabase, type TestDatabase } from '../support/app/test-app.ts';
import { demoContent } from '../support/site/demo-content.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.close());

it('the input hash of a page changes when its cover or the alt text of the cover changes', async () => {
  const { db, clock } = test;
  await createBlog(test.deps, { title: 'Covered', content: '<p>x</p>', status: 'published', categoryIds: [] });
  await createBlog(test.deps, { title: 'Other', content: '<p>x</p>', status: 'published', categoryIds: [] });
  const image = { kind: 'image', contentType: 'image/webp', bytes: 1, name: 'x', files: [], createdAt: 1 } as const;
  await write(db, [db.orm.insert(uploads).values({ ...image, files: [], hash: 'a'.repeat(64), url: '/uploads/a' })]);
  const changes = [
    () => db.orm.update(blogs).set({ coverId: 1 }).where(eq(blogs.id, 1)),
    () => db.orm.update(uploads).set({ alt: 'A harbour' }),
    () => db.orm.update(uploads).set({ alt: 'A harbour at noon' }),
    () => db.orm.update(blogs).set({ coverId: null }).where(eq(blogs.id, 1)),
  ];
  const index = new PublicIndex(db);
  const computeInputHashes = async (load: () => Promise<unknown>) => {
    await load();
    const context = {
      index,
      now: clock.now(),
      site: demoContent,
      salt: '',
      buildSalt: '',
      fixedPages: [],
      listedPaths: [],
      builtPaths: new Set<string>(),
    };
    return Object.fromEntries([...planAllPages(context)].map(({ path, inputHash }) => [path, inputHash]));
  };
  let before = await computeInputHashes(() => index.load(clock.now()));
  for (const change of changes) {
    await write(db, [change()]);
    const after = await computeInputHashes(() => index.reloadPost(1, clock.now()));
    for (const path of ['/blogs/covered', '/blogs', '/']) expect(after[path]).not.toBe(before[path]);
    expect(after['/blogs/other']).toBe(before['/blogs/other']);
    expect(await computeInputHashes(() => index.load(clock.now()))).toEqual(after);
    before = after;
  }
});
