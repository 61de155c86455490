import type { APIRoute } from 'astro';
import { renderJsonFeed } from '#src/features/blogs/public/feeds.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals, site, url }) => {
  const feed = renderJsonFeed(await locals.content.feed(), site ?? url);
  return new Response(feed, { headers: { 'Content-Type': 'application/feed+json; charset=utf-8' } });
};
