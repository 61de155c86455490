/** Draws the card of every page that has none of its own: `node scripts/assets/build-og-default.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOgImageRenderer } from '#api/adapters/og-images/og-image-renderer.ts';
import { company } from '#src/config/site.ts';

const cards = createOgImageRenderer();
const png = await cards.render({ title: company.greeting, eyebrow: company.name, byline: company.tagline });
await cards.close();
writeFileSync(join(import.meta.dirname, '../../public/og.png'), png);
