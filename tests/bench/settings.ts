/** The same URL for every start, so that a release stays valid; no OG images, because rendering them would take hours. */
export const BENCH_SETTINGS = { SITE_URL: 'http://localhost:4321', OG_IMAGES: 'false' };
