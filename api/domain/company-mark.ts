import type { Palette } from './brand-palette.ts';

/** A symbol, SVG on a grid of 32, on a stone of this tint. */
export type StoneMark = { tint: string; symbol: string };

/** The stone, on the same grid, and one polished facet of it. */
export const stonePath = 'M11 2h10a9 9 0 0 1 9 9v17a2 2 0 0 1-2 2H11a9 9 0 0 1-9-9V11a9 9 0 0 1 9-9z';
export const facetPath = 'M2 19v-8a9 9 0 0 1 9-9h10c3 0 5.5 1.3 7.2 3.5z';

/**
 * What stands for a company where there is little room: a symbol on a stone (`dark`: in the tabs of dark browsers), an
 * image that was uploaded (SVG, PNG, WebP ...), or null: the first letter of its name.
 */
export type CompanyMark = (StoneMark & { dark?: StoneMark }) | { image: Uint8Array } | null;

/** How a company looks in what is drawn for it. */
export type Brand = { name: string; mark: CompanyMark; palette: Palette };
