import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';

/** What `npm start` gives Node: flags, then the built server in `projectRoot`. */
export function readStartArguments(projectRoot = PROJECT_ROOT): string[] {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const words = scripts.start.split(' exec node ')[1]?.split(' ') ?? [];
  return words.map((word) => (word.startsWith('--') ? word : join(projectRoot, word)));
}
