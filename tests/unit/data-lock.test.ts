import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataLockedError, lockDataDirectory } from '#api/adapters/data-lock.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(directory, 'server.lock');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('lockDataDirectory', () => {
  it('makes the directory, takes it, lets it go', () => {
    const inner = join(directory, 'a', 'b');
    const lock = lockDataDirectory(inner);
    expect(lock.wasClean).toBe(true);
    lock.release();
    expect(existsSync(join(inner, 'server.lock'))).toBe(false);
    expect(lockDataDirectory(inner).wasClean).toBe(true);
  });

  it('refuses a second holder and names the first', () => {
    const lock = lockDataDirectory(directory);
    expect(() => lockDataDirectory(directory)).toThrow(DataLockedError);
    expect(() => lockDataDirectory(directory)).toThrow(`process ${process.pid})`);
    expect(() => lockDataDirectory(directory)).toThrow(directory);
    lock.release();
  });

  it('takes over from a process that is gone, and says so', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.on('exit', resolve));
    writeFileSync(file, `${child.pid} 12345`);
    const lock = lockDataDirectory(directory);
    expect(lock.wasClean).toBe(false);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    lock.release();
  });

  it.runIf(existsSync('/proc/self/stat'))('takes over where another process has the number of the holder', () => {
    writeFileSync(file, `${process.pid} 1`);
    expect(lockDataDirectory(directory).wasClean).toBe(false);
  });

  it.each(['', 'nonsense', '-1 5', '0 5'])('takes over a lock that says %j', (text) => {
    writeFileSync(file, text);
    expect(lockDataDirectory(directory).wasClean).toBe(false);
  });

  it('does not take away the lock of its successor', () => {
    const lock = lockDataDirectory(directory);
    writeFileSync(file, '1 2');
    lock.release();
    expect(existsSync(file)).toBe(true);
  });
});
