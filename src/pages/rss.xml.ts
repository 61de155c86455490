import type { APIRoute } from 'astro';
import { renderRss } from '#src/features/blogs/public/feeds.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals, site, url }) => {
  const feed = renderRss(await locals.content.feed(), site ?? url);
  return new Response(feed, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
};
