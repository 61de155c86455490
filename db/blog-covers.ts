import { eq, inArray } from 'drizzle-orm';
import type { Database } from './client.ts';
import { blogs, uploads } from './schema/index.ts';

/** The picture at the head of a post; its size in pixels. */
export type CoverOfBlog = { url: string; width: number; height: number; alt: string };

/** The covers of several posts in one query; posts without one are left out. */
export async function coversOfBlogs(db: Database, ids: number[]): Promise<Map<number, CoverOfBlog>> {
  if (ids.length === 0) return new Map();
  const { url, width, height, alt } = uploads;
  const rows = await db.query
    .select({ blogId: blogs.id, url, width, height, alt })
    .from(blogs)
    .innerJoin(uploads, eq(uploads.id, blogs.coverId))
    .where(inArray(blogs.id, ids));
  return new Map(rows.map(({ blogId, ...cover }) => [blogId, toCover(cover)]));
}

/** Every picture has a size; the columns allow for videos, which are no covers. */
function toCover(row: Omit<CoverOfBlog, 'width' | 'height'> & { width: number | null; height: number | null }) {
  return { ...row, width: row.width ?? 0, height: row.height ?? 0 };
}
