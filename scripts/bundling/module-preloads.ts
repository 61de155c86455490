import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

type Chunk = { imports: readonly string[]; dynamicImports: readonly string[] };

/** Screens of the back office, by the class that their layout gives the page. */
const IS_BACK_OFFICE = /<html[^>]* class="admin[ "]/;
const ISLAND = /<astro-island[^>]*? component-url="\/([^"]+)"[^>]*? renderer-url="\/([^"]+)"/g;
/** The text editor: its page needs it at once, although its island imports it dynamically. */
const LOADED_AT_ONCE = /\/RichTextEditor\.[^/]+\.js$/;

/**
 * Adds `<link rel="modulepreload">` for the code of the islands to the screens of the back office. A browser finds an import
 * only when it has read the file that imports it: four levels, and each costs a round trip. The public pages stay as they are.
 */
export function createModulePreloads(): AstroIntegration {
  const chunks = new Map<string, Chunk>();
  return {
    name: 'module-preloads',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'collect-chunks',
                applyToEnvironment: ({ name }) => name === 'client',
                // Not earlier: the bundler removes chunks that hold only styles.
                writeBundle(_options, bundle) {
                  for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file);
                },
              },
            ],
          },
        });
      },
      'astro:build:done': async ({ assets }) => {
        for (const file of [...assets.values()].flat().map((url) => fileURLToPath(url))) {
          if (!file.endsWith('.html')) continue;
          const html = await readFile(file, 'utf8');
          if (IS_BACK_OFFICE.test(html)) await writeFile(file, addPreloads(html, chunks));
        }
      },
    },
  };
}

function addPreloads(html: string, chunks: ReadonlyMap<string, Chunk>): string {
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || found.has(name)) return;
    found.add(name);
    for (const next of [...chunk.imports, ...chunk.dynamicImports.filter((file) => LOADED_AT_ONCE.test(file))])
      visit(next);
  };
  for (const [, component = '', renderer = ''] of html.matchAll(ISLAND)) [component, renderer].forEach(visit);
  const links = [...found].map((name) => `<link rel="modulepreload" href="/${name}">`).join('');
  return html.replace('</head>', () => `${links}</head>`);
}
