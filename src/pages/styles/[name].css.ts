import type { APIRoute } from 'astro';
import { formatBrandStyles } from '#api/domain/brand-styles.ts';
import { getSite } from '#src/lib/site.ts';
import { fontFiles } from '#src/styles/font-files.ts';
import { formatFontStyles } from '#src/styles/font-styles.ts';

export const prerender = false;

/** The company’s colours and fonts, over those that the style sheets have. */
export const GET: APIRoute = ({ params }) => {
  const { palette, fonts, styles } = getSite().brand;
  if (params.name !== styles) return new Response(null, { status: 404 });
  return new Response(`${formatBrandStyles(palette)}${formatFontStyles(fonts, fontFiles)}`, {
    headers: { 'Content-Type': 'text/css; charset=utf-8' },
  });
};
