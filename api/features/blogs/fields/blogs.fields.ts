import { categoriesOfBlogs } from '#db/queries/blog-categories.ts';
import type { Database } from '#db/client.ts';
import type { blogs } from '#db/schema/index.ts';
import { toIso } from '#api/clock.ts';
import type { BlogDraftFields } from '#api/features/drafts/drafts.contract.ts';
import { isProvisional } from '#api/features/blogs/slugs/slugs.service.ts';

export type BlogRow = typeof blogs.$inferSelect;

/** Everything of a post but its content, as drafts and revisions keep it. */
export function fieldsOfBlog(row: BlogRow, categoryIds: readonly number[]): BlogDraftFields {
  return {
    title: row.title,
    slug: isProvisional(row.slug) ? null : row.slug,
    description: row.isDescriptionOwn ? row.description : null,
    category_ids: [...categoryIds],
    status: row.status,
    published_at: row.publishedAt === null ? null : toIso(row.publishedAt),
    author_name: row.authorName,
    cover_id: row.coverId,
  };
}

export async function fieldsOfBlogs(db: Database, rows: readonly BlogRow[]): Promise<Map<number, BlogDraftFields>> {
  const categories = await categoriesOfBlogs(
    db,
    rows.map((row) => row.id),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      fieldsOfBlog(
        row,
        (categories.get(row.id) ?? []).map((category) => category.id),
      ),
    ]),
  );
}
