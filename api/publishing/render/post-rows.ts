import { and, getTableColumns, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { isPublicBlog } from '#db/queries/visibility.ts';
import { blogs } from '#db/schema/index.ts';

const { content: _content, contentText: _text, isDescriptionCustom: _own, ...summaryColumns } = getTableColumns(blogs);
const postColumns = { ...summaryColumns, content: blogs.content };
/** Everything that is shown of one post. */
export type PostRow = Pick<typeof blogs.$inferSelect, keyof typeof postColumns>;
/** The same without the content, for lists. */
export type PostSummaryRow = Pick<typeof blogs.$inferSelect, keyof typeof summaryColumns>;

/** The rows of those of these posts that are public at `now` (UTC ms), in any order. */
export function listPublicPosts(db: Database, ids: readonly number[], now: number): Promise<PostRow[]> {
  return db.orm
    .select(postColumns)
    .from(blogs)
    .where(and(inArray(blogs.id, [...ids]), isPublicBlog(now)));
}

/** The same without the content. */
export function listPublicPostSummaries(db: Database, ids: readonly number[], now: number): Promise<PostSummaryRow[]> {
  return db.orm
    .select(summaryColumns)
    .from(blogs)
    .where(and(inArray(blogs.id, [...ids]), isPublicBlog(now)));
}
