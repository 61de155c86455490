import { existsSync } from 'node:fs';
import { glob, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { findRuntimePackages } from './bundling/runtime-packages.ts';

/** Programs of a server, as the image has them: the built server with its pages, the workers, and the commands of an owner. */
const PROGRAMS = ['dist/server/entry.mjs', 'api/main.ts', 'api/**/*-worker.ts', 'scripts/*.ts'];
/** Commands that are for development: the image has no use for what only they import. */
const DEVELOPMENT = [
  ...['assets', 'bench', 'build', 'check', 'check-alerts', 'dev', 'fire-drill', 'heavy-cases'],
  ...['install-browser', 'install-nginx'],
  ...['openshelf-service', 'outages', 'proof', 'prune-packages', 'render-release', 'test-changed', 'torture'],
].map((name) => `scripts/${name}.ts`);
/** What no program reads: types, source maps and instructions. Licences stay. */
const UNREAD = /\.(?:d\.[cm]?ts|map|flow|markdown|md)$/i;
const LICENCE = /^(?:licen[cs]e|notice|copying)/i;

const USAGE = `Usage: node scripts/prune-packages.ts [FOLDER]

Deletes from node_modules what no program of a server reads, after a build. FOLDER is the project’s copy for an image; this one unless said.`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
if (values.help) process.stdout.write(`${USAGE}\n`);
else await prunePackages(positionals[0] ?? PROJECT_ROOT);

async function prunePackages(root: string): Promise<void> {
  const programs = await Array.fromAsync(glob(PROGRAMS, { cwd: root }));
  const kept = await findRuntimePackages(
    root,
    programs.filter((program) => !DEVELOPMENT.includes(program)),
  );
  removeOtherLibc(root, kept);
  const folders = await listPackages(root, 'node_modules');
  for (const folder of folders) {
    const isAround = [...kept].some((name) => name.startsWith(`${folder}/`));
    if (!kept.has(folder) && !isAround) await rm(join(root, folder), { recursive: true, force: true });
  }
  // Commands of packages, and what tools keep for their next run.
  for (const name of await readdir(join(root, 'node_modules')))
    if (name.startsWith('.')) await rm(join(root, 'node_modules', name), { recursive: true });
  for await (const file of glob('node_modules/**/*', { cwd: root, withFileTypes: true })) {
    if (file.isFile() && UNREAD.test(file.name) && !LICENCE.test(file.name)) await rm(join(file.parentPath, file.name));
  }
  process.stdout.write(`Kept ${kept.size} of ${folders.length} packages.\n`);
}

/** Native programs of libSQL come for both C libraries, and npm installs both. */
function removeOtherLibc(root: string, kept: Set<string>): void {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const [own, other] = header.glibcVersionRuntime ? ['gnu', 'musl'] : ['musl', 'gnu'];
  for (const folder of kept) {
    const twin = folder.replace(new RegExp(`-${other}$`), `-${own}`);
    if (twin !== folder && existsSync(join(root, twin))) kept.delete(folder);
  }
}

/** All packages below a `node_modules`, with those inside of packages. */
async function listPackages(root: string, modules: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(root, modules), { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const folder = join(modules, entry.name);
    const packages = entry.name.startsWith('@')
      ? (await readdir(join(root, folder))).map((name) => join(folder, name))
      : [folder];
    for (const name of packages) found.push(name, ...(await listPackages(root, join(name, 'node_modules'))));
  }
  return found;
}
