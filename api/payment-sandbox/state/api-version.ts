/** The only version that the sandbox speaks: the one that the SDK of package.json sends. */
export const API_VERSION = '2026-10-28.endive';
