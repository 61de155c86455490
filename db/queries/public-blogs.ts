import { and, eq, lte } from 'drizzle-orm';
import { blogs } from '#db/schema/index.ts';

/** The one rule of what the public may see: published, with a publication date that has passed. `now` in UTC ms. */
export const isPublicBlog = (now: number) => and(eq(blogs.status, 'published'), lte(blogs.publishedAt, now));
