import * as palette from '#api/domain/palette.ts';
import * as breakpoints from '#src/styles/breakpoints.ts';
import { fallbackFonts } from '#src/styles/fallback-fonts.ts';

const COLOUR = /--palette\(([a-z-]+)(?: (light|dark))?(?: \/ (\d+%))?\)/g;
const BREAKPOINT = /\(--([a-z-]+)\)/g;

const colours = new Map<string, string>(Object.entries(palette));
const widths = new Map<string, string>(Object.entries(breakpoints));

const toCamelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function formatColour(use: string, name: string, theme?: string, opacity?: string): string {
  const light = colours.get(toCamelCase(name));
  const dark = colours.get(`${toCamelCase(name)}Dark`);
  if (!light) throw new Error(`${use}: the palette has no such colour.`);
  if (!theme) return dark ? `light-dark(${light}, ${dark})` : light;
  const colour = theme === 'dark' && dark ? dark : light;
  return opacity ? `rgb(from ${colour} r g b / ${opacity})` : colour;
}

function formatBreakpoint(use: string, name: string): string {
  const width = widths.get(toCamelCase(name));
  if (!width) throw new Error(`${use}: there is no such breakpoint.`);
  return width;
}

/**
 * CSS with the values of its colours, such as `--palette(ink)`, `--palette(ink dark)` or `--palette(ink light / 45%)`,
 * and of its breakpoints, such as `@media (--phone)`. @throws on a name that does not exist
 */
export const resolveStyleValues = (css: string): string =>
  css.replace(COLOUR, formatColour).replace(/@media[^{]+/g, (rule) => rule.replace(BREAKPOINT, formatBreakpoint));

type FallbackFontsRule = { params: string; replaceWith(styles: unknown): void };

function getFallbackFaces(webFont: string): string {
  const faces = fallbackFonts[webFont];
  if (!faces) throw new Error(`@fallback-fonts ${webFont}: there are no local fonts of its width.`);
  return faces;
}

/**
 * A plugin of PostCSS: resolves colours and breakpoints in every style sheet, and in the styles of every component, and
 * writes the local faces of a web font in the place of `@fallback-fonts`.
 */
export const styleValues = {
  postcssPlugin: 'style-values',
  Declaration(declaration: { value: string }) {
    if (declaration.value.includes('--palette(')) declaration.value = declaration.value.replace(COLOUR, formatColour);
  },
  AtRule: {
    media(rule: { params: string }) {
      if (rule.params.includes('(--')) rule.params = rule.params.replace(BREAKPOINT, formatBreakpoint);
    },
    'fallback-fonts'(rule: FallbackFontsRule, { parse }: { parse(css: string): unknown }) {
      rule.replaceWith(parse(getFallbackFaces(rule.params)));
    },
  },
};
