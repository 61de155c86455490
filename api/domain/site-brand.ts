import { createBrandPalette, demoPalette, type Palette } from './brand-palette.ts';
import { type CoverMotif, defaultCoverMotif } from './cover-motifs.ts';
import { demoFonts, type SiteFonts } from './site-fonts.ts';
import type { SiteSettings } from './site-settings.ts';

/** How the site looks, from its settings. */
export type SiteBrand = {
  palette: Palette;
  fonts: SiteFonts;
  motif: CoverMotif;
  /** Names the style sheet that every public page links to; null while the site looks as it came. */
  styles: string | null;
};

/** `hash` names what the styles are made of. */
export function createSiteBrand({ brand }: SiteSettings, hash: (value: unknown) => string): SiteBrand {
  const { colour, second_colour: second, motif } = brand;
  const fonts = { headline: brand.headline_font, text: brand.text_font };
  const isAsItCame = colour === '' && fonts.headline === demoFonts.headline && fonts.text === demoFonts.text;
  return {
    palette: colour === '' ? demoPalette : createBrandPalette(colour, second || null),
    fonts,
    motif: motif ?? defaultCoverMotif,
    styles: isAsItCame ? null : hash([colour, second, fonts]),
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
};

export const createSiteLook = ({ settings, brand }: { settings: SiteSettings; brand: SiteBrand }): SiteLook => ({
  name: settings.company.name,
  greeting: settings.company.greeting,
  tagline: settings.company.tagline,
  description: settings.search.description,
  language: settings.language.language,
  palette: brand.palette,
});
