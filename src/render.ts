import { App } from 'astro/app';
import { createApp } from 'astro/app/entrypoint';
import { toRoutePath } from '#src/sections/page-route.ts';

// Without streaming a page that fails halfway is an error, never half a page.
const appWithPolicy = createApp({ streaming: false });

/**
 * Renders without a policy. Pages of a route have the same one, for which Astro would hash their styles again each
 * time: a tenth of a full render.
 */
const app = new App({ ...appWithPolicy.manifest, shouldInjectCspMetaTags: false }, false);
// A failure is thrown to the caller, who logs it as JSON; Astro would print it to the terminal as well.
for (const { logger } of [app, appWithPolicy]) logger.setDestination({ write: () => undefined });

const POLICY = 'content-security-policy';
const policiesByRoute = new Map<string, string>();

// Astro would fetch its error pages over the network; the publisher needs the failure instead.
const noErrorPage = async (url: string) => new Response(null, { status: url.includes('500') ? 500 : 404 });

/**
 * What the built pages are for the server: renders the page of an address from `locals`. Null when no page answers to
 * it, or when the page is pre-rendered.
 */
export async function render(url: string, locals: App.Locals): Promise<Response | null> {
  const { origin, pathname, search } = new URL(url);
  const request = new Request(`${origin}${toRoutePath(locals.content.site, pathname)}${search}`);
  const routeData = app.match(request);
  if (!routeData) return null;
  const options = { locals, routeData, prerenderedErrorPageFetch: noErrorPage };
  const known = policiesByRoute.get(routeData.route);
  if (known !== undefined) {
    const response = await app.render(request, options);
    response.headers.set(POLICY, known);
    return response;
  }
  const response = await appWithPolicy.render(request, options);
  const policy = response.headers.get(POLICY);
  if (response.ok && policy !== null) policiesByRoute.set(routeData.route, policy);
  return response;
}
