import type { APIRoute } from 'astro';
import { createFeed } from '#src/lib/feeds.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals, site, url }) => {
  const feed = createFeed(await locals.content.feed(), site ?? url);
  return new Response(feed.atom1(), { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } });
};
