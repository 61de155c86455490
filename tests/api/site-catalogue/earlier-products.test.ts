import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seedSite } from '#api/jobs/seed-site.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { siteParts } from '#db/schema/index.ts';
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
const readProduct = async () => {
  await seedSite(test.db, 0);
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
  await seedSite(test.db, 0);
  await seedSite(test.db, 0);
  const { products, plans } = await loadSiteContent(test.db);
  expect([products.length, plans.length]).toEqual([4, 5]);
});
