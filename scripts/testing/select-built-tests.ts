import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';

/** Projects whose tests read the built site, so no import leads from them to what they test. */
export const BUILT_PROJECTS = ['site', 'faults', 'e2e'];
const SOURCES = /^(api|db|src|public|tests\/support|astro\.config\.mjs|scripts\/build)/;

/**
 * The tests of `BUILT_PROJECTS` to run after a change of these files (paths from the project's folder): the test folders
 * with the name of a folder or file on its path, which is the feature's name; without any, the tests outside of a feature.
 */
export function selectBuiltTests(changed: readonly string[]): string[] {
  const selected = new Set<string>();
  for (const path of changed) {
    if (isBuiltTest(path)) selected.add(path);
    else if (SOURCES.test(path)) for (const test of selectForSource(path)) selected.add(test);
  }
  return [...selected].sort();
}

const isBuiltTest = (path: string) =>
  path.endsWith('.test.ts') && BUILT_PROJECTS.some((project) => path.startsWith(`tests/${project}/`));

function selectForSource(path: string): string[] {
  const names = new Set(path.split('/').map((part) => part.replace(/\..*$/, '')));
  const entries = BUILT_PROJECTS.flatMap((project) =>
    readdirSync(join(PROJECT_ROOT, 'tests', project), { withFileTypes: true }).map((entry) => ({
      path: `tests/${project}/${entry.name}`,
      isFeature: entry.isDirectory() && names.has(entry.name),
      isShared: entry.name.endsWith('.test.ts'),
    })),
  );
  const features = entries.filter(({ isFeature }) => isFeature);
  return features.length > 0
    ? features.map((entry) => `${entry.path}/`)
    : entries.filter(({ isShared }) => isShared).map((entry) => entry.path);
}
