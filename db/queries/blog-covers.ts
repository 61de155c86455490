import { eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { blogs, uploads } from '#db/schema/index.ts';

/** The cover of a post; its size in pixels. */
export type BlogCover = { url: string; width: number; height: number; alt: string };

const { url, width, height, alt } = uploads;

/** The covers of several posts in one query; posts without one are left out. */
export async function listCoversByBlog(db: Database, ids: number[]): Promise<Map<number, BlogCover>> {
  if (ids.length === 0) return new Map();
  const rows = await db.orm
    .select({ id: blogs.id, url, width, height, alt })
    .from(blogs)
    .innerJoin(uploads, eq(uploads.id, blogs.coverId))
    .where(inArray(blogs.id, ids));
  return toCovers(rows);
}

/** The same by the ids of the uploads, for posts that are not stored as they are shown. */
export async function listCoversByUpload(
  db: Database,
  ids: readonly (number | null)[],
): Promise<Map<number, BlogCover>> {
  const coverIds = ids.filter((id) => id !== null);
  if (coverIds.length === 0) return new Map();
  const rows = await db.orm
    .select({ id: uploads.id, url, width, height, alt })
    .from(uploads)
    .where(inArray(uploads.id, coverIds));
  return toCovers(rows);
}

type Row = { id: number; url: string; width: number | null; height: number | null; alt: string };

/** Every image has a size, although the columns may be null. */
function toCovers(rows: readonly Row[]): Map<number, BlogCover> {
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, width: row.width ?? 0, height: row.height ?? 0 }]));
}
