import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { blogTags, tags } from '#db/schema/index.ts';

export type BlogTag = { id: number; name: string; slug: string };

/** The tags of several posts in one query, in their order. */
export async function listTagsByBlog(db: Database, ids: number[]): Promise<Map<number, BlogTag[]>> {
  if (ids.length === 0) return new Map();
  const { id, name, slug } = tags;
  const rows = await db.orm
    .select({ blogId: blogTags.blogId, tag: { id, name, slug } })
    .from(blogTags)
    .innerJoin(tags, eq(id, blogTags.tagId))
    .where(inArray(blogTags.blogId, ids))
    .orderBy(asc(blogTags.blogId), asc(blogTags.position));
  const byBlog = Map.groupBy(rows, ({ blogId }) => blogId);
  return new Map([...byBlog].map(([blogId, group]) => [blogId, group.map(({ tag }) => tag)]));
}
