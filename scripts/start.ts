import { ensureBuild } from './build.ts';

await ensureBuild();
await import('#api/main.ts');
