/** First parts of addresses that answer before the pages do, or hold the site's own files. */
export const serverParts: readonly string[] = [
  'api',
  'uploads',
  'preview',
  'release',
  'metrics',
  '_astro',
  'og',
  'media',
  'styles',
];
