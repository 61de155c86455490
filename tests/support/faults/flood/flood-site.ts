import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `posts` are pages of the release, `drafts` have previews, `works` have texts. */
export type FloodSiteSizes = { posts: number; drafts: number; works: number; auditRows: number };

/** A site and what an attack on it asks for. `draftId` is the draft that the editor saves. */
export type FloodSite = {
  token: string;
  draftId: number;
  paths: Record<'release' | 'preview' | 'text' | 'export', string[]>;
};

/** Fills a new data directory, in a process of its own: it renders all pages. @throws when that fails */
export async function fillFloodSite(dataDir: string, sizes: FloodSiteSizes): Promise<FloodSite> {
  const script = fileURLToPath(new URL('./fill-flood-site.ts', import.meta.url));
  const file = join(dataDir, 'flood-site.json');
  const child = spawn(process.execPath, [script, dataDir, file, JSON.stringify(sizes)], { stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The site could not be filled (${code}).`);
  return JSON.parse(await readFile(file, 'utf8')) as FloodSite;
}
