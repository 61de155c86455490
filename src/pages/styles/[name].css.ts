import type { APIRoute } from 'astro';
import { formatAccentStyles, formatBrandStyles } from '#api/domain/brand-styles.ts';
import { getSite } from '#src/lib/site.ts';
import { fontFiles } from '#src/styles/font-files.ts';
import { formatFontStyles } from '#src/styles/font-styles.ts';

export const prerender = false;

/** The company’s colours and fonts, and the colours of its products, over those that the style sheets have. */
export const GET: APIRoute = ({ params }) => {
  const { palette, fonts, isChanged, accents, styles } = getSite().brand;
  if (params.name !== styles) return new Response(null, { status: 404 });
  const brandStyles = isChanged ? `${formatBrandStyles(palette)}${formatFontStyles(fonts, fontFiles)}` : '';
  return new Response(`${brandStyles}${formatAccentStyles(accents)}`, {
    headers: { 'Content-Type': 'text/css; charset=utf-8' },
  });
};
