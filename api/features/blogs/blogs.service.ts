import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { listCountedCategoriesByBlog } from '#db/queries/blog-categories.ts';
import { listCoversByBlog } from '#db/queries/blog-covers.ts';
import type { Database } from '#db/client.ts';
import { isPublicBlog } from '#db/queries/visibility.ts';
import { blogCategories, blogs, categories } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import { notFoundError } from '#api/http/errors.ts';
import { toBlogSummaryJson } from './blogs.mapper.ts';
import { loadBlogJson } from './fields/fields.service.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

export const { content: _, contentText: __, isDescriptionCustom: ___, ...summaryColumns } = getTableColumns(blogs);

/** Public posts without content, newest first. */
export async function listPublishedBlogs({ db, clock }: ReadDeps, page: { limit?: number; offset?: number }) {
  const rows = await db.orm
    .select(summaryColumns)
    .from(blogs)
    .where(isPublicBlog(clock.now()))
    .orderBy(desc(blogs.publishedAt), desc(blogs.id))
    .limit(page.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page.offset ?? 0);
  return loadSummaries(db, rows, clock.now());
}

/** One public post with all fields. @throws not_found for anything that the public may not see. */
export async function getPublishedBlog({ db, clock }: ReadDeps, slug: string) {
  const row = await db.orm.query.blogs.findFirst({ where: and(eq(blogs.slug, slug), isPublicBlog(clock.now())) });
  if (!row) throw notFoundError('Blog post not found');
  return loadBlogJson(db, row);
}

/** The public posts of a category, newest first. @throws not_found for no such category. */
export async function listCategoryBlogs({ db, clock }: ReadDeps, id: number) {
  const category = await db.orm.query.categories.findFirst({ where: eq(categories.id, id) });
  if (!category) throw notFoundError('Category not found');
  const rows = await db.orm
    .select(summaryColumns)
    .from(blogCategories)
    .innerJoin(blogs, eq(blogs.id, blogCategories.blogId))
    .where(and(eq(blogCategories.categoryId, id), isPublicBlog(clock.now())))
    .orderBy(desc(blogs.publishedAt), desc(blogs.id));
  return { categoryName: category.name, blogs: await loadSummaries(db, rows, clock.now()) };
}

async function loadSummaries(db: Database, rows: Parameters<typeof toBlogSummaryJson>[0][], now: number) {
  const ids = rows.map((row) => row.id);
  const [chips, covers] = await Promise.all([listCountedCategoriesByBlog(db, ids, now), listCoversByBlog(db, ids)]);
  return rows.map((row) => toBlogSummaryJson(row, chips.get(row.id), covers.get(row.id)));
}
