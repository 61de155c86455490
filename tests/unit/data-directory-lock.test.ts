import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataLockedError, lockDataDirectory } from '#api/adapters/data-directory-lock.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(directory, 'server.lock');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('lockDataDirectory', () => {
  it('creates the directory, locks it, and releases it', () => {
    const inner = join(directory, 'a', 'b');
    const lock = lockDataDirectory(inner);
    expect(lock.wasCleanShutdown).toBe(true);
    expect(readFileSync(join(inner, 'server.lock'), 'utf8')).toBe(`${process.pid}\n`);
    lock.release();
    expect(existsSync(join(inner, 'server.lock'))).toBe(false);
    const second = lockDataDirectory(inner);
    expect(second.wasCleanShutdown).toBe(true);
    second.release();
  });

  it('T36: rejects a second owner and names the first', () => {
    const lock = lockDataDirectory(directory);
    expect(() => lockDataDirectory(directory)).toThrow(DataLockedError);
    expect(() => lockDataDirectory(directory)).toThrow(`process ${process.pid})`);
    expect(() => lockDataDirectory(directory)).toThrow(directory);
    lock.release();
  });

  it('T36: rejects a second owner without a pid file, too', () => {
    const lock = lockDataDirectory(directory);
    rmSync(file);
    expect(() => lockDataDirectory(directory)).toThrow(/^Another server is using/);
    lock.release();
  });

  it.each(['', 'nonsense', '-1 5', '0 5', `${process.pid} 1`, '1 1', '4194304 7'])(
    'T36: with the stale pid file %j takes over the lock and reports an unclean shutdown',
    (text) => {
      writeFileSync(file, text);
      const lock = lockDataDirectory(directory);
      expect(lock.wasCleanShutdown).toBe(false);
      expect(readFileSync(file, 'utf8')).toBe(`${process.pid}\n`);
      lock.release();
    },
  );

  it('an unclean shutdown leaves the pid file and releases the lock', () => {
    lockDataDirectory(directory).release({ isClean: false });
    const lock = lockDataDirectory(directory);
    expect(lock.wasCleanShutdown).toBe(false);
    lock.release();
  });

  it('a second release does not affect the next owner', () => {
    const first = lockDataDirectory(directory);
    first.release();
    const second = lockDataDirectory(directory);
    first.release();
    expect(existsSync(file)).toBe(true);
    expect(() => lockDataDirectory(directory)).toThrow(DataLockedError);
    second.release();
  });

  it('T5: the directory is accessible to its owner only, also an existing one', () => {
    for (const name of ['new', 'old']) {
      const inner = join(directory, name);
      if (name === 'old') mkdirSync(inner, { mode: 0o755 });
      const lock = lockDataDirectory(inner);
      expect((statSync(inner).mode & 0o777).toString(8)).toBe('700');
      lock.release();
    }
  });
});

describe('lockDatabase', () => {
  const lockWith = (name: string, database: string) => {
    const lock = lockDataDirectory(join(directory, name));
    try {
      lock.lockDatabase(database);
      return lock;
    } catch (error) {
      lock.release();
      throw error;
    }
  };

  it.each([
    ['the same path', (database: string) => database],
    ['another spelling', (database: string) => `${join(database, '..')}/./a/../app.db`],
    [
      'a symbolic link to the file',
      (database: string) => {
        symlinkSync(database, join(directory, 'linked.db'));
        return join(directory, 'linked.db');
      },
    ],
    [
      'a symbolic link to its folder',
      (database: string) => {
        symlinkSync(join(database, '..'), join(directory, 'folder'));
        return join(directory, 'folder', 'app.db');
      },
    ],
  ])('rejects a second data directory with the same database by %s, T48', (_name, toOther) => {
    const database = join(directory, 'app.db');
    for (const isWritten of [false, true]) {
      if (isWritten) writeFileSync(database, '');
      rmSync(join(directory, 'linked.db'), { force: true });
      rmSync(join(directory, 'folder'), { force: true });
      const first = lockWith('a', database);
      const other = toOther(database);
      expect(() => lockWith('b', other)).toThrow(DataLockedError);
      expect(() => lockWith('b', other)).toThrow(/is using the database .*app\.db/);
      first.release();
      lockWith('b', other).release();
    }
  });

  it('rejects a database with a second hard link, T48', () => {
    const database = join(directory, 'app.db');
    writeFileSync(database, '');
    linkSync(database, join(directory, 'hard.db'));
    expect(() => lockWith('a', database)).toThrow(/more than one hard link/);
  });

  it('two data directories may have databases of their own', () => {
    const first = lockWith('a', join(directory, 'app.db'));
    lockWith('b', join(directory, 'other.db')).release();
    first.release();
  });
});
