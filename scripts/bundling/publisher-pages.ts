import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/** Beside dist/client: the addresses of the pages that read nothing but the settings. */
export const FIXED_PAGES_FILE = 'fixed-pages.json';

/**
 * Every page is rendered by the publisher. One that doesn't say `prerender = false` reads no content but the settings: the
 * publisher learns their addresses from a file, and plans all others itself.
 */
export function createPublisherPages(): AstroIntegration {
  const components = new Set<string>();
  let addresses: string[] = [];
  return {
    name: 'publisher-pages',
    hooks: {
      'astro:route:setup': ({ route }) => {
        if (route.prerender) components.add(route.component);
        route.prerender = false;
      },
      'astro:routes:resolved': ({ routes }) => {
        addresses = routes
          .filter(({ entrypoint, origin }) => origin === 'project' && components.has(entrypoint))
          .map(({ pattern }) => pattern)
          .sort();
      },
      'astro:build:done': async ({ dir }) => {
        await writeFile(new URL(`../${FIXED_PAGES_FILE}`, dir), JSON.stringify(addresses));
      },
    },
  };
}
