import { createApp } from 'astro/app/entrypoint';

// Without streaming a page that fails halfway is an error, never half a page.
const app = createApp({ streaming: false });

// Astro would fetch its error pages over the network; the publisher wants to know of the failure instead.
const noErrorPage = async (url: string) => new Response(null, { status: url.includes('500') ? 500 : 404 });

/**
 * What the built pages are for the server: renders the page of an address from `locals`. Null when no page answers to
 * it, or one that the build has already made.
 */
export async function render(url: string, locals: App.Locals): Promise<Response | null> {
  const request = new Request(url);
  const routeData = app.match(request);
  return routeData ? app.render(request, { locals, routeData, prerenderedErrorPageFetch: noErrorPage }) : null;
}
