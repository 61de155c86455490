import { type SQL, sql } from 'drizzle-orm';
import { documents } from '#db/schema/index.ts';

/** True for the documents that this user may read. */
export const isVisibleTo = (viewer: { canSeeDrafts: boolean }): SQL =>
  viewer.canSeeDrafts ? sql`TRUE` : sql`${documents.status} = 'published'`;
