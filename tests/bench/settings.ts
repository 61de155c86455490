/** The same address for every start, so that a release stays valid; and no cards, which would be drawn for hours. */
export const BENCH_SETTINGS = { SITE_URL: 'http://localhost:4321', OG_IMAGES: 'false' };
