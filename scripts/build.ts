import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOfFile, type BuildInfo, readBuildInfo } from '#api/publishing/build-info.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
/** What the pages are made from; a change of any of these asks for a new build. */
const SOURCES = ['src', 'public', 'astro.config.mjs', 'package-lock.json', 'db/catalogue.ts', 'db/enums.ts'];

/**
 * Makes sure that dist/ was made from these very sources. A missing build is made in a process of its own, so that
 * the server that is about to start does not carry the bundler in its memory.
 */
export async function ensureBuild(): Promise<void> {
  const isThere =
    existsSync(join(dist, 'build.json')) && (await readBuildInfo(dist)).sources === (await hashOfSources());
  if (isThere) return;
  process.stderr.write('Building the pages; this takes a few seconds.\n');
  const build = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--astro-only'], {
    stdio: ['ignore', 2, 2],
  });
  if (build.status !== 0) throw new Error('The pages cannot be built; the reason stands above.');
}

/** Builds the pages' code and the fixed pages into dist/. */
async function buildPages(): Promise<BuildInfo> {
  const sources = await hashOfSources();
  const { build } = await import('astro');
  await rm(dist, { recursive: true, force: true });
  await build({ root, logLevel: 'error' });
  return writeBuildInfo(sources);
}

async function writeBuildInfo(sources: string): Promise<BuildInfo> {
  const clientDir = join(dist, 'client');
  const files = await listFiles(clientDir);
  const id = createHash('sha256').update(sources);
  const indexable: string[] = [];
  for (const file of files) {
    const bytes = await readFile(join(clientDir, file));
    id.update(file).update(bytes);
    if (file.endsWith('.html') && !/<meta name="robots" content="[^"]*noindex/.test(bytes.toString())) {
      indexable.push(addressOfFile(file));
    }
  }
  const info: BuildInfo = { id: id.digest('hex').slice(0, 16), sources, files, indexable };
  await writeFile(join(dist, 'build.json'), JSON.stringify(info, null, 1));
  return info;
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(root, source);
    const files = source.includes('.') ? [''] : await listFiles(path);
    for (const file of files) hash.update(`${source}/${file}`).update(await readFile(join(path, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(directory: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  return found
    .filter((file) => file.isFile())
    .map((file) => relative(directory, join(file.parentPath, file.name)).split(sep).join('/'))
    .sort();
}

if (import.meta.main) {
  const started = performance.now();
  const info = await buildPages();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`Built ${info.files.length} files in ${seconds} s (build ${info.id}).\n`);
  if (!process.argv.includes('--astro-only')) {
    const { renderRelease } = await import('./render-release.ts');
    await renderRelease();
  }
}
