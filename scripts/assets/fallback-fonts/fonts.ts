export type FontFile = { path: string; type: 'ttf' | 'woff2' };
export type WebFont = { name: string; file: FontFile; ascent: number; descent: number };
export type LocalFace = {
  weights: readonly [number, number];
  file: FontFile;
  /** Full names and PostScript names: systems differ in which of them they know. */
  localNames: readonly string[];
  /** Width of the local font by that of the file, for a font that is in no package. */
  relativeWidth?: number;
};
export type LocalFont = { replaces: string; family: string; faces: readonly LocalFace[] };

type Face = [file: FontFile, localNames: string[], relativeWidth?: number];

const REGULAR = [400, 500] as const;
const BOLD = [600, 700] as const;
/** Headlines: the regular cut, because a bold one would be darker than Fraunces at 560. */
const HEADLINE = [501, 700] as const;

const webFont = (name: string): FontFile => ({ path: `src/assets/fonts/${name}.woff2`, type: 'woff2' });
const dejavu = (name: string): FontFile => ({ path: `node_modules/dejavu-fonts-ttf/ttf/${name}.ttf`, type: 'ttf' });
const fontsource = (name: string, weight: number): FontFile => ({
  path: `node_modules/@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`,
  type: 'woff2',
});

/** Ascent and descent in em, from the files (src/assets/fonts/README.md). */
export const WEB_FONTS: readonly WebFont[] = [
  { name: 'Inter', file: webFont('inter'), ascent: 1984 / 2048, descent: 494 / 2048 },
  { name: 'Fraunces', file: webFont('fraunces'), ascent: 1956 / 2000, descent: 510 / 2000 },
];

const sans = (replaces: string, name: string, regular: Face, bold: Face): LocalFont => ({
  replaces,
  family: `${replaces} ${name}`,
  faces: [toFace(REGULAR, regular), toFace(BOLD, bold)],
});

const serif = (replaces: string, name: string, regular: Face): LocalFont => ({
  replaces,
  family: `${replaces} ${name}`,
  faces: [toFace(REGULAR, regular), toFace(HEADLINE, regular)],
});

function toFace(weights: LocalFace['weights'], [file, localNames, relativeWidth]: Face): LocalFace {
  return { weights, file, localNames, ...(relativeWidth && { relativeWidth }) };
}

/**
 * In the order of the stacks in src/styles/tokens.css. Arimo, Tinos and Gelasio have the widths of Arial and
 * Helvetica, Times New Roman, Georgia. Segoe UI is in no package: its widths by those of Arial are from
 * @capsizecss/metrics 4.3.0. Newer Androids have one variable Roboto, which takes the weight that is asked for.
 * The font of Apple's systems has no name, but they all have Arial and Times New Roman.
 */
const listSans = (replaces: string): LocalFont[] => [
  sans(
    replaces,
    'Arial',
    [fontsource('arimo', 400), ['Arial', 'Helvetica', 'Liberation Sans', 'Arimo', 'Arimo Regular']],
    [fontsource('arimo', 700), ['Arial Bold', 'Helvetica Bold', 'Liberation Sans Bold', 'Arimo Bold']],
  ),
  sans(
    replaces,
    'Segoe',
    [fontsource('arimo', 400), ['Segoe UI'], 0.4434 / 0.4458],
    [fontsource('arimo', 700), ['Segoe UI Bold'], 0.4751 / 0.48],
  ),
  sans(
    replaces,
    'Roboto',
    [fontsource('roboto', 400), ['Roboto', 'Roboto Regular']],
    [fontsource('roboto', 700), ['Roboto Bold', 'Roboto']],
  ),
  sans(
    replaces,
    'Noto',
    [fontsource('noto-sans', 400), ['Noto Sans', 'Noto Sans Regular']],
    [fontsource('noto-sans', 700), ['Noto Sans Bold']],
  ),
  sans(
    replaces,
    'Cantarell',
    [fontsource('cantarell', 400), ['Cantarell', 'Cantarell Regular']],
    [fontsource('cantarell', 700), ['Cantarell Bold']],
  ),
  sans(replaces, 'DejaVu', [dejavu('DejaVuSans'), ['DejaVu Sans']], [dejavu('DejaVuSans-Bold'), ['DejaVu Sans Bold']]),
];

const listSerif = (replaces: string): LocalFont[] => [
  serif(replaces, 'Times', [
    fontsource('tinos', 400),
    ['Times New Roman', 'Liberation Serif', 'Tinos', 'Tinos Regular', 'Times'],
  ]),
  serif(replaces, 'Georgia', [fontsource('gelasio', 400), ['Georgia', 'Gelasio', 'Gelasio Regular']]),
  serif(replaces, 'Noto', [fontsource('noto-serif', 400), ['Noto Serif', 'Noto Serif Regular']]),
  serif(replaces, 'DejaVu', [dejavu('DejaVuSerif'), ['DejaVu Serif']]),
];

export const LOCAL_FONTS: readonly LocalFont[] = [...listSans('Inter'), ...listSerif('Fraunces')];

const library = (name: string): FontFile => ({ path: `src/assets/fonts/library/${name}-latin.woff2`, type: 'woff2' });

/** The fonts that a company can choose beside the demo's. Ascent and descent are those of the files. */
export const LIBRARY_FONTS: readonly (WebFont & { locals: readonly LocalFont[] })[] = [
  {
    name: 'Literata',
    file: library('literata'),
    ascent: 1177 / 1000,
    descent: 308 / 1000,
    locals: listSerif('Literata'),
  },
  {
    name: 'Noto Serif',
    file: library('noto-serif'),
    ascent: 1069 / 1000,
    descent: 293 / 1000,
    locals: listSerif('Noto Serif'),
  },
  { name: 'Manrope', file: library('manrope'), ascent: 2132 / 2000, descent: 600 / 2000, locals: listSans('Manrope') },
  {
    name: 'Commissioner',
    file: library('commissioner'),
    ascent: 2034 / 2000,
    descent: 412 / 2000,
    locals: listSans('Commissioner'),
  },
];
