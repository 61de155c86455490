import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';

/** How `npm start` runs the built server. */
export const SERVER_ARGUMENTS = ['--max-semi-space-size=8', join(PROJECT_ROOT, 'dist/api/main.mjs')];

/** Makes sure that dist/ was made from these very sources. @throws when the build fails. */
export function ensureBuild(): void {
  const script = join(PROJECT_ROOT, 'scripts/build.ts');
  const { status } = spawnSync(process.execPath, [script, '--if-needed'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The build failed.');
}
