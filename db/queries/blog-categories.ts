import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { blogCategories, blogs, categories } from '#db/schema/index.ts';
import { isPublicBlog } from './visibility.ts';

export type BlogCategory = { id: number; name: string; slug: string; description: string | null };
/** A category of a list of posts; `blog_count` is of all its public posts. */
type ListedBlogCategory = BlogCategory & { blog_count: number };

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

/** The same for a list of posts, with counts as of `now` (UTC ms): one more query for all of them. */
export async function listCountedCategoriesByBlog(
  db: Database,
  ids: number[],
  now: number,
): Promise<Map<number, ListedBlogCategory[]>> {
  const byBlog = await listCategoriesByBlog(db, ids);
  const categoryIds = new Set([...byBlog.values()].flat().map(({ id }) => id));
  const { blogId, categoryId } = blogCategories;
  const rows = await db.orm
    .select({ categoryId, count: sql<number>`count(*)` })
    .from(blogCategories)
    .innerJoin(blogs, eq(blogs.id, blogId))
    .where(and(inArray(categoryId, [...categoryIds]), isPublicBlog(now)))
    .groupBy(categoryId);
  const counts = new Map(rows.map((row) => [row.categoryId, row.count]));
  const addCount = (category: BlogCategory) => ({ ...category, blog_count: counts.get(category.id) ?? 0 });
  return new Map([...byBlog].map(([id, group]) => [id, group.map(addCount)]));
}
