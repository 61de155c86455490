import type { APIRoute } from 'astro';
import { renderAtom } from '#src/features/blogs/public/feeds.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals, site, url }) => {
  const feed = renderAtom(await locals.content.feed(), site ?? url);
  return new Response(feed, { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } });
};
