import { listCategoriesByBlog } from '#db/queries/blog-categories.ts';
import type { Database } from '#db/client.ts';
import type { blogs } from '#db/schema/index.ts';
import { toIso } from '#api/clock.ts';
import type { BlogDraftFields } from '#api/features/drafts/drafts.contract.ts';
import { isProvisionalSlug } from '#api/features/blogs/slugs/slugs.service.ts';

export type BlogRow = typeof blogs.$inferSelect;

/** All fields of a post but the content, as drafts and revisions store them. */
export function toBlogDraftFields(row: BlogRow, categoryIds: readonly number[]): BlogDraftFields {
  return {
    title: row.title,
    slug: isProvisionalSlug(row.slug) ? null : row.slug,
    description: row.isDescriptionCustom ? row.description : null,
    category_ids: [...categoryIds],
    status: row.status,
    published_at: row.publishedAt === null ? null : toIso(row.publishedAt),
    author_name: row.authorName,
    cover_id: row.coverId,
  };
}

export async function loadBlogDraftFields(
  db: Database,
  rows: readonly BlogRow[],
): Promise<Map<number, BlogDraftFields>> {
  const categories = await listCategoriesByBlog(
    db,
    rows.map((row) => row.id),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      toBlogDraftFields(
        row,
        (categories.get(row.id) ?? []).map((category) => category.id),
      ),
    ]),
  );
}
