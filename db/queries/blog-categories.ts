import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { blogCategories, categories } from '#db/schema/index.ts';

export type BlogCategory = { id: number; name: string; slug: string; description: string | null };

/** The categories of several posts in one query, the main one first. */
export async function listCategoriesByBlog(db: Database, ids: number[]): Promise<Map<number, BlogCategory[]>> {
  const categoriesByBlog = new Map<number, BlogCategory[]>();
  if (ids.length === 0) return categoriesByBlog;
  const rows = await db.orm
    .select({
      blogId: blogCategories.blogId,
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      description: categories.description,
    })
    .from(blogCategories)
    .innerJoin(categories, eq(categories.id, blogCategories.categoryId))
    .where(inArray(blogCategories.blogId, ids))
    .orderBy(asc(blogCategories.blogId), asc(blogCategories.position));
  for (const { blogId, ...category } of rows) {
    const list = categoriesByBlog.get(blogId);
    if (list) list.push(category);
    else categoriesByBlog.set(blogId, [category]);
  }
  return categoriesByBlog;
}
