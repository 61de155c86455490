import type { APIRoute } from 'astro';
import { escapeXml, xmlResponse } from '#src/lib/xml.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals, site, url }) => {
  const parts = await locals.content.sitemapParts();
  const lines = parts.map(({ part, lastmod }) => {
    const address = escapeXml(new URL(`/sitemap-${part}.xml`, site ?? url).href);
    return `<sitemap><loc>${address}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</sitemap>`;
  });
  return xmlResponse(
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</sitemapindex>`,
  );
};
