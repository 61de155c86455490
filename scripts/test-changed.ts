import './closed-output.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { BUILT_PROJECTS, selectBuiltTests } from './testing/select-built-tests.ts';

// test-changed.ts          runs the tests that changes since the last commit touch
// test-changed.ts main     since it left that branch or commit
const [base = 'HEAD'] = process.argv.slice(2);

function run(command: string, ...commandArguments: string[]): void {
  if (spawnSync(command, commandArguments, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}

const git = (...gitArguments: string[]) =>
  execFileSync('git', gitArguments, { encoding: 'utf8' }).split('\n').filter(Boolean);

const forkPoint = git('merge-base', base, 'HEAD')[0] ?? base;
const changed = [...git('diff', '--name-only', forkPoint), ...git('ls-files', '--others', '--exclude-standard')];

// Vitest follows the imports of these.
const others = ['build', ...BUILT_PROJECTS].flatMap((project) => ['--project', `!${project}`]);
run('vitest', 'run', '--passWithNoTests', ...others, '--changed', forkPoint);

const built = selectBuiltTests(changed);
if (built.length > 0) {
  run('node', 'scripts/build.ts', '--code-only', '--if-needed');
  run('vitest', 'run', '--passWithNoTests', ...BUILT_PROJECTS.flatMap((name) => ['--project', name]), ...built);
}
