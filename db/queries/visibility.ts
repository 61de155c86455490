import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { blogs, documents } from '#db/schema/index.ts';

const lastMoment = (now: number) => sql`max(${now}, ${blogs.updatedAt})`;

/** The one rule of what the public may see: published, with a publication date that has passed (`hasPassed`). `now` in UTC ms. */
export const isPublicBlog = (now: number) =>
  and(eq(blogs.status, 'published'), lte(blogs.publishedAt, lastMoment(now)));

/** Published, with a publication date to come. */
export const isScheduledBlog = (now: number) =>
  and(eq(blogs.status, 'published'), gt(blogs.publishedAt, lastMoment(now)));

/** True for the documents that this viewer may read. */
export const isVisibleTo = (viewer: { canSeeDrafts: boolean }): SQL =>
  viewer.canSeeDrafts ? sql`TRUE` : sql`${documents.status} = 'published'`;
