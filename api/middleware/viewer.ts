import { type Caller, isPermitted } from './access.ts';

/** Who reads: drafts are visible only with the permission to write documents. */
export type Viewer = { canSeeDrafts: boolean };

/** For services that read what they have just written. */
export const EDITOR_VIEWER: Viewer = { canSeeDrafts: true };

export const toViewer = (caller: Caller): Viewer => ({ canSeeDrafts: isPermitted(caller, 'documents.write') });
