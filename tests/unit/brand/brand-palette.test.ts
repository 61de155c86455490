import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  contrastRules,
  createAccent,
  createBrandPalette,
  demoPalette,
  formatRatio,
  type Palette,
  type PaletteColour,
  reportPalette,
} from '#api/domain/brand-palette.ts';
import { contrast, toOklch } from '#api/domain/colour.ts';
import * as constants from '#api/domain/palette.ts';

/** What has less contrast than its use needs: 'pounamu on paper: 4.2'. */
function listFaults(palette: Palette): string[] {
  return Object.entries(contrastRules).flatMap(([name, rules]) =>
    rules.flatMap(({ grounds, minimum }) =>
      grounds.flatMap((ground) => {
        const ratio = contrast(palette[name as PaletteColour], palette[ground]);
        return ratio < minimum ? [`${name} on ${ground}: ${ratio.toFixed(2)} of ${minimum}`] : [];
      }),
    ),
  );
}

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const hostile = [
  '#000000',
  '#ffffff',
  '#808080',
  '#ffff00',
  '#39ff14',
  '#ff00ff',
  '#00ffff',
  '#0000ff',
  '#ff0000',
  '#010101',
  '#fefefe',
];

describe('a palette from a colour', () => {
  it('of the demo is the constants', () => {
    expect({ ...demoPalette }).toEqual({ ...constants });
  });

  it('of the demo has the contrast of every use', () => {
    expect(listFaults(demoPalette)).toEqual([]);
  });

  it('has the contrast of every use, whatever the two colours are', () => {
    fc.assert(
      fc.property(anyColour, fc.option(anyColour), (colour, second) => {
        expect(listFaults(createBrandPalette(colour, second))).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });

  it.each(hostile)('has the contrast of every use for %s, with each other extreme as the second', (colour) => {
    for (const second of [null, ...hostile]) {
      expect(listFaults(createBrandPalette(colour, second)), String(second)).toEqual([]);
    }
  });

  it('holds every name, each a colour of a screen', () => {
    const palette = createBrandPalette('#2a8fb5', '#e39a3b');
    expect(Object.keys(palette).sort()).toEqual(Object.keys(constants).sort());
    for (const colour of Object.values(palette)) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('takes a colour as it is where it can be read', () => {
    expect(createBrandPalette('#17698a').pounamu).toBe('#17698a');
    expect(createBrandPalette('#39ff14').pounamuDark).toBe('#39ff14');
    expect(createBrandPalette('#2a8fb5').pounamu).not.toBe('#2a8fb5');
  });

  it('keeps the hue of a colour that it darkens', () => {
    const [given, darker] = [toOklch('#2a8fb5'), toOklch(createBrandPalette('#2a8fb5').pounamu)];
    expect(Math.abs(given.h - darker.h)).toBeLessThan(4);
    expect(darker.l).toBeLessThan(given.l);
  });

  it('of a grey has no hue in its neutrals', () => {
    for (const colour of ['#000000', '#808080', '#ffffff']) {
      const { paper, surface, ink, pounamuDeep, pounamuTint } = createBrandPalette(colour);
      for (const neutral of [paper, surface, ink, pounamuDeep, pounamuTint]) {
        expect(toOklch(neutral).c, neutral).toBeLessThan(0.002);
      }
    }
  });

  it('changes what is pointed at, in both themes', () => {
    for (const colour of hostile) {
      const palette = createBrandPalette(colour);
      expect(palette.pounamuStrong, colour).not.toBe(palette.pounamu);
      expect(palette.pounamuStrongDark, colour).not.toBe(palette.pounamuDark);
      expect(palette.kowhaiStrong, colour).not.toBe(palette.kowhai);
    }
  });

  it('gives the second colour to what shines', () => {
    const palette = createBrandPalette('#2a8fb5', '#e39a3b');
    expect(palette.kowhai).toBe('#e39a3b');
    expect(toOklch(palette.kowhaiText).h).toBeCloseTo(toOklch('#e39a3b').h, -1);
  });
});

describe('the accent of a product', () => {
  it('can be read on each of its grounds, as text can on its tints, whatever its colour and that of the company are', () => {
    fc.assert(
      fc.property(anyColour, anyColour, (colour, company) => {
        const palette = createBrandPalette(company);
        const { accent, accentDark, tint, tintDark } = createAccent(colour, palette);
        for (const ground of [palette.paper, palette.surface, palette.sunken, tint]) {
          expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
        }
        for (const ground of [palette.paperDark, palette.surfaceDark, palette.sunkenDark, tintDark]) {
          expect(contrast(accentDark, ground)).toBeGreaterThanOrEqual(4.5);
        }
        for (const text of [palette.ink, palette.muted]) expect(contrast(text, tint)).toBeGreaterThanOrEqual(4.5);
        for (const text of [palette.inkDark, palette.mutedDark]) {
          expect(contrast(text, tintDark)).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(palette.chalk, accent), 'the symbol of a mark').toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 500 },
    );
  });

  it('is the colour itself where it can be read', () => {
    expect(createAccent('#1d5272', demoPalette).accent).toBe('#1d5272');
    expect(createAccent('#8cc4e4', demoPalette).accentDark).toBe('#8cc4e4');
  });
});

describe('the report of a palette', () => {
  const find = (name: string, theme: 'light' | 'dark', colour = '#2a8fb5', second: string | null = '#e39a3b') =>
    reportPalette(colour, second, theme).uses.find((use) => use.name === name);

  it('says which use has which colours, and what was adjusted', () => {
    const { uses } = reportPalette('#2a8fb5', '#e39a3b', 'light');
    expect(uses.map(({ name, verdict }) => `${name}: ${verdict}`)).toEqual([
      'Images and covers: no-text',
      'Links: adjusted',
      'Buttons: adjusted',
      'Tinted areas: passes',
      'Dark sections: passes',
      'Small headings: adjusted',
      'Field borders: passes',
    ]);
    expect(find('Images and covers', 'light')?.note).toBe('#2A8FB5, your colour');
    expect(find('Buttons', 'light')?.note).toMatch(/^White on #[0-9A-F]{6}$/);
    expect(find('Small headings', 'light')?.note).toMatch(/^#[0-9A-F]{6}, from your second colour$/);
  });

  it('has the ratio of its own colours, of text never less than 4.5', () => {
    fc.assert(
      fc.property(anyColour, fc.option(anyColour), fc.constantFrom('light', 'dark'), (colour, second, theme) => {
        for (const use of reportPalette(colour, second, theme).uses) {
          expect(use.ratio).toBe(contrast(use.colour, use.ground));
          if (use.verdict !== 'no-text')
            expect(use.ratio).toBeGreaterThanOrEqual(use.name === 'Field borders' ? 3 : 4.5);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('names the change of a colour that was too light, and none of one that can be read', () => {
    const { adjustment } = reportPalette('#2a8fb5', null, 'light');
    expect(adjustment).toMatchObject({ from: '#2a8fb5', isDarker: true });
    expect(adjustment?.fromRatio).toBeLessThan(4.5);
    expect(adjustment?.toRatio).toBeGreaterThanOrEqual(4.5);
    const dark = reportPalette('#2a8fb5', null, 'dark').adjustment;
    expect(dark?.fromRatio, 'on the ground where it is read worst').toBeLessThan(4.5);
    expect(reportPalette('#17698a', null, 'light').adjustment).toBeNull();
    expect(reportPalette('#17698a', null, 'dark').adjustment).toMatchObject({ isDarker: false });
  });
});

test('a ratio is never shown better than it is', () => {
  expect([4.49, 4.5, 11.96, 1].map(formatRatio)).toEqual(['4.4 : 1', '4.5 : 1', '11.9 : 1', '1.0 : 1']);
});
