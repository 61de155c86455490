import { describe, expect, it } from 'vitest';
import * as palette from '#api/domain/palette.ts';
import { phone } from '#src/styles/breakpoints.ts';
import { fallbackFonts } from '#src/styles/fallback-fonts.ts';
import { resolveStyleValues, styleValues } from '../../../scripts/bundling/style-values.ts';
import { listFiles, readSource } from '../../support/architecture/source-files.ts';

const FOLDERS = ['api', 'db', 'deploy', 'scripts', 'src'];
/** The payment sandbox plays another company’s pages, with colours of their own; two of them are the same by chance. */
const isOther = (file: string) => file === 'api/domain/palette.ts' || file.startsWith('api/payment-sandbox/');

describe('the palette', () => {
  it('is the only file that holds its colours', () => {
    // White is no colour of the company’s.
    const colours = Object.values<string>(palette).filter((colour) => colour !== '#ffffff');
    const files = listFiles(FOLDERS, '{ts,tsx,mjs,css,astro,svg,html}').filter((file) => !isOther(file));
    expect(colours.length).toBeGreaterThan(40);
    expect(files.length).toBeGreaterThan(1000);
    const pattern = new RegExp(`(${colours.join('|')})\\b`, 'i');
    expect(files.filter((file) => pattern.test(readSource(file)))).toEqual([]);
  });

  it('gives style sheets a colour that follows the theme, one of its two, and that with an opacity', () => {
    const { ink, inkDark, onDeep } = palette;
    expect(resolveStyleValues('a { color: --palette(ink) }')).toBe(`a { color: light-dark(${ink}, ${inkDark}) }`);
    expect(resolveStyleValues('--palette(ink light) --palette(ink dark)')).toBe(`${ink} ${inkDark}`);
    expect(resolveStyleValues('--palette(ink light / 45%)')).toBe(`rgb(from ${ink} r g b / 45%)`);
    expect(resolveStyleValues('--palette(on-deep)')).toBe(onDeep);
  });

  it('refuses a colour that it does not have', () => {
    expect(() => resolveStyleValues('--palette(mauve)')).toThrow('--palette(mauve)');
  });
});

describe('breakpoints', () => {
  it('are the only widths of the window at which style sheets change', () => {
    const files = listFiles(['src'], '{css,astro}');
    expect(files.length).toBeGreaterThan(150);
    expect(files.filter((file) => /@media[^{]*\bwidth\b/.test(readSource(file)))).toEqual([]);
  });

  it('are named in style sheets', () => {
    expect(resolveStyleValues('@media (--phone) and (hover) { a {} }')).toBe(`@media ${phone} and (hover) { a {} }`);
    expect(() => resolveStyleValues('@media (--watch) { a {} }')).toThrow('(--watch)');
  });
});

describe('fallback fonts', () => {
  it('are written in the place of their rule, and refused for a font that nobody measured', () => {
    const written: unknown[] = [];
    const writeFaces = (params: string) =>
      styleValues.AtRule['fallback-fonts'](
        { params, replaceWith: (styles) => written.push(styles) },
        { parse: (css) => css },
      );
    writeFaces('Inter');
    expect(written).toEqual([fallbackFonts.Inter]);
    expect(fallbackFonts.Inter).toMatch(/^@font-face\{font-family:'Inter Arial';src:local\('Arial'\)/);
    expect(() => writeFaces('Comic')).toThrow('@fallback-fonts Comic');
  });
});
