import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { authors, blogAuthors } from '#db/schema/index.ts';

export type BlogAuthor = { id: number; name: string; slug: string };

/** The authors of several posts in one query, in their order. */
export async function listAuthorsByBlog(db: Database, ids: number[]): Promise<Map<number, BlogAuthor[]>> {
  if (ids.length === 0) return new Map();
  const { id, name, slug } = authors;
  const rows = await db.orm
    .select({ blogId: blogAuthors.blogId, author: { id, name, slug } })
    .from(blogAuthors)
    .innerJoin(authors, eq(id, blogAuthors.authorId))
    .where(inArray(blogAuthors.blogId, ids))
    .orderBy(asc(blogAuthors.blogId), asc(blogAuthors.position));
  const byBlog = Map.groupBy(rows, ({ blogId }) => blogId);
  return new Map([...byBlog].map(([blogId, group]) => [blogId, group.map(({ author }) => author)]));
}
