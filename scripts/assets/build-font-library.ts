/**
 * Cuts the fonts that a company can choose into files for the letters of Europe's languages, and writes down which letters
 * each holds: `node scripts/assets/build-font-library.ts`. The `latin` of the demo's two is made by build-fonts.ts.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { demoFonts, type FontFamily, fontFamilies, fonts, type FontSubset } from '#api/domain/site-fonts.ts';
import { formatUnicodeRange, listCharacters } from './font-characters.ts';

const root = join(import.meta.dirname, '../..');
const outDir = join(root, 'src/assets/fonts/library');
const WEIGHTS = { min: 400, max: 700, default: 400 };

async function cut(family: FontFamily, subset: FontSubset): Promise<Buffer> {
  const packageDir = join(root, 'node_modules/@fontsource-variable', family);
  const isFraunces = family === 'fraunces';
  const range = subset === 'more-latin' ? 'latin' : subset;
  const source = readFileSync(
    join(packageDir, `files/${family}-${range}-${isFraunces ? 'opsz' : 'wght'}-normal.woff2`),
  );
  return subsetFont(source, listCharacters(family, subset), {
    targetFormat: 'woff2',
    variationAxes: isFraunces ? { opsz: 72, wght: WEIGHTS } : { wght: WEIGHTS },
    keepFeatures: fonts[family].kind === 'serif' ? ['kern'] : ['kern', 'tnum'],
    noHinting: true,
  });
}

mkdirSync(outDir, { recursive: true });
const ranges: Partial<Record<FontFamily, Partial<Record<FontSubset, string>>>> = {};
for (const family of fontFamilies) {
  const ofFamily: Partial<Record<FontSubset, string>> = {};
  for (const subset of fonts[family].subsets) {
    ofFamily[subset] = formatUnicodeRange(listCharacters(family, subset));
    if (subset === 'latin' && Object.values(demoFonts).includes(family)) continue;
    const file = await cut(family, subset);
    writeFileSync(join(outDir, `${family}-${subset}.woff2`), file);
    process.stdout.write(`${family}-${subset}.woff2 ${file.length} bytes\n`);
  }
  ranges[family] = ofFamily;
  if (!Object.values(demoFonts).includes(family))
    copyFileSync(
      join(root, 'node_modules/@fontsource-variable', family, 'LICENSE'),
      join(outDir, `${family}-LICENSE.txt`),
    );
}
writeFileSync(
  join(root, 'src/styles/font-ranges.ts'),
  `/** Written by scripts/assets/build-font-library.ts: the code points of each file of a font. */
export const fontRanges = ${JSON.stringify(ranges, null, 2)};
`,
);
