import { defineMiddleware } from 'astro:middleware';
import { renderWithSite } from '#src/lib/site.ts';

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
    return await renderWithSite(context.locals.content.site, next);
  } catch (error) {
    // Astro would answer with an empty 500; the publisher needs the error.
    context.locals.onRenderError?.(error);
    throw error;
  }
});
