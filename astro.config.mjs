import { fileURLToPath } from 'node:url';
import { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { createModuleGraph } from './scripts/bundling/module-graph.ts';
import { createPublisherPages } from './scripts/bundling/publisher-pages.ts';
import { createScriptChunks } from './scripts/bundling/script-chunks.ts';
import { styleValues } from './scripts/bundling/style-values.ts';

// Pages are built for an origin that does not exist; the release writes the real one (SITE_URL) in when it
// takes a page, so that one build serves any address. See api/publishing/render/astro-renderer.ts.
const PLACEHOLDER_ORIGIN = 'https://origin.invalid';
const NAMED_CHARACTER = fileURLToPath(new URL('./src/lib/character-reference.ts', import.meta.url));

/** In the browser HTML is read in one place only (Trusted Types), also a character by its name in Markdown. */
const inertEntities = {
  name: 'inert-entities',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) => (id === 'decode-named-character-reference' ? NAMED_CHARACTER : null),
};

// Pages are rendered by the publisher, in its own process: our entry in place of the adapter's web server.
const nodeAdapter = {
  name: '@astrojs/node',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        ...getAdapter({ staticHeaders: false }),
        serverEntrypoint: new URL('src/render.ts', import.meta.url),
      }),
  },
};

export default defineConfig({
  site: PLACEHOLDER_ORIGIN,
  output: 'static',
  adapter: nodeAdapter,
  integrations: [createPublisherPages(), react(), createModuleGraph()],
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'auto' },
  compressHTML: true,
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  prefetch: false,
  security: {
    checkOrigin: false, // no page takes a form post; the API checks its own origins
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'none'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        // No object-src and no frame-src: the default forbids both. An editor adds its own preview (src/lib/editor-csp.ts), and a
        // post the hosts of its embeds (api/publishing/render/page-policy.ts).
        "manifest-src 'self'",
        "worker-src 'none'",
        "form-action 'self'",
        "base-uri 'none'",
      ],
    },
  },
  vite: {
    build: {
      // The script of every page stays in the page, as a smaller one does: it costs no request.
      assetsInlineLimit: (file) => (/DocumentLayout\.astro.*\.js$/.test(file) ? true : undefined),
    },
    css: { postcss: { plugins: [styleValues] } },
    plugins: [inertEntities, createScriptChunks()],
    environments: {
      ssr: {
        build: {
          rolldownOptions: {
            output: {
              // The styles of a public page are one file, as style sheets follow chunks. Frames that share a part of them
              // would otherwise split them in two: one more request for every public page.
              codeSplitting: { groups: [{ name: 'base-layout', test: /src\/layouts\/BaseLayout\.astro/ }] },
            },
          },
        },
      },
    },
    server: { watch: { ignored: ['**/data/**', '**/tmp/**'] } },
  },
});
