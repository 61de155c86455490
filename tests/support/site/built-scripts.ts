import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';

const client = join(PROJECT_ROOT, 'dist', 'client');
const STATIC_IMPORT = /(?:^|[;}])import(?:[\w$*\s{},]*from)?"\.\/([^"]+\.js)"/g;
const DYNAMIC_IMPORT = /import\(["'`]\.\/([^"'`]+\.js)["'`]\)/g;

export const readBuiltPage = (name: string): Promise<string> => readFile(join(client, `${name}.html`), 'utf8');

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
