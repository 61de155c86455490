/**
 * Cuts the two text faces down to what the site sets: `node scripts/assets/build-fonts.ts`.
 * The packages keep macrons in a separate file, so merge-macrons.py (fontTools, brotli) joins the two cuts.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { headlineCharacters, macrons, textCharacters } from './font-characters.ts';

type Axes = NonNullable<NonNullable<Parameters<typeof subsetFont>[2]>['variationAxes']>;

const root = join(import.meta.dirname, '../..');
const outDir = join(root, 'src/assets/fonts');
const python = process.argv[2] ?? 'python3';

const weights = { min: 400, max: 700, default: 400 };

const faces: { name: string; axis: string; axes: Axes; keepFeatures: string[]; characters: string }[] = [
  {
    name: 'fraunces',
    axis: 'opsz',
    axes: { opsz: 72, wght: weights },
    keepFeatures: ['kern', 'liga'],
    characters: headlineCharacters,
  },
  {
    name: 'inter',
    axis: 'wght',
    axes: { wght: weights },
    keepFeatures: ['kern', 'tnum'],
    characters: textCharacters,
  },
];

const scratch = mkdtempSync(join(tmpdir(), 'fonts-'));
mkdirSync(outDir, { recursive: true });

for (const face of faces) {
  const packageDir = join(root, 'node_modules/@fontsource-variable', face.name);
  const cut = async (range: string, text: string) => {
    const source = readFileSync(join(packageDir, 'files', `${face.name}-${range}-${face.axis}-normal.woff2`));
    const file = join(scratch, `${face.name}-${range}.ttf`);
    const cutFont = await subsetFont(source, text, {
      targetFormat: 'sfnt',
      variationAxes: face.axes,
      keepFeatures: face.keepFeatures,
      noHinting: true,
      glyphNames: true,
    });
    writeFileSync(file, cutFont);
    return file;
  };
  const latin = await cut('latin', face.characters);
  const extension = await cut('latin-ext', macrons);
  const target = join(outDir, `${face.name}.woff2`);
  execFileSync(python, [join(import.meta.dirname, 'merge-macrons.py'), latin, extension, target], { stdio: 'inherit' });
  copyFileSync(join(packageDir, 'LICENSE'), join(outDir, `${face.name}-LICENSE.txt`));
  process.stdout.write(`${face.name}.woff2 ${statSync(target).size} bytes\n`);
}

// Cards are drawn by a library without variable fonts or woff2, from titles in any Latin script.
const cardDir = join(root, 'api/adapters/og-images/fonts');
const fraunces = join(root, 'node_modules/@fontsource-variable/fraunces');
for (const range of ['latin', 'latin-ext', 'vietnamese']) {
  const source = readFileSync(join(fraunces, 'files', `fraunces-${range}-opsz-normal.woff2`));
  const cutFont = await subsetFont(source, '', {
    targetFormat: 'woff',
    variationAxes: { opsz: 72, wght: 600 },
    keepAllGlyphs: true,
    keepFeatures: ['kern', 'liga'],
    noHinting: true,
  });
  writeFileSync(join(cardDir, `fraunces-${range}-600.woff`), cutFont);
}
copyFileSync(join(fraunces, 'LICENSE'), join(cardDir, 'fraunces-LICENSE.txt'));
rmSync(scratch, { recursive: true });
