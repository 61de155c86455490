import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';

/** What `npm start` gives Node: flags, then the built server in `projectRoot`; and what it sets in the environment. */
export function readStartCommand(projectRoot = PROJECT_ROOT): { args: string[]; env: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [before = '', after = ''] = scripts.start.split(' exec node ');
  const assignments = (before.split(' && ')[1] ?? '').split(' ').filter((word) => word !== '');
  return {
    args: after.split(' ').map((word) => (word.startsWith('--') ? word : join(projectRoot, word))),
    env: Object.fromEntries(assignments.map((word) => word.split('=') as [string, string])),
  };
}
