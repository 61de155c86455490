import { defineMiddleware } from 'astro:middleware';
import { renderWithSite } from '#src/lib/site.ts';
import { toRoutePath } from '#src/sections/page-route.ts';

// The server hands `locals.content` to Astro's handler. `astro dev` owns its own HTTP server, so there
// scripts/dev.ts leaves a factory under this symbol instead.
const DEV_CONTENT = Symbol.for('site.dev-content');

type Content = App.Locals['content'];

export const onRequest = defineMiddleware(async (context, next) => {
  if (import.meta.env.DEV) {
    const createContent = (globalThis as { [DEV_CONTENT]?: () => Content | Promise<Content> })[DEV_CONTENT];
    if (createContent) context.locals.content = await createContent();
  }
  try {
    const { site } = context.locals.content;
    const { pathname } = context.url;
    const route = toRoutePath(site, pathname);
    // Elsewhere src/render.ts asks for the route.
    const rewritten = import.meta.env.DEV && route !== pathname ? route : undefined;
    return await renderWithSite(site, () => next(rewritten));
  } catch (error) {
    // Astro would answer with an empty 500; the publisher needs the error.
    context.locals.onRenderError?.(error);
    throw error;
  }
});
