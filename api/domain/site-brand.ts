import { type Accent, createBrandPalette, demoPalette, type Palette } from './brand-palette.ts';
import { type CoverMotif, defaultCoverMotif } from './cover-motifs.ts';
import type { FieldImage } from './fields.ts';
import { parseImageUrl, toUploadUrl } from './image-variants.ts';
import { selectCropSource } from './og-image.ts';
import { createProductAccent } from './product-look.ts';
import type { SiteFacts } from './site-facts.ts';
import { demoFonts, type SiteFonts } from './site-fonts.ts';
import type { SiteProduct } from './site-products.ts';
import type { SiteSettings } from './site-settings.ts';

/** An upload; sizes in pixels. */
export type BrandImage = { url: string; width: number; height: number };

/** How the site looks, from its settings. */
export type SiteBrand = {
  logo: BrandImage | null;
  mark: BrandImage | null;
  linkPreview: BrandImage | null;
  palette: Palette;
  fonts: SiteFonts;
  motif: CoverMotif;
  /** It has colours or fonts of its own. */
  isChanged: boolean;
  /** Of products with colours of their own. */
  accents: readonly (Accent & { productId: number })[];
  /** Names the style sheet that every public page links to; null while the site, with its products, looks as it came. */
  styles: string | null;
};

export function toBrandImage(image: FieldImage | null): BrandImage | null {
  const stored = image && parseImageUrl(image.url);
  return stored && { url: image.url, width: stored.width, height: stored.height };
}

/** The attributes of an image that is shown `height` pixels high, of a file that is sharp on dense screens. */
export function fitBrandImage(image: BrandImage, height: number): { src: string; width: number; height: number } {
  const width = Math.round((height * image.width) / image.height);
  const stored = parseImageUrl(image.url);
  const file = stored && selectCropSource(stored, { width: 2 * width, height: 2 * height });
  return { src: file ? toUploadUrl(file.name) : image.url, width, height };
}

/** `hash` names what the styles are made of. */
export function createSiteBrand(
  { brand }: SiteSettings,
  products: readonly SiteProduct[],
  hash: (value: unknown) => string,
): SiteBrand {
  const { colour, second_colour: second, motif } = brand;
  const fonts = { headline: brand.headline_font, text: brand.text_font };
  const isChanged = colour !== '' || fonts.headline !== demoFonts.headline || fonts.text !== demoFonts.text;
  const palette = colour === '' ? demoPalette : createBrandPalette(colour, second || null);
  const accents = products.flatMap((product) => {
    const accent = createProductAccent(product, palette);
    return accent === null ? [] : [{ ...accent, productId: product.product_id }];
  });
  return {
    logo: toBrandImage(brand.logo),
    mark: toBrandImage(brand.mark),
    linkPreview: toBrandImage(brand.link_preview),
    palette,
    fonts,
    motif: motif ?? defaultCoverMotif,
    isChanged,
    accents,
    styles: isChanged || accents.length > 0 ? hash([colour, second, fonts, accents]) : null,
  };
}

/** The address of the style sheet of this name; it never changes. */
export const getBrandStylesPath = (name: string): string => `/styles/${name}.css`;

/** What icons and link previews show of a company. */
export type SiteLook = {
  name: string;
  greeting: string;
  tagline: string;
  description: string;
  language: string;
  palette: Palette;
  /** Addresses of uploads. */
  mark: string | null;
  linkPreview: string | null;
  /** What the shelf is called; empty without one. */
  shelf: string;
};

type LookSource = { settings: SiteSettings; brand: SiteBrand; facts: Pick<SiteFacts, 'shelf'> };

export const createSiteLook = ({ settings, brand, facts }: LookSource): SiteLook => ({
  name: settings.company.name,
  greeting: settings.company.greeting,
  tagline: settings.company.tagline,
  description: settings.search.description,
  language: settings.language.language,
  palette: brand.palette,
  mark: brand.mark?.url ?? null,
  linkPreview: brand.linkPreview?.url ?? null,
  shelf: facts.shelf,
});
