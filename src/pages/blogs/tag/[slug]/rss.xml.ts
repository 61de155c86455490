import type { APIRoute } from 'astro';
import { renderTagRss } from '#src/features/blogs/public/feeds.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals, params, site, url }) => {
  const list = await locals.content.tagFeed(params.slug ?? '');
  if (!list) return new Response(null, { status: 404 });
  const feed = renderTagRss(list, site ?? url);
  return new Response(feed, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
};
