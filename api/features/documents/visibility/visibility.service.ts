import { type SQL, sql } from 'drizzle-orm';
import { documents } from '#db/schema/index.ts';
import { type Caller, isPermitted } from '#api/middleware/access.ts';

/** Who reads: drafts are visible only with the permission to write documents. */
export type Viewer = { canSeeDrafts: boolean };

/** For services that read what they have just written. */
export const EDITOR_VIEWER: Viewer = { canSeeDrafts: true };

export const toViewer = (caller: Caller): Viewer => ({ canSeeDrafts: isPermitted(caller, 'documents.write') });

/** True for the documents that this user may read. */
export const isVisibleTo = (viewer: Viewer): SQL =>
  viewer.canSeeDrafts ? sql`TRUE` : sql`${documents.status} = 'published'`;
