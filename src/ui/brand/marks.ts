import type { Palette } from '#api/domain/brand-palette.ts';
import type { StoneMark } from '#api/domain/company-mark.ts';
import * as demoPalette from '#api/domain/palette.ts';
import { createProductAccent, type DrawnMotif, getAccentName, type ProductMotif } from '#api/domain/product-look.ts';
import type { SiteProduct } from '#api/domain/site-products.ts';
import { escapeXml } from '#src/lib/xml.ts';

/** The symbols of drawn marks in the colours of a palette, each on a stone of its accent. */
const createMotifMarks = (palette: Palette): Record<DrawnMotif, StoneMark> => ({
  page: {
    tint: palette.pounamu,
    symbol: `<path d="M9 10h5M9 16h9M9 22h14" stroke="${palette.chalk}" stroke-width="3" stroke-linecap="round"/><circle cx="21.5" cy="10" r="2.5" fill="${palette.kowhaiDark}"/>`,
  },
  receipt: {
    tint: palette.ochre,
    symbol: `<path d="M9.5 8h13v16l-3.25-2.5L16 24l-3.25-2.5L9.5 24z" fill="${palette.chalk}"/><path d="m12.8 14.5 2.5 2.5 4.2-4.6" fill="none" stroke="${palette.ochre}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>`,
  },
  shelf: {
    tint: palette.blue,
    symbol: `<path d="M9.5 20.5v-11m5 11v-9m4.5 9.3 2.8-10.3" stroke="${palette.chalk}" stroke-width="3.2" stroke-linecap="round"/><path d="M7 25h18" stroke="${palette.kowhaiDark}" stroke-width="2" stroke-linecap="round"/>`,
  },
  speech: {
    tint: palette.brick,
    symbol: `<path d="M12 8.5h8a4.5 4.5 0 0 1 4.5 4.5v10.5H12A4.5 4.5 0 0 1 7.5 19v-6A4.5 4.5 0 0 1 12 8.5z" fill="${palette.chalk}"/><path d="M12 16h0m4 0h0m4 0h0" stroke="${palette.brick}" stroke-width="2.6" stroke-linecap="round"/>`,
  },
});

export const motifMarks = createMotifMarks(demoPalette);

/** A letter on a stone, on a grid of 32. */
export const createLetterMark = (name: string, { tint, ink }: { tint: string; ink: string }): StoneMark => ({
  tint,
  symbol: `<text x="16" y="22.5" text-anchor="middle" font-size="18" font-weight="600" fill="${ink}">${escapeXml(findLetter(name))}</text>`,
});

const findLetter = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toUpperCase();

/** The drawn mark of a product: its symbol on a stone of its colour. */
export function createProductMark(
  product: Pick<SiteProduct, 'name' | 'product_id' | 'colour'> & { motif: ProductMotif },
  palette: Palette,
): StoneMark {
  const tint = createProductAccent(product, palette)?.accent ?? palette[getAccentName(product)];
  if (product.motif === 'letter') return createLetterMark(product.name, { tint, ink: palette.chalk });
  // A symbol has details in the colour of its stone.
  const colours = { ...palette, [getAccentName({ ...product, colour: '' })]: tint };
  return createMotifMarks(colours)[product.motif];
}
