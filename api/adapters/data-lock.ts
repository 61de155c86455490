import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process holds the data directory. The message says which. */
export class DataLockedError extends Error {
  override name = 'DataLockedError';
}

export type DataLock = {
  /** False when the last holder did not let go: it crashed, or the machine did. */
  wasClean: boolean;
  release(): void;
};

/**
 * Takes the data directory for this process: the database file must never be open twice. A lock whose process is
 * gone is taken over.
 * @throws DataLockedError when a living process holds it.
 */
export function lockDataDirectory(directory: string): DataLock {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'server.lock');
  const own = `${process.pid} ${startTime(process.pid) ?? ''}`;
  let wasClean = true;
  for (;;) {
    try {
      writeFileSync(file, own, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = readFileSync(file, 'utf8');
      if (isAlive(holder)) {
        throw new DataLockedError(
          `Another server (process ${holder.split(' ')[0]}) is using the data directory ${directory}. Stop it first, or set DATA_DIR to another directory.`,
        );
      }
      rmSync(file, { force: true });
      wasClean = false;
    }
  }
  return {
    wasClean,
    release() {
      if (existsSync(file) && readFileSync(file, 'utf8') === own) rmSync(file, { force: true });
    },
  };
}

function isAlive(holder: string): boolean {
  const [pid, started] = holder.split(' ');
  const id = Number(pid);
  if (!Number.isInteger(id) || id <= 0) return false;
  try {
    process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // The system gives numbers out again: a process that began at another time is another one.
  const now = startTime(id);
  return now === null || !started || now === started;
}

/** When a process began, in clock ticks since boot (proc_pid_stat(5), field 22); null where there is no /proc. */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
