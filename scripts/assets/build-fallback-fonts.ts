/**
 * Measures local fonts against Inter and Fraunces, and against the fonts that a company can choose, and writes
 * src/styles/fallback-fonts.ts:
 * `npm start`, then `node scripts/assets/build-fallback-fonts.ts [http://localhost:4321]`.
 *
 * Chromium lays out the texts of the site in both fonts, in the weights in which pages show them. The ratio of the
 * two widths is `size-adjust`. Height needs no measuring: ascent and descent are those of the web font.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { findBrowser } from '../browser/find-browser.ts';
import { formatFallbackFonts, type MeasuredFace } from './fallback-fonts/css.ts';
import {
  type FontFile,
  LIBRARY_FONTS,
  LOCAL_FONTS,
  type LocalFont,
  WEB_FONTS,
  type WebFont,
} from './fallback-fonts/fonts.ts';
import { listPages, type PageText, readPageTexts } from './fallback-fonts/page-texts.ts';

const root = join(import.meta.dirname, '../..');
const [origin = 'http://localhost:4321'] = process.argv.slice(2);
const executablePath = findBrowser();

const toDataUrl = (file: FontFile) =>
  `data:font/${file.type};base64,${readFileSync(join(root, file.path)).toString('base64')}`;

type Measurement = { url: string; weight: string; texts: PageText[] };

/** Width of all texts, each in its own weight, in em. */
async function measureWidth(browser: Browser, { url, weight, texts }: Measurement): Promise<number> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(
      async ({ url, weight, texts }) => {
        document.fonts.add(await new FontFace('Measured', `url(${url})`, { weight }).load());
        const context = document.createElement('canvas').getContext('2d');
        if (!context) throw new Error('This browser has no canvas.');
        let width = 0;
        for (const { text, fontWeight } of texts) {
          context.font = `${fontWeight} 100px Measured`;
          width += context.measureText(text).width / 100;
        }
        return width;
      },
      { url, weight, texts },
    );
  } finally {
    await page.close();
  }
}

const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
const addresses = await listPages(origin);
const allTexts = await readPageTexts(browser, origin, addresses);

/** Of all texts, those of a family in pages; a font of the library is measured by all. */
async function measureFaces(webFont: WebFont, locals: readonly LocalFont[], family?: string): Promise<MeasuredFace[]> {
  const faces: MeasuredFace[] = [];
  for (const local of locals) {
    for (const face of local.faces) {
      const [min, max] = face.weights;
      const texts = allTexts.filter(
        (text) => (!family || text.family === family) && text.fontWeight >= min && text.fontWeight <= max,
      );
      const targetWidth = await measureWidth(browser, { url: toDataUrl(webFont.file), weight: '400 700', texts });
      const measured = await measureWidth(browser, { url: toDataUrl(face.file), weight: `${min} ${max}`, texts });
      faces.push({ webFont, local: face, family: local.family, sizeAdjust: targetWidth / measured });
    }
  }
  return faces;
}

const faces: Record<string, MeasuredFace[]> = {};
for (const webFont of WEB_FONTS) {
  const locals = LOCAL_FONTS.filter(({ replaces }) => replaces === webFont.name);
  faces[webFont.name] = await measureFaces(webFont, locals, webFont.name);
}
for (const { locals, ...webFont } of LIBRARY_FONTS) faces[webFont.name] = await measureFaces(webFont, locals);
await browser.close();
writeFileSync(join(root, 'src/styles/fallback-fonts.ts'), formatFallbackFonts(faces));
