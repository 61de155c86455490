import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Takes the lock, says so, and lets go of it when its input ends. */
const PROGRAM = `
const db = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
db.exec('BEGIN IMMEDIATE');
process.stdout.write('held');
process.stdin.resume().on('end', () => { db.exec('ROLLBACK'); db.close(); });
`;

/** Another program that holds the lock of a database file. Locks of files are by process: one of this process would not be met. */
export async function holdLock(file: string): Promise<{ release(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', PROGRAM, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    release: async () => {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}
