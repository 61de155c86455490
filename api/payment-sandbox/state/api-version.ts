/** The only version that the sandbox speaks: the one that the SDK of package.json sends. */
export const API_VERSION = '2026-10-28.endive';
/** An endpoint may have this one, too: its events are written as that version has them. */
export const OLDER_VERSION = '2024-06-20';
