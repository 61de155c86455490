/** In dist/, written by the build. */
export const MODULE_GRAPH_FILE = 'module-graph.json';

/** The files that a file of the browser's scripts imports. */
export type ModuleGraph = Record<string, readonly string[]>;

const ROOT_CLASS = /^\s*<!doctype html>\s*<html[^>]* class="admin[ "]/i;
/** The root element ends before; bytes. */
const ROOT_MAX = 1_000;

/** Admin pages and editors, by the class that their layout gives the page. A full render asks for every page, so only its start is decoded. */
export const isAdminPage = (html: Buffer): boolean => ROOT_CLASS.test(html.toString('latin1', 0, ROOT_MAX));

const ISLAND = /<astro-island[^>]*? component-url="\/([^"]+)"[^>]*? renderer-url="\/([^"]+)"/g;

/**
 * Adds `<link rel="modulepreload">` for the code of the islands to an admin page. A browser finds an import only when it has
 * read the file that imports it: four levels, and each costs a round trip.
 */
export function addModulePreloads(html: string, graph: ModuleGraph): string {
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
