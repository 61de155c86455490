import { type Accent, mendContrast, type Palette, type PaletteColour, TEXT } from './brand-palette.ts';
import { fromOklch, toOklch } from './colour.ts';

/**
 * The roles of `src/styles/tokens.css` that wear the company's colours, by the colour that they have there; a colour of
 * two themes follows the theme. What tells success from danger keeps its colour in every palette.
 */
const roles: [role: string, colour: PaletteColour, dark?: PaletteColour | null][] = [
  ['paper', 'paper'],
  ['surface', 'surface'],
  ['sunken', 'sunken'],
  ['ink', 'ink'],
  ['muted', 'muted'],
  ['hairline', 'hairline'],
  ['control', 'control'],
  ['action', 'pounamu'],
  ['action-hover', 'pounamuStrong'],
  ['on-action', 'onPounamu'],
  ['action-tint', 'pounamuTint'],
  ['link', 'pounamu'],
  ['link-hover', 'pounamuStrong'],
  ['pounamu-deep', 'pounamuDeep'],
  ['on-deep', 'onDeep'],
  ['on-deep-muted', 'onDeepMuted'],
  ['on-deep-kowhai', 'kowhaiDark', null],
  ['under-deep', 'pounamuDeep', null],
  ['stone', 'pounamu', null],
  ['stone-hover', 'pounamuStrong', null],
  ['kowhai', 'kowhai'],
  ['kowhai-tint', 'kowhaiTint'],
  ['kowhai-text', 'kowhaiText'],
  ['kowhai-hover', 'kowhaiStrong'],
  ['on-kowhai', 'ink', null],
  ['danger', 'red'],
  ['danger-tint', 'redTint'],
  ['focus', 'pounamu', 'kowhaiDark'],
  ['pounamu', 'pounamu'],
  ['pounamu-pale', 'pounamuPale'],
  ['ochre', 'ochre'],
  ['ochre-tint', 'ochreTint'],
  ['blue', 'blue'],
  ['blue-tint', 'blueTint'],
  ['brick', 'brick'],
  ['brick-tint', 'brickTint'],
];

const formatPair = (light: string, dark: string) => (light === dark ? light : `light-dark(${light},${dark})`);

/** The custom property of each role, with its value. */
export function listBrandProperties(palette: Palette): [property: string, value: string][] {
  const colours: Record<string, string> = palette;
  return roles.map(([role, colour, dark]) => {
    const light = palette[colour];
    const inTheDark = dark === undefined ? (colours[`${colour}Dark`] ?? light) : dark && palette[dark];
    return [`--${role}`, formatPair(light, inTheDark ?? light)];
  });
}

/** A shade of a colour: of this lightness, and of at most this chroma. */
function shade(colour: string, lightness: number, chroma: number): string {
  const { c, h } = toOklch(colour);
  return fromOklch({ l: lightness, c: Math.min(c, chroma), h });
}

/** A colour on the darker paper of a dark page. */
function dim(colour: string): string {
  const { l, c, h } = toOklch(colour);
  return fromOklch({ l: l * 0.88, c: c * 0.92, h });
}

/** The inks of a drawn cover: `bg` is the paper, `a` and `b` overprint, `c` covers (`src/ui/covers/cover.css`). */
export type CoverInks = { bg: string; a: string; b: string; c: string };

function printInks(base: string, accent: string, paper = base): CoverInks {
  const [light, dark] = [shade(paper, 0.94, 0.03), shade(paper, 0.78, 0.045)];
  // The title of a book is printed in `a`.
  const print = (ink: string, ground: string) => mendContrast(ink, [{ ground, minimum: TEXT }]);
  return {
    bg: formatPair(light, dark),
    a: formatPair(print(base, light), print(dim(base), dark)),
    b: formatPair(shade(paper, 0.77, 0.1), shade(paper, 0.66, 0.1)),
    c: formatPair(accent, dim(accent)),
  };
}

/** The five sets of inks of the drawn covers, in these colours. */
export const createCoverInks = (palette: Palette): CoverInks[] => {
  const { pounamu, kowhai, ochre, blue, brick } = palette;
  return [
    printInks(pounamu, kowhai),
    printInks(pounamu, shade(brick, 0.63, 0.16), kowhai),
    printInks(blue, kowhai),
    printInks(brick, pounamu),
    printInks(ochre, kowhai),
  ];
};

/** Of the illustration on the home page. */
const listArtProperties = ({ pounamu, pounamuDeep, brick }: Palette): [property: string, value: string][] => [
  ['--art-sky', formatPair(shade(pounamu, 0.93, 0.025), shade(pounamu, 0.265, 0.03))],
  ['--art-far', formatPair(shade(pounamu, 0.77, 0.075), shade(pounamu, 0.48, 0.075))],
  ['--art-near', formatPair(pounamu, shade(pounamu, 0.355, 0.07))],
  ['--art-frond', formatPair(pounamuDeep, shade(pounamu, 0.81, 0.08))],
  ['--art-bud', formatPair(shade(brick, 0.63, 0.16), shade(brick, 0.73, 0.13))],
  ['--art-ripple', formatPair(shade(pounamu, 0.77, 0.075), shade(pounamu, 0.665, 0.08))],
];

const formatRule = (selector: string, properties: [property: string, value: string][]) =>
  `${selector}{${properties.map(([property, value]) => `${property}:${value}`).join(';')}}`;

/**
 * Styles that dress a page in the colours of a palette: added to the public pages of a company whose palette is not the
 * demo's, and with `.brand` as `root` to what shows the site in the admin pages. The default selector outranks tokens.css
 * and leaves the admin pages out.
 */
export function formatBrandStyles(palette: Palette, root = ':root:not(.admin)'): string {
  const scrim = `light-dark(rgb(from ${palette.ink} r g b/45%),rgb(4 7 6/65%))`;
  const covers = createCoverInks(palette).map(({ bg, a, b, c }, index) =>
    formatRule(`${root} .cover${index > 0 ? `.p${index}` : ''}`, [
      ['--bg', bg],
      ['--a', a],
      ['--b', b],
      ['--c', c],
    ]),
  );
  return [
    formatRule(root, [...listBrandProperties(palette), ['--scrim', scrim], ...listArtProperties(palette)]),
    ...covers,
  ].join('');
}

/** Styles of products with colours of their own, by the numbers of the products. */
export const formatAccentStyles = (accents: readonly (Accent & { productId: number })[]): string =>
  accents
    .map(({ productId, accent, accentDark, tint, tintDark }) =>
      formatRule(`:root .accent-${productId}`, [
        ['--accent', formatPair(accent, accentDark)],
        ['--accent-tint', formatPair(tint, tintDark)],
      ]),
    )
    .join('');
