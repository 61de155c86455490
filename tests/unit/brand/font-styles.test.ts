import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { demoFonts, fontFamilies, fonts } from '#api/domain/site-fonts.ts';
import { fontFiles } from '#src/styles/font-files.ts';
import { fontRanges } from '#src/styles/font-ranges.ts';
import { formatFontStyles, listPreloads } from '#src/styles/font-styles.ts';
import { formatUnicodeRange, listCharacters } from '../../../scripts/assets/font-characters.ts';
import { readSource } from '../../support/architecture/source-files.ts';

const KB = 1024;
/** Letters of languages in the words of their speakers, which no font of the site may leave to another. */
const SPEAKERS = [
  'Blåbærsyltetøy på Ærø',
  'Þórður æðarfugl',
  'Žluťoučký kůň úpěl ďábelské ódy',
  'Zażółć gęślą jaźń',
  'Őrült űrhajó',
  'Țară și împărat',
  'Ģērbonis ļauj šķūni',
  'Įlinkdama fechtuotojo špaga',
  'İstanbul ığdır şöförü',
  'Ħaġar Qim ċavetta',
  'Œuvre à Noël',
  'Äußerst weiße Straße GROẞ',
  'Ŵyr ŷd',
  'Ωραία μέρα άλλης',
  'Съешь ещё этих',
  'Ґанок їжака й Європа',
  'Љубазни ђак џеп',
].join('');

/** Whether a code point is in the value of `unicode-range`. */
const isInRange = (range: string, character: string) =>
  range.split(',').some((part) => {
    const [from = 0, to = from] = part
      .slice(2)
      .split('-')
      .map((point) => Number.parseInt(point, 16));
    const point = character.codePointAt(0) ?? 0;
    return point >= from && point <= to;
  });

const listFaces = (css: string, name: string) =>
  [...css.matchAll(/@font-face\{font-family:'([^']+)';src:url\(([^)]+)\)[^}]*unicode-range:([^}]+)\}/g)]
    .filter(([, family]) => family === name)
    .map(([, , url = '', range = '']) => ({ url, range }));

describe('the fonts of a site', () => {
  it.each(fontFamilies)('%s has one file for each letter of Europe, and no letter twice', (family) => {
    const faces = listFaces(formatFontStyles({ headline: family, text: 'inter' }, fontFiles), fonts[family].name);
    const isDemo = Object.values(demoFonts).includes(family);
    const base = isDemo ? [{ url: 'fonts.css', range: fontRanges[family].latin }] : [];
    for (const letter of new Set(SPEAKERS.replaceAll(' ', ''))) {
      const holders = [...base, ...faces].filter(({ range }) => isInRange(range, letter));
      expect(holders.length, `${letter} of ${family}`).toBe(1);
    }
  });

  it.each(fontFamilies)('%s has files that exist and stay small', (family) => {
    for (const subset of fonts[family].subsets) {
      const isBase = subset === 'latin' && Object.values(demoFonts).includes(family);
      const path = join(
        PROJECT_ROOT,
        'src/assets/fonts',
        isBase ? `${family}.woff2` : `library/${family}-${subset}.woff2`,
      );
      expect(existsSync(path), path).toBe(true);
      expect(statSync(path).size, path).toBeLessThan(30 * KB);
      expect(fontFiles[`${family}-${subset}`], 'its address').toBeDefined();
    }
  });

  it('have the ranges of the characters that they were cut to', () => {
    for (const family of fontFamilies) {
      for (const subset of fonts[family].subsets) {
        const range = (fontRanges[family] as Record<string, string>)[subset];
        expect(range, `${family} ${subset}`).toBe(formatUnicodeRange(listCharacters(family, subset)));
      }
    }
  });

  it('are preloaded in the letters of the first paint, each once', () => {
    const preloads = listPreloads({ headline: 'literata', text: 'manrope' }, fontFiles);
    expect(preloads).toEqual([fontFiles['manrope-latin'], fontFiles['literata-latin']]);
    expect(listPreloads({ headline: 'inter', text: 'inter' }, fontFiles)).toEqual([fontFiles['inter-latin']]);
  });

  it('stand on local fonts of their widths until they arrive; text is not swapped, headlines are', () => {
    const css = formatFontStyles({ headline: 'literata', text: 'manrope' }, fontFiles);
    expect(css).toContain("--font-text:'Manrope','Manrope Arial','Manrope Segoe'");
    expect(css).toContain("--font-display:'Literata','Literata Times','Literata Georgia'");
    for (const local of ['Manrope Arial', 'Manrope DejaVu', 'Literata Times', 'Literata DejaVu']) {
      expect(css, local).toMatch(new RegExp(`@font-face\\{font-family:'${local}';src:local\\(.*?size-adjust:`));
    }
    expect(css).toMatch(/'Manrope';[^}]*font-display:optional/);
    expect(css).toMatch(/'Literata';[^}]*font-display:swap/);
  });

  it('of the demo stay where they are in the style sheet of every page', () => {
    const css = formatFontStyles(demoFonts, fontFiles);
    expect(css).not.toContain(`${fontFiles['inter-latin']}`);
    const sheet = readSource('src/styles/tokens.css').replaceAll(/\s+/g, ' ').replaceAll(', ', ',');
    for (const stack of css.match(/--font-(text|display):[^;}]+/g) ?? []) {
      expect(sheet).toContain(stack.replace(':', ': '));
    }
  });
});
