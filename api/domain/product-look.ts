/** How a product is drawn: the mark that stands for it, and its colour. */
import { type Accent, createAccent, type Palette } from './brand-palette.ts';

/** What the drawn mark of a product shows. */
export const productMotifs = {
  letter: 'First letter of its name',
  page: 'Page of text',
  receipt: 'Receipt',
  shelf: 'Books on a shelf',
  speech: 'Speech bubble',
} as const;
export type ProductMotif = keyof typeof productMotifs;
export type DrawnMotif = Exclude<ProductMotif, 'letter'>;

/** Colours of the palette that products have, each with a tint for grounds (`src/styles/tokens.css`). */
const accentNames = ['pounamu', 'ochre', 'blue', 'brick'] as const;
export type AccentName = (typeof accentNames)[number];

const motifAccents: Record<DrawnMotif, AccentName> = {
  page: 'pounamu',
  receipt: 'ochre',
  shelf: 'blue',
  speech: 'brick',
};

/** `colour` is '#rrggbb', or empty. */
type Look = { product_id: number; motif: ProductMotif; colour: string };

/** The colour of the palette that a product without one of its own has: another one for each of four. */
export const getAccentName = ({ product_id, motif }: Look): AccentName =>
  motif === 'letter' ? (accentNames[product_id % accentNames.length] ?? accentNames[0]) : motifAccents[motif];

/** The class that gives an element `--accent` and `--accent-tint` (`src/ui/brand/accents.css`). */
export const getAccentClass = (product: Look): string =>
  product.colour === '' ? `accent-${getAccentName(product)}` : `accent-${product.product_id}`;

/** A colour of its own, made darker or lighter until it can be read on pages of this palette; null without one. */
export const createProductAccent = ({ colour }: Look, palette: Palette): Accent | null =>
  colour === '' ? null : createAccent(colour, palette);
