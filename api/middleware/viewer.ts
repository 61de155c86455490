import { type Caller, isAdmin } from './access.ts';

/** Who reads: drafts are there for admins only. */
export type Viewer = { canSeeDrafts: boolean };

/** For services that read what they have just written. */
export const EDITOR_VIEWER: Viewer = { canSeeDrafts: true };

export const toViewer = (caller: Caller): Viewer => ({ canSeeDrafts: isAdmin(caller) });
