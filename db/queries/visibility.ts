import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import { blogs, documents } from '#db/schema/index.ts';

/** The one rule of what the public may see: published, with a publication date that has passed. `now` in UTC ms. */
export const isPublicBlog = (now: number) => and(eq(blogs.status, 'published'), lte(blogs.publishedAt, now));

/** True for the documents that this viewer may read. */
export const isVisibleTo = (viewer: { canSeeDrafts: boolean }): SQL =>
  viewer.canSeeDrafts ? sql`TRUE` : sql`${documents.status} = 'published'`;
