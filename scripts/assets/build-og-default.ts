/** Draws the card of every page that has none of its own: `node scripts/assets/build-og-default.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOgImageRenderer } from '#api/adapters/og-images/og-image-renderer.ts';
import { company } from '#src/config/site.ts';

const renderer = createOgImageRenderer();
const png = await renderer.render({ title: company.greeting, eyebrow: company.name, byline: company.tagline });
await renderer.close();
writeFileSync(join(import.meta.dirname, '../../public/og.png'), png);
