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

type Face = [file: FontFile, localNames: string[], relativeWidth?: number];

const sans = (name: string, regular: Face, bold: Face): LocalFont => ({
  replaces: 'Inter',
  family: `Inter ${name}`,
  faces: [toFace(REGULAR, regular), toFace(BOLD, bold)],
});

const serif = (name: string, regular: Face): LocalFont => ({
  replaces: 'Fraunces',
  family: `Fraunces ${name}`,
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
export const LOCAL_FONTS: readonly LocalFont[] = [
  sans(
    'Arial',
    [fontsource('arimo', 400), ['Arial', 'Helvetica', 'Liberation Sans', 'Arimo', 'Arimo Regular']],
    [fontsource('arimo', 700), ['Arial Bold', 'Helvetica Bold', 'Liberation Sans Bold', 'Arimo Bold']],
  ),
  sans(
    'Segoe',
    [fontsource('arimo', 400), ['Segoe UI'], 0.4434 / 0.4458],
    [fontsource('arimo', 700), ['Segoe UI Bold'], 0.4751 / 0.48],
  ),
  sans(
    'Roboto',
    [fontsource('roboto', 400), ['Roboto', 'Roboto Regular']],
    [fontsource('roboto', 700), ['Roboto Bold', 'Roboto']],
  ),
  sans(
    'Noto',
    [fontsource('noto-sans', 400), ['Noto Sans', 'Noto Sans Regular']],
    [fontsource('noto-sans', 700), ['Noto Sans Bold']],
  ),
  sans(
    'Cantarell',
    [fontsource('cantarell', 400), ['Cantarell', 'Cantarell Regular']],
    [fontsource('cantarell', 700), ['Cantarell Bold']],
  ),
  sans('DejaVu', [dejavu('DejaVuSans'), ['DejaVu Sans']], [dejavu('DejaVuSans-Bold'), ['DejaVu Sans Bold']]),
  serif('Times', [
    fontsource('tinos', 400),
    ['Times New Roman', 'Liberation Serif', 'Tinos', 'Tinos Regular', 'Times'],
  ]),
  serif('Georgia', [fontsource('gelasio', 400), ['Georgia', 'Gelasio', 'Gelasio Regular']]),
  serif('Noto', [fontsource('noto-serif', 400), ['Noto Serif', 'Noto Serif Regular']]),
  serif('DejaVu', [dejavu('DejaVuSerif'), ['DejaVu Serif']]),
];
