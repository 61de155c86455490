import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CODE = '{ts,tsx,mts,mjs,js,astro}';

/** The files of some folders, sorted; of all kinds when `extensions` is `*`. Paths start at the root of the project. */
export const listFiles = (folders: readonly string[], extensions = CODE): string[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.${extensions}`, { cwd: ROOT }))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

export const readSource = (file: string): string => readFileSync(posix.join(ROOT, file), 'utf8');

/** The code of a file: of an Astro component, what is between its fences and in its scripts. */
export function readCode(file: string): string {
  const text = readSource(file);
  if (!file.endsWith('.astro')) return text;
  const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]);
  return [/^---\n([\s\S]*?)\n---/.exec(text)?.[1], ...scripts].join('\n');
}
