/**
 * The unpublished texts that a caller may read: posts of everybody or of one user, documents, and parts of the site such as pages and
 * settings.
 */
export type DraftReach = { posts: 'all' | number; documents: boolean; site: boolean };

/** For services that act for nobody. */
export const UNLIMITED_REACH: DraftReach = { posts: 'all', documents: true, site: true };
