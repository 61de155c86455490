import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { blogCategories, categories } from '#db/schema/index.ts';

export type BlogCategory = { id: number; name: string; slug: string; description: string | null };

/** The categories of several posts in one query, the main one first. */
export async function listCategoriesByBlog(db: Database, ids: number[]): Promise<Map<number, BlogCategory[]>> {
  if (ids.length === 0) return new Map();
  const { id, name, slug, description } = categories;
  const rows = await db.orm
    .select({ blogId: blogCategories.blogId, category: { id, name, slug, description } })
    .from(blogCategories)
    .innerJoin(categories, eq(id, blogCategories.categoryId))
    .where(inArray(blogCategories.blogId, ids))
    .orderBy(asc(blogCategories.blogId), asc(blogCategories.position));
  const byBlog = Map.groupBy(rows, ({ blogId }) => blogId);
  return new Map([...byBlog].map(([blogId, group]) => [blogId, group.map(({ category }) => category)]));
}
