import type { APIRoute } from 'astro';
import { renderAuthorRss } from '#src/features/blogs/public/feeds.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals, params, site, url }) => {
  const list = await locals.content.authorFeed(params.slug ?? '');
  if (!list) return new Response(null, { status: 404 });
  const feed = renderAuthorRss(list, site ?? url);
  return new Response(feed, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
};
