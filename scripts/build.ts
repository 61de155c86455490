import './closed-output.ts';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildInfo, readBuildInfo } from '#api/publishing/render/build-info.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import type { ContentReader } from '#api/domain/content.ts';
import { createSiteLook } from '#api/domain/site-brand.ts';
import { hashLook } from '#api/publishing/render/fixed-files.ts';
import { createAstroRenderer } from '#api/publishing/render/astro-renderer.ts';
import { createSiteContent } from '#db/queries/site-content.ts';
import { demoProducts } from '#db/seed/site/products.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { bundleForNode } from './bundling/bundle-for-node.ts';
import { FIXED_PAGES_FILE } from './bundling/publisher-pages.ts';

const dist = join(PROJECT_ROOT, 'dist');
/** Sources of the pages and the server; a change of any of these requires a new build. */
const SOURCES = ['src', 'public', 'api', 'db', 'astro.config.mjs', 'package-lock.json'];

/** Builds the pages' code, the fixed pages and the server into dist/. */
async function build(sources: string): Promise<BuildInfo> {
  await rm(dist, { recursive: true, force: true });
  await buildPages();
  await bundleForNode(join(PROJECT_ROOT, 'api/main.ts'), join(dist, 'api'));
  return writeBuildInfo(sources);
}

async function buildPages(): Promise<void> {
  const { NODE_ENV } = process.env;
  const astro = await import('astro');
  await astro.build({ root: PROJECT_ROOT, logLevel: 'error' });
  // Astro sets NODE_ENV to 'production' in this process; later renders use the operator's value again.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
}

async function writeBuildInfo(sources: string): Promise<BuildInfo> {
  const clientDir = join(dist, 'client');
  const files = await listFiles(clientDir);
  const id = createHash('sha256').update(sources);
  for (const file of files) id.update(file).update(await readFile(join(clientDir, file)));
  const pages = JSON.parse(await readFile(join(dist, FIXED_PAGES_FILE), 'utf8')) as string[];
  const indexable = await listIndexablePages(pages);
  const look = hashLook(createSiteLook(demoSite));
  const info: BuildInfo = { id: id.digest('hex').slice(0, 16), sources, look, files, pages, indexable };
  await writeFile(join(dist, 'build.json'), JSON.stringify(info, null, 1));
  return info;
}

/** What the files in public/ were drawn for. */
const demoSite = createSiteContent({
  settings: demoSettings,
  navigation: {},
  products: demoProducts,
  plans: [],
  pages: [],
});

/** Pages say themselves whether search engines may list them. */
async function listIndexablePages(pages: readonly string[]): Promise<string[]> {
  const entryUrl = pathToFileURL(join(dist, 'server', 'entry.mjs')).href;
  const renderer = createAstroRenderer({ entryUrl, siteUrl: 'http://localhost' });
  const content = { site: demoSite } as ContentReader;
  const indexable: string[] = [];
  for (const page of pages) {
    const { body } = await renderer.render(page, content);
    if (!/<meta name="robots" content="[^"]*noindex/.test(body.toString())) indexable.push(page);
  }
  return indexable;
}

async function isBuilt(sources: string): Promise<boolean> {
  return existsSync(join(dist, 'build.json')) && (await readBuildInfo(dist)).sources === sources;
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(PROJECT_ROOT, source);
    const files = source.includes('.') ? [''] : await listFiles(path);
    for (const file of files) hash.update(`${source}/${file}`).update(await readFile(join(path, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((file) => file.isFile())
    .map((file) => relative(directory, join(file.parentPath, file.name)).split(sep).join('/'))
    .sort();
}

// build.ts                 builds, then renders all content into the next release
// build.ts --code-only     builds
// build.ts --if-needed     builds unless dist/ was made from these very sources
const started = performance.now();
const sources = await hashSources();
if (!process.argv.includes('--if-needed') || !(await isBuilt(sources))) {
  process.stderr.write('Building pages and server; this takes a few seconds.\n');
  const info = await build(sources);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stderr.write(`Built ${info.files.length} files in ${seconds} s (build ${info.id}).\n`);
}
if (!process.argv.some((argument) => ['--if-needed', '--code-only'].includes(argument))) {
  const { renderRelease } = await import('./render-release.ts');
  const { DataLockedError } = await import('#api/adapters/data-directory-lock.ts');
  await renderRelease().catch((error: unknown) => {
    if (!(error instanceof DataLockedError)) throw error;
    process.stderr.write(`Couldn’t create the release. ${error.message}\n`);
    process.exitCode = 1;
  });
}
