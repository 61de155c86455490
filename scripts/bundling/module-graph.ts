import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { MODULE_GRAPH_FILE, type ModuleGraph } from '#api/publishing/render/module-preloads.ts';

/** The text editor: its page needs it at once, although its island imports it dynamically. */
const LOADED_AT_ONCE = /\/RichTextEditor\.[^/]+\.js$/;

/** Writes which file of the browser's scripts imports which: the publisher tells admin pages what they will ask for. */
export function createModuleGraph(): AstroIntegration {
  const graph: ModuleGraph = {};
  return {
    name: 'module-graph',
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
                  for (const file of Object.values(bundle)) {
                    if (file.type !== 'chunk') continue;
                    const early = file.dynamicImports.filter((name) => LOADED_AT_ONCE.test(name));
                    graph[file.fileName] = [...file.imports, ...early];
                  }
                },
              },
            ],
          },
        });
      },
      'astro:build:done': async ({ dir }) => {
        await writeFile(new URL(`../${MODULE_GRAPH_FILE}`, dir), JSON.stringify(graph));
      },
    },
  };
}
