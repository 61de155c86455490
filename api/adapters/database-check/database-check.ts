import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';

const PROGRAM = join(PROJECT_ROOT, 'api/adapters/database-check/database-check-worker.ts');

/**
 * Reads a whole database file for damage: 0.6 s of a processor for 700 MB, and the time of the disk. A process of its own does it, because a thread
 * with another copy of SQLite would free the locks of this process when it closes the file (fcntl).
 * @throws when the file is damaged, or can't be read.
 */
export async function checkDatabaseFile(file: string): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, file], { stdio: ['ignore', 'pipe', 'ignore'], env: {} });
  const closed = once(child, 'close');
  let verdict = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    verdict += text;
  });
  const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null];
  if (verdict === '') throw new Error(`The check of the database file ended with ${signal ?? code}.`);
  if (verdict !== 'ok') throw new Error(`The database file is damaged: ${verdict}`);
}
