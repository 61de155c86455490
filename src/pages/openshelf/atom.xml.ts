import type { APIRoute } from 'astro';
import { toShelfChannel } from '#src/features/openshelf/public/shelf-feed.ts';
import { renderAtomChannel } from '#src/lib/feeds/feeds.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals, site, url }) => {
  const feed = renderAtomChannel(toShelfChannel(await locals.content.shelf.feed()), site ?? url);
  return new Response(feed, { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } });
};
