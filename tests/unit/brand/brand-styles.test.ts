import { describe, expect, it } from 'vitest';
import { createBrandPalette, demoPalette } from '#api/domain/brand-palette.ts';
import { createCoverInks, formatBrandStyles, listBrandProperties } from '#api/domain/brand-styles.ts';
import { contrast } from '#api/domain/colour.ts';
import { resolveStyleValues } from '../../../scripts/bundling/style-values.ts';
import { listFiles, readSource } from '../../support/architecture/source-files.ts';

const palette = createBrandPalette('#2a8fb5', '#e39a3b');
const withoutSpaces = (css: string) => css.replaceAll(' ', '');

/** The roles of tokens.css that hold a colour of the palette, with their values. */
const tokens = new Map(
  Array.from(
    readSource('src/styles/tokens.css').matchAll(/^ {2}(--[a-z-]+): (.*--palette\(.*);$/gm),
    ([, role = '', value = '']) => [role, withoutSpaces(resolveStyleValues(value))],
  ),
);

/** They keep their colours in every palette: success is green. */
const CONSTANT = ['--success', '--success-tint'];
/** Films and their posters keep the colours that they were drawn in, and drawings have inks of their own. */
const OTHER_USES = [
  'src/sections/film/FilmPlayer.astro',
  'src/ui/covers/cover.css',
  'src/ui/drawings/HillsDrawing.astro',
];

describe('the styles of a brand', () => {
  it('set every role of tokens.css that has a colour of the palette', () => {
    const set = [...listBrandProperties(palette).map(([role]) => role), '--scrim', ...CONSTANT];
    expect(tokens.size).toBeGreaterThan(35);
    expect(set.sort()).toEqual([...tokens.keys()].sort());
  });

  it('of the demo are the values of tokens.css', () => {
    for (const [role, value] of listBrandProperties(demoPalette)) expect(value, role).toBe(tokens.get(role));
    expect(withoutSpaces(formatBrandStyles(demoPalette))).toContain(`--scrim:${tokens.get('--scrim')}`);
  });

  it('reach every style sheet, because none takes a colour from the palette itself', () => {
    const files = listFiles(['src'], '{css,astro}').filter((file) => file !== 'src/styles/tokens.css');
    expect(files.filter((file) => readSource(file).includes('--palette('))).toEqual(OTHER_USES);
  });

  it('set all inks of drawn covers and of the illustration', () => {
    const styles = formatBrandStyles(palette);
    const sets = [...readSource('src/ui/covers/cover.css').matchAll(/^\.cover(\.p\d)? \{/gm)].map(
      ([, set = '']) => set,
    );
    expect(sets).toHaveLength(5);
    for (const set of sets) expect(styles).toContain(`:root:not(.admin) .cover${set}{--bg:`);
    const inks = [...readSource('src/ui/drawings/HillsDrawing.astro').matchAll(/var\((--art-[a-z]+)/g)].map(
      ([, ink]) => ink,
    );
    expect(inks).toHaveLength(6);
    for (const ink of inks) expect(styles).toContain(`${ink}:`);
  });

  it('print covers in an ink that can be read on their paper, in both themes: books have their titles in it', () => {
    for (const colour of ['#2a8fb5', '#000000', '#ffffff', '#ffff00', '#39ff14', '#808080']) {
      for (const { bg, a } of createCoverInks(createBrandPalette(colour, '#e39a3b'))) {
        const papers = bg.match(/#\w{6}/g) ?? [];
        const inks = a.match(/#\w{6}/g) ?? [];
        for (const [theme, paper] of papers.entries()) {
          const ink = inks[theme] ?? inks[0] ?? '';
          expect(contrast(paper, ink), `${colour}: ${ink} on ${paper}`).toBeGreaterThanOrEqual(4.5);
        }
        expect(papers).toHaveLength(2);
      }
    }
  });

  it('hold nothing but rules of colours, small enough for the head of each page', () => {
    const styles = formatBrandStyles(palette, '.brand');
    expect(styles).toMatch(/^(\.brand( \.cover(\.p[1-4])?)?\{(--[a-z-]+:[a-z0-9#%(), /-]+;?)+\})+$/);
    expect(styles.length).toBeLessThan(4_000);
  });
});
