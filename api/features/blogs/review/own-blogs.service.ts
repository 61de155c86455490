import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { isBlogOfOwner } from '#db/queries/own-blogs.ts';
import { blogs } from '#db/schema/index.ts';
import { type Caller, isPermitted } from '#api/endpoints/access.ts';
import { notFoundError } from '#api/http/errors.ts';

/** The id of a caller who may work on their own posts only; null for who may work on all. */
export const getOwnerId = (caller: Caller): number | null =>
  isPermitted(caller, 'posts.publish') ? null : caller.user.id;

/** @throws not_found for a post of somebody else, where the caller may work on their own only. */
export async function requireOwnBlog({ db }: { db: Database }, caller: Caller, id: number): Promise<void> {
  const ownerId = getOwnerId(caller);
  if (ownerId === null) return;
  const [own] = await db.orm
    .select({ id: blogs.id })
    .from(blogs)
    .where(and(eq(blogs.id, id), isBlogOfOwner(ownerId)));
  if (!own) throw notFoundError('Blog post not found');
}
