import { type SQL, sql } from 'drizzle-orm';
import { authors, blogAuthors, blogs, revisions } from '#db/schema/index.ts';

/** The posts of a user: those that they began, and those of which they are an author. */
export const isBlogOf = (userId: number): SQL => sql`${blogs.id} IN (
  SELECT ${revisions.subjectId} FROM ${revisions}
    WHERE ${revisions.userId} = ${userId} AND ${revisions.kind} = 'blog' AND ${revisions.number} = 1
  UNION ALL
  SELECT ${blogAuthors.blogId} FROM ${blogAuthors}
    JOIN ${authors} ON ${authors.id} = ${blogAuthors.authorId} WHERE ${authors.userId} = ${userId})`;

/** Posts of this user only; of everybody for null. */
export const isBlogOfOwner = (ownerId: number | null): SQL | undefined =>
  ownerId === null ? undefined : isBlogOf(ownerId);
