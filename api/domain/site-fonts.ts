/** Letters of a face that have a file of their own, which a browser loads where one of them occurs. */
export type FontSubset = 'latin' | 'more-latin' | 'latin-ext' | 'greek' | 'cyrillic';

export const fontFamilies = ['fraunces', 'literata', 'noto-serif', 'inter', 'manrope', 'commissioner'] as const;
export type FontFamily = (typeof fontFamilies)[number];

/** Every family sets headlines; Fraunces is cut for large sizes only. */
export const textFontFamilies = ['inter', 'manrope', 'commissioner', 'literata', 'noto-serif'] as const;
export type SiteFonts = { headline: FontFamily; text: (typeof textFontFamilies)[number] };

/** Of the demo. */
export const demoFonts: SiteFonts = { headline: 'fraunces', text: 'inter' };

type Font = {
  name: string;
  kind: 'serif' | 'sans';
  /** Its files. `latin` is preloaded. */
  subsets: readonly FontSubset[];
  /** A family that lends it the letters that it lacks. */
  lender?: FontFamily;
};

const allSubsets = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;

/** Under the SIL Open Font License 1.1. The two of the demo hold less in `latin` (`src/assets/fonts/README.md`). */
export const fonts: Record<FontFamily, Font> = {
  fraunces: {
    name: 'Fraunces',
    kind: 'serif',
    subsets: ['latin', 'more-latin', 'latin-ext'],
    lender: 'noto-serif',
  },
  inter: { name: 'Inter', kind: 'sans', subsets: ['latin', 'more-latin', 'latin-ext', 'greek', 'cyrillic'] },
  literata: { name: 'Literata', kind: 'serif', subsets: allSubsets },
  manrope: { name: 'Manrope', kind: 'sans', subsets: allSubsets },
  commissioner: { name: 'Commissioner', kind: 'sans', subsets: allSubsets },
  'noto-serif': { name: 'Noto Serif', kind: 'serif', subsets: allSubsets },
};
