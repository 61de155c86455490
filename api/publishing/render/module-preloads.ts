/** In dist/, written by the build. */
export const MODULE_GRAPH_FILE = 'module-graph.json';

/** The files that a file of the browser's scripts imports. */
export type ModuleGraph = Record<string, readonly string[]>;

/** Admin pages and editors, by the class that their layout gives the page. */
const IS_ADMIN_PAGE = /<html[^>]* class="admin[ "]/;
const ISLAND = /<astro-island[^>]*? component-url="\/([^"]+)"[^>]*? renderer-url="\/([^"]+)"/g;

/**
 * Adds `<link rel="modulepreload">` for the code of the islands to admin pages. A browser finds an import only when it has
 * read the file that imports it: four levels, and each costs a round trip. Other pages stay as they are.
 */
export function addModulePreloads(html: string, graph: ModuleGraph): string {
  if (!IS_ADMIN_PAGE.test(html)) return html;
  const found = new Set<string>();
  const visit = (name: string) => {
    const imports = graph[name];
    if (!imports || found.has(name)) return;
    found.add(name);
    for (const next of imports) visit(next);
  };
  for (const [, component = '', renderer = ''] of html.matchAll(ISLAND)) [component, renderer].forEach(visit);
  const links = [...found].map((name) => `<link rel="modulepreload" href="/${name}">`).join('');
  return html.replace('</head>', () => `${links}</head>`);
}
