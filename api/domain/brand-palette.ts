import { contrast, fromOklch, type Oklch, toOklch } from './colour.ts';
import * as demo from './palette.ts';

export type PaletteColour = keyof typeof demo;
/** Every colour of the company as '#rrggbb'. */
export type Palette = Readonly<Record<PaletteColour, string>>;

/** Of the demo, and of a company that has chosen no colour. */
export const demoPalette: Palette = demo;

/** Least contrast of text, and of controls, by WCAG 2 AA. */
export const TEXT = 4.5;
const CONTROL = 3;

const lightGrounds = ['paper', 'surface', 'sunken', 'pounamuTint', 'pounamuPale', 'kowhaiTint'] as const;
const darkGrounds = ['paperDark', 'surfaceDark', 'sunkenDark', 'pounamuTintDark', 'pounamuPaleDark'] as const;
const allLightGrounds = [...lightGrounds, 'ochreTint', 'blueTint', 'brickTint'] as const;
const allDarkGrounds = [...darkGrounds, 'kowhaiTintDark', 'ochreTintDark', 'blueTintDark', 'brickTintDark'] as const;
const deepGrounds = ['pounamuDeep', 'pounamuDeepDark'] as const;

/** Contrasts with `grounds` that a colour has at least: where it is used. */
export type ContrastRule = { grounds: readonly PaletteColour[]; minimum: number };

/** In text, 4.5:1; controls, focus rings and what a mark shows, 3:1. */
export const contrastRules: Partial<Record<PaletteColour, readonly ContrastRule[]>> = {
  ink: [{ grounds: allLightGrounds, minimum: TEXT }],
  inkDark: [{ grounds: allDarkGrounds, minimum: TEXT }],
  muted: [{ grounds: allLightGrounds, minimum: TEXT }],
  mutedDark: [{ grounds: allDarkGrounds, minimum: TEXT }],
  control: [{ grounds: ['paper', 'surface', 'sunken'], minimum: CONTROL }],
  controlDark: [{ grounds: ['paperDark', 'surfaceDark', 'sunkenDark'], minimum: CONTROL }],
  pounamu: [{ grounds: lightGrounds, minimum: TEXT }],
  pounamuDark: [{ grounds: [...darkGrounds, 'kowhaiTintDark'], minimum: TEXT }],
  pounamuStrong: [{ grounds: lightGrounds, minimum: TEXT }],
  pounamuStrongDark: [{ grounds: [...darkGrounds, 'kowhaiTintDark'], minimum: TEXT }],
  onPounamu: [{ grounds: ['pounamu', 'pounamuStrong'], minimum: TEXT }],
  onPounamuDark: [{ grounds: ['pounamuDark', 'pounamuStrongDark'], minimum: TEXT }],
  onDeep: [{ grounds: deepGrounds, minimum: TEXT }],
  onDeepMuted: [{ grounds: deepGrounds, minimum: TEXT }],
  chalk: [{ grounds: ['pounamu', 'ochre', 'blue', 'brick'], minimum: CONTROL }],
  celadon: [{ grounds: ['pounamu'], minimum: CONTROL }],
  kowhai: [
    { grounds: ['ink'], minimum: TEXT },
    { grounds: deepGrounds, minimum: CONTROL },
  ],
  kowhaiStrong: [
    { grounds: ['ink'], minimum: TEXT },
    { grounds: deepGrounds, minimum: CONTROL },
  ],
  kowhaiDark: [
    { grounds: ['ink', ...deepGrounds], minimum: TEXT },
    { grounds: [...allDarkGrounds, 'pounamu', 'blue'], minimum: CONTROL },
  ],
  kowhaiText: [{ grounds: lightGrounds, minimum: TEXT }],
  kowhaiTextDark: [{ grounds: [...darkGrounds, 'kowhaiTintDark'], minimum: TEXT }],
  red: [{ grounds: ['paper', 'surface', 'sunken', 'redTint'], minimum: TEXT }],
  redDark: [{ grounds: ['paperDark', 'surfaceDark', 'sunkenDark', 'redTintDark'], minimum: TEXT }],
  ochre: [{ grounds: ['paper', 'surface', 'sunken', 'ochreTint'], minimum: TEXT }],
  ochreDark: [{ grounds: ['paperDark', 'surfaceDark', 'sunkenDark', 'ochreTintDark'], minimum: TEXT }],
  blue: [{ grounds: ['paper', 'surface', 'sunken', 'blueTint'], minimum: TEXT }],
  blueDark: [{ grounds: ['paperDark', 'surfaceDark', 'sunkenDark', 'blueTintDark'], minimum: TEXT }],
  brick: [{ grounds: ['paper', 'surface', 'sunken', 'brickTint'], minimum: TEXT }],
  brickDark: [{ grounds: ['paperDark', 'surfaceDark', 'sunkenDark', 'brickTintDark'], minimum: TEXT }],
};

const STEP = 0.004;

/**
 * The colour itself if it has `minimum` with each ground; else the nearest lightness that has, of one that is made lighter
 * at least `lightest`.
 */
export function mendContrast(
  hex: string,
  checks: readonly { ground: string; minimum: number }[],
  lightest = 0,
): string {
  const passes = (candidate: string) => checks.every(({ ground, minimum }) => contrast(candidate, ground) >= minimum);
  if (passes(hex)) return hex;
  const worst = (candidate: string) => Math.min(...checks.map(({ ground }) => contrast(candidate, ground)));
  const step = worst('#000000') > worst('#ffffff') ? -STEP : STEP;
  const { l, c, h } = toOklch(hex);
  const start = step > 0 ? Math.max(l + step, lightest) : l + step;
  for (let lightness = start; lightness > 0 && lightness < 1; lightness += step) {
    const candidate = fromOklch({ l: lightness, c, h });
    if (passes(candidate)) return candidate;
  }
  return step < 0 ? '#000000' : '#ffffff';
}

/** A colour that is too dark for dark pages becomes as light as what else stands out there. */
const BRIGHT = 0.72;
/** Below it a colour has no hue to speak of. */
const GREY = 0.02;
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** A second shade of a colour for hover: `step` away, and to the other side where there is no room. */
function shift({ l, c, h }: Oklch, step: number): Oklch {
  const hasRoom = l + step > 0.17 && l + step < 0.97;
  return { l: hasRoom ? l + step : l - step * 1.3, c, h };
}

/** The colour of a product for text and marks, and a tint of it for grounds, on pages of both themes. */
export type Accent = { accent: string; accentDark: string; tint: string; tintDark: string };

type Neutrals = Pick<Palette, 'paper' | 'paperDark' | 'surface' | 'surfaceDark' | 'sunken' | 'sunkenDark'>;

/** The accent of a product from its colour ('#rrggbb'), made darker or lighter until it is text on each of its grounds. */
export function createAccent(colour: string, neutrals: Neutrals): Accent {
  const { c, h } = toOklch(colour);
  const chroma = Math.min(c, 0.11);
  const tint = fromOklch({ l: 0.942, c: chroma * 0.19, h });
  const tintDark = fromOklch({ l: 0.279, c: chroma * 0.36, h });
  const onEach = (...grounds: string[]) => grounds.map((ground) => ({ ground, minimum: TEXT }));
  const { paper, surface, sunken, paperDark, surfaceDark, sunkenDark } = neutrals;
  return {
    accent: mendContrast(colour, onEach(paper, surface, sunken, tint)),
    accentDark: mendContrast(colour, onEach(paperDark, surfaceDark, sunkenDark, tintDark), BRIGHT),
    tint,
    tintDark,
  };
}

/**
 * The palette of a company from its colour ('#rrggbb') and, for what shines on deep grounds and for small headings, a
 * second one. Lightnesses are the demo's, hue and chroma are the company's; text and controls are made darker or lighter
 * until they have the contrast of `contrastRules` on every ground.
 */
export function createBrandPalette(colour: string, second?: string | null): Palette {
  const brand = toOklch(colour);
  const hasHue = brand.c >= GREY;
  const light: Oklch = second
    ? toOklch(second)
    : { l: Math.max(brand.l, 0.82), c: Math.min(brand.c, 0.12), h: brand.h };
  const palette: Record<PaletteColour, string> = { ...demo };

  const mend = (name: PaletteColour, hex: string, lightest?: number) => {
    const checks = (contrastRules[name] ?? []).flatMap(({ grounds, minimum }) =>
      grounds.map((ground) => ({ ground: palette[ground], minimum })),
    );
    palette[name] = mendContrast(hex, checks, lightest);
  };
  const draw = (name: PaletteColour, l: number, c: number, h: number) => mend(name, fromOklch({ l, c, h }));
  /** A shade with the hue of the company. */
  const shade = (name: PaletteColour, l: number, c: number) =>
    draw(name, l, hasHue ? Math.min(c, brand.c) : 0, brand.h);

  // Grounds: nothing is mended against what comes later.
  shade('paper', 0.981, 0.005);
  shade('paperDark', 0.193, 0.011);
  shade('surface', 0.996, 0.003);
  shade('surfaceDark', 0.234, 0.014);
  shade('sunken', 0.953, 0.009);
  shade('sunkenDark', 0.166, 0.01);
  shade('pounamuTint', 0.941, 0.019);
  shade('pounamuTintDark', 0.296, 0.038);
  shade('pounamuPale', 0.936, 0.021);
  shade('pounamuPaleDark', 0.295, 0.04);
  shade('pounamuDeep', 0.324, 0.062);
  shade('pounamuDeepDark', 0.273, 0.045);
  draw('kowhaiTint', 0.955, Math.min(0.045, light.c * 0.3), light.h);
  draw('kowhaiTintDark', 0.289, Math.min(0.04, light.c * 0.3), light.h);

  // Other products: hues around that of the company
  const otherChroma = hasHue ? clamp(brand.c, 0.06, 0.11) : 0;
  for (const [name, l, h] of [
    ['ochre', 0.471, second ? light.h : brand.h + 70],
    ['blue', 0.419, brand.h - 50],
    ['brick', 0.471, brand.h + 150],
  ] as const) {
    const { accent, accentDark, tint, tintDark } = createAccent(fromOklch({ l, c: otherChroma, h }), palette);
    palette[name] = accent;
    palette[`${name}Dark`] = accentDark;
    palette[`${name}Tint`] = tint;
    palette[`${name}TintDark`] = tintDark;
  }

  // Text and controls
  shade('ink', 0.236, 0.017);
  shade('inkDark', 0.931, 0.012);
  shade('muted', 0.47, 0.02);
  shade('mutedDark', 0.757, 0.018);
  shade('hairline', 0.892, 0.018);
  shade('hairlineDark', 0.317, 0.018);
  shade('control', 0.595, 0.022);
  shade('controlDark', 0.585, 0.021);
  mend('red', demo.red);
  mend('redDark', demo.redDark);

  // Action
  for (const [action, strong, step] of [
    ['pounamu', 'pounamuStrong', -0.075],
    ['pounamuDark', 'pounamuStrongDark', 0.062],
  ] as const) {
    mend(action, colour, BRIGHT);
    mend(strong, fromOklch(shift(toOklch(palette[action]), step)));
  }
  mend('onPounamu', '#ffffff');
  shade('onPounamuDark', 0.2, 0.039);
  shade('onDeep', 0.952, 0.012);
  shade('onDeepMuted', 0.841, 0.032);
  shade('chalk', 0.981, 0.008);
  shade('celadon', 0.777, 0.07);

  // Light
  draw('kowhai', light.l, light.c, light.h);
  mend('kowhaiStrong', fromOklch(shift(toOklch(palette.kowhai), 0.05)));
  draw('kowhaiDark', light.l, light.c, light.h);
  mend('kowhaiText', second ?? colour);
  mend('kowhaiTextDark', second ?? colour, BRIGHT);
  return palette;
}

export type PaletteTheme = 'light' | 'dark';

export type PaletteUse = {
  name: string;
  kind: 'text' | 'image' | 'border';
  /** '#rrggbb' of what is shown, and of what it lies on. */
  colour: string;
  ground: string;
  /** What it is: '#17698A on paper'. */
  note: string;
  ratio: number;
  /** adjusted: the company’s colour was made darker or lighter for it; no-text: text would be hard to read. */
  verdict: 'adjusted' | 'passes' | 'no-text';
};

/** A change of the company’s colour for text and buttons; ratios are those with the ground on which it is read worst. */
export type PaletteAdjustment = { from: string; fromRatio: number; to: string; toRatio: number; isDarker: boolean };

export type PaletteReport = { uses: PaletteUse[]; adjustment: PaletteAdjustment | null };

const format = (hex: string) => hex.toUpperCase();
const formatName = (hex: string) => ({ '#ffffff': 'White', '#000000': 'Black' })[hex] ?? format(hex);

/** How the palette of these colours is used in a theme, with the contrast of each use. */
export function reportPalette(colour: string, second: string | null, theme: PaletteTheme): PaletteReport {
  const palette = createBrandPalette(colour, second);
  const get = (name: PaletteColour) => {
    const dark = `${name}Dark` as PaletteColour;
    return theme === 'dark' && dark in palette ? palette[dark] : palette[name];
  };
  const paper = get('paper');
  const action = get('pounamu');
  const headings = get('kowhaiText');
  const isAdjusted = action !== colour;
  const pictureRatio = contrast(colour, paper);
  const rules = contrastRules[theme === 'dark' ? 'pounamuDark' : 'pounamu'] ?? [];
  const findWorst = (text: string) =>
    Math.min(...rules.flatMap(({ grounds }) => grounds.map((ground) => contrast(text, palette[ground]))));

  const toUse = (name: string, text: string, ground: string, note: string, isMended = false): PaletteUse => ({
    name,
    kind: 'text',
    colour: text,
    ground,
    note,
    ratio: contrast(text, ground),
    verdict: isMended ? 'adjusted' : 'passes',
  });
  const uses: PaletteUse[] = [
    {
      name: 'Images and covers',
      kind: 'image',
      colour,
      ground: paper,
      note: `${format(colour)}, your colour`,
      ratio: pictureRatio,
      verdict: pictureRatio < TEXT ? 'no-text' : 'passes',
    },
    toUse('Links', action, paper, `${format(action)} on paper`, isAdjusted),
    toUse('Buttons', get('onPounamu'), action, `${formatName(get('onPounamu'))} on ${format(action)}`, isAdjusted),
    toUse('Tinted areas', action, get('pounamuTint'), `${format(action)} on ${format(get('pounamuTint'))}`),
    toUse(
      'Dark sections',
      palette.onDeep,
      get('pounamuDeep'),
      `${format(palette.onDeep)} on ${format(get('pounamuDeep'))}`,
    ),
    toUse(
      'Small headings',
      headings,
      paper,
      `${format(headings)}, from your ${second ? 'second colour' : 'colour'}`,
      headings !== (second ?? colour),
    ),
    {
      ...toUse('Field borders', get('control'), paper, `${format(get('control'))} on paper, at least 3:1`),
      kind: 'border',
    },
  ];
  const adjustment = {
    from: colour,
    fromRatio: findWorst(colour),
    to: action,
    toRatio: findWorst(action),
    isDarker: toOklch(action).l < toOklch(colour).l,
  };
  return { uses, adjustment: isAdjusted ? adjustment : null };
}

/** '5.8 : 1', rounded down: a contrast is never shown better than it is. */
export const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`;
