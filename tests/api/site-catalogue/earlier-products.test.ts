import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seedSite } from '#api/jobs/seed-site.ts';
import { isSiteSeeded } from '#api/jobs/seeded.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { drafts, siteParts } from '#db/schema/index.ts';
import { demoProducts } from '#db/seed/site/products.ts';
import { write } from '#db/write.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const isProduct = and(eq(siteParts.kind, 'product'), sql`${siteParts.fields} ->> 'key' = 'genmate'`);
const store = (fields: object) =>
  write(test.db, [
    test.db.orm
      .update(siteParts)
      .set({ fields: { ...fields } })
      .where(isProduct),
  ]);
/** As a start does. */
const seed = async () => {
  if (!(await isSiteSeeded(test.db))) await seedSite(test.db, 0);
};
const readProduct = async () => {
  await seed();
  return (await loadSiteContent(test.db)).productParts.find(({ key }) => key === 'genmate');
};

it('a start gives a product of the demo that an earlier version stored what it lacks, and keeps what its owner wrote', async () => {
  await store({
    key: 'genmate',
    product_id: 4,
    position: 3,
    is_archived: false,
    name: 'Skriva',
    has_waiting_list: false,
  });
  const demo = demoProducts.find(({ key }) => key === 'genmate');
  expect(await readProduct()).toEqual({ ...demo, name: 'Skriva', has_waiting_list: false });
});

it('a start leaves alone what an owner has emptied', async () => {
  const emptied = { ...demoProducts.find(({ key }) => key === 'genmate'), tagline: '', page: '', motif: 'letter' };
  await store(emptied);
  expect(await readProduct()).toEqual(emptied);
});

it('a site that has pages and no products or plans yet gets those of the demo, once', async () => {
  await write(test.db, [sql`DELETE FROM ${siteParts} WHERE kind IN ('product', 'plan')`]);
  await seed();
  await seed();
  const { products, plans } = await loadSiteContent(test.db);
  expect([products.length, plans.length]).toEqual([4, 5]);
});

it('a start has nothing to put in once the site is complete, also in drafts', async () => {
  await seed();
  expect(await isSiteSeeded(test.db)).toBe(true);
  const [product] = await test.db.orm.select().from(siteParts).where(isProduct);
  const draft = { kind: 'product' as const, subjectId: product?.id ?? 0, fields: { key: 'genmate' }, content: '' };
  const byNobody = { version: 1, baseRevision: 1, clientId: '', createdAt: 0, updatedAt: 0 };
  await write(test.db, [test.db.orm.insert(drafts).values({ ...draft, ...byNobody })]);
  expect(await isSiteSeeded(test.db)).toBe(false);
  await seed();
  expect(await isSiteSeeded(test.db)).toBe(true);
});
