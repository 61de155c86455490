import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { getProducts } from '#api/domain/catalogue.ts';
import type { Database } from '#db/client.ts';
import { fillCatalogueValues } from '#db/queries/catalogue-products.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { products as productTable } from '#db/schema/index.ts';
import { demoBlogs } from '#db/seed/blogs.ts';
import { demoCategories } from '#db/seed/categories.ts';
import { write } from '#db/write.ts';
import { createHtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { type Clock, toIso } from '#api/clock.ts';
import { blogRequest } from '#api/features/blogs/blogs.contract.ts';
import { createBlog } from '#api/features/blogs/editing/editing.service.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { seedDemoDocuments } from './seed-demo-documents.ts';
import { seedDemoOpenshelf } from './seed-demo-openshelf.ts';
import { seedDemoUsers } from './seed-demo-users.ts';
import { seedDemoWaitingList } from './seed-demo-waiting-list.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const postsDirectory = join(PROJECT_ROOT, 'db/seed/blogs');

/**
 * Puts in the products of the demo, once: what an admin renames or deletes afterwards stays so. The
 * counter of a table's ids outlives its rows, so it tells a table that was emptied from one that was never filled.
 */
export async function seedProducts(db: Database, now: number): Promise<void> {
  const rows = getProducts().map(
    ({ id, name, description }, position) =>
      sql`(${id}, ${name}, ${fillCatalogueValues(description)}, ${position}, ${now}, ${now})`,
  );
  await write(db, [
    sql`
      INSERT INTO ${productTable} (id, name, description, position, created_at, updated_at)
      SELECT * FROM (VALUES ${sql.join(rows, sql`, `)})
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'products')`,
  ]);
}

/** Fills an empty database with demo posts, documents, users and publications. Returns false when there is any category or post. */
export async function seedDemoContent(db: Database, clock: Clock): Promise<boolean> {
  const isEmpty = await db.client.execute(
    'SELECT NOT EXISTS (SELECT 1 FROM blogs) AND NOT EXISTS (SELECT 1 FROM categories)',
  );
  if (isEmpty.rows[0]?.[0] !== 1) return false;
  const deps = { db, clock, html: createHtmlProcessor(), publisher: { wake: () => undefined } };
  const ids = new Map<string, number>();
  for (const { name, description } of demoCategories) {
    ids.set(name, (await createCategory(deps, null, { name, description })).id);
  }
  const oldestFirst = [...demoBlogs].sort((a, b) => b.ageInDays - a.ageInDays);
  for (const demo of oldestFirst) {
    await createBlog(
      deps,
      blogRequest.parse({
        title: demo.title,
        slug: demo.slug,
        description: demo.description,
        author_name: demo.authorName,
        status: demo.status,
        categoryIds: demo.categories.map((name) => requireId(ids, name)),
        published_at: demo.status === 'draft' ? undefined : toIso(clock.now() - demo.ageInDays * DAY_MS),
        content: await readFile(join(postsDirectory, `${demo.slug}.html`), 'utf8'),
      }),
    );
  }
  await seedDemoDocuments(db, clock.now());
  await seedDemoUsers(db, clock.now());
  await seedDemoWaitingList(db, clock.now());
  await seedDemoOpenshelf(db, clock.now());
  return true;
}

function requireId(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`Demo content uses a category that doesn’t exist: "${name}".`);
  return id;
}
