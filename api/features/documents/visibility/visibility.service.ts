import { type SQL, sql } from 'drizzle-orm';
import { documents } from '#db/schema/index.ts';
import { type Caller, isAdmin } from '#api/middleware/access.ts';

/** Who reads: drafts are there for admins only. */
export type Viewer = { isAdmin: boolean };

/** Viewer with the rights of an admin, for services that read back what they wrote. */
export const ADMIN_VIEWER: Viewer = { isAdmin: true };

export const toViewer = (caller: Caller): Viewer => ({ isAdmin: isAdmin(caller) });

/** Condition: the viewer may read the document. */
export const isVisibleTo = (viewer: Viewer): SQL =>
  viewer.isAdmin ? sql`TRUE` : sql`${documents.status} = 'published'`;
