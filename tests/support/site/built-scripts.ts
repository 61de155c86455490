import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createAstroRenderer } from '#api/publishing/render/astro-renderer.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { createFakeContent } from './fake-content.ts';

const client = join(PROJECT_ROOT, 'dist', 'client');
const STATIC_IMPORT = /(?:^|[;}])import(?:[\w$*\s{},]*from)?"\.\/([^"]+\.js)"/g;
const DYNAMIC_IMPORT = /import\(["'`]\.\/([^"'`]+\.js)["'`]\)/g;

const renderer = createAstroRenderer({
  entryUrl: pathToFileURL(join(PROJECT_ROOT, 'dist', 'server', 'entry.mjs')).href,
  siteUrl: 'http://localhost',
});

/** A page that shows no content but the settings. */
export async function renderFixedPage(name: string): Promise<string> {
  const { body } = await renderer.render(`/${name}`, createFakeContent());
  return body.toString();
}

/** The scripts that the HTML of a page names, islands and preloads included. */
export const listPageScripts = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/_astro\/[^"'`\s]+?\.js/g)].map(([file]) => file)),
];

/** A script and all that it imports; with `includesDynamic` also what it loads on demand. */
export async function listImports(
  file: string,
  { includesDynamic = false, found = new Set<string>() } = {},
): Promise<Set<string>> {
  if (found.has(file)) return found;
  found.add(file);
  const code = await readFile(join(client, file), 'utf8');
  const patterns = includesDynamic ? [STATIC_IMPORT, DYNAMIC_IMPORT] : [STATIC_IMPORT];
  for (const [, name = ''] of patterns.flatMap((pattern) => [...code.matchAll(pattern)]))
    await listImports(`/_astro/${name}`, { includesDynamic, found });
  return found;
}
