import type { APIRoute } from 'astro';
import { escapeXml, xmlResponse } from '#src/lib/xml.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals, params, site, url }) => {
  const entries = await locals.content.sitemapPart(params.part ?? '');
  if (!entries) return new Response(null, { status: 404 });
  const lines = entries.map(({ path, lastmod }) => {
    const address = escapeXml(new URL(path, site ?? url).href);
    return `<url><loc>${address}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`;
  });
  return xmlResponse(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>`);
};
