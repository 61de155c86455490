import { buildPages } from './build.ts';

await buildPages({ force: false });
await import('#api/main.ts');
