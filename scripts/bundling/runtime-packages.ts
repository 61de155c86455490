import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Packages whose files are read by their path: the og-image worker loads the font. */
const READ_BY_PATH = ['@fontsource/inter'];

type PackageFile = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/**
 * Folders of all packages that the given programs need, as `node_modules/<name>` below `root`: those that they or their own
 * modules import, statically or dynamically, and in turn what these depend on. Types don't count.
 * @throws Error when an imported package isn't installed
 */
export async function findRuntimePackages(root: string, programs: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const waiting = [...READ_BY_PATH, ...(await listImportedPackages(root, programs))].map((name) => {
    const folder = findPackage(root, '', name);
    if (!folder) throw new Error(`The package ${name} is imported, but it isn’t installed.`);
    return folder;
  });
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    const names = listDependencies(JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')));
    for (const name of names) {
      // Programs for other systems are optional dependencies, and npm leaves them out.
      const dependency = findPackage(root, folder, name);
      if (dependency) waiting.push(dependency);
    }
  }
  return found;
}

/** Names of the packages that the programs and their own modules import. */
async function listImportedPackages(root: string, programs: readonly string[]): Promise<Set<string>> {
  const names = new Set<string>();
  const bundle = await rolldown({
    input: programs.map((program) => join(root, program)),
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'imported-packages',
        resolveId(source) {
          const name = /^(?:@[a-z\d~][^/]*\/)?[a-z\d][^/:]*(?=\/|$)/.exec(source)?.[0];
          if (name === undefined) return null;
          names.add(name);
          return { id: source, external: true };
        },
      },
    ],
  });
  await bundle.generate({ format: 'esm' });
  await bundle.close();
  for (const name of process.getBuiltinModule('node:module').builtinModules) names.delete(name);
  return names;
}

const listDependencies = (file: PackageFile): string[] => [
  ...Object.keys(file.dependencies ?? {}),
  ...Object.keys(file.optionalDependencies ?? {}),
  ...Object.keys(file.peerDependencies ?? {}).filter((name) => !file.peerDependenciesMeta?.[name]?.optional),
];

/** The folder that Node would find from a package: in its own `node_modules` first, then in those above. */
function findPackage(root: string, from: string, name: string): string | null {
  const parts = from.split('/');
  for (let length = parts.length; length >= 0; length -= 1) {
    const candidate = join(...parts.slice(0, length), 'node_modules', name);
    if (existsSync(join(root, candidate, 'package.json'))) return candidate;
  }
  return null;
}
