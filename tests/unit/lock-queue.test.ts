import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FileDatabase } from '#db/client.ts';
import { readLockedSince, write } from '#db/write.ts';
import { createTestDatabase, type TestDatabase } from '../support/app/test-app.ts';
import { holdLock } from '../support/faults/lock-holder.ts';

let test: TestDatabase;
let lock: Awaited<ReturnType<typeof holdLock>>;
beforeEach(async () => {
  test = await createTestDatabase();
  await test.db.client.execute('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE)');
  lock = await holdLock(`${test.directory}/app.db`);
});
afterEach(async () => {
  await lock.release();
  await test.close();
});

const insert = (name: string) => ({ sql: 'INSERT INTO things (name) VALUES (?)', args: [name] });
const writeThings = (names: readonly string[]) => Promise.all(names.map((name) => write(test.db, [insert(name)])));
const listNames = async () =>
  (await test.db.client.execute('SELECT name FROM things ORDER BY id')).rows.map((row) => row.name);
const NAMES = Array.from({ length: 200 }, (_, index) => `n${index}`);

it('Of 200 writes behind the lock of another program one tries at a time, and all are written in their order (T52)', async () => {
  const [first, ...later] = NAMES as [string, ...string[]];
  const attempts = vi.spyOn(test.db.client, 'batch');
  const written = [writeThings([first])];
  await expect.poll(() => attempts.mock.calls.length).toBeGreaterThanOrEqual(2);
  written.push(writeThings(later));
  const before = attempts.mock.calls.length;
  await expect.poll(() => attempts.mock.calls.length).toBeGreaterThanOrEqual(before + 3);
  const tried = new Set(attempts.mock.calls.map(([statements]) => JSON.stringify(statements)));
  expect([...tried]).toEqual([JSON.stringify([insert(first)])]);
  await lock.release();
  await Promise.all(written);
  expect(await listNames()).toEqual(NAMES);
});

it('While writes wait for another program, reads are answered, and SQLite itself never waits, which would stop the event loop (T52)', async () => {
  const written = writeThings(NAMES);
  for (let count = 0; count < 20; count += 1) expect(await listNames()).toEqual([]);
  await lock.release();
  await written;
  expect((await test.db.client.execute('PRAGMA busy_timeout')).rows[0]?.[0]).toBe(0);
});

it('After a lock the connection has its cache again', async () => {
  const written = writeThings(['a']);
  await expect.poll(() => readLockedSince(test.db)).not.toBeNull();
  await lock.release();
  await written;
  expect((await test.db.client.execute('PRAGMA cache_size')).rows[0]?.[0]).toBe(-64 * 1024);
  expect((await test.db.client.execute('PRAGMA foreign_keys')).rows[0]?.[0]).toBe(1);
});

it('A write that waited for 5 s fails, those behind it have each their own 5 s, and the lock is forgotten once it is gone', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const early = write(test.db, [insert('early')]);
    const failed = expect(early).rejects.toThrow('The database is locked.');
    await expect.poll(() => readLockedSince(test.db)).not.toBeNull();
    vi.advanceTimersByTime(4_000);
    const late = write(test.db, [insert('late')]);
    vi.advanceTimersByTime(2_000);
    await failed;
    await lock.release();
    await late;
    expect(await listNames()).toEqual(['late']);
    expect(await readLockedSince(test.db)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it('When no write waits any more, asking since when the database is locked finds that it is free', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const failed = expect(write(test.db, [insert('a')])).rejects.toThrow('The database is locked.');
  await expect.poll(() => readLockedSince(test.db)).not.toBeNull();
  vi.advanceTimersByTime(6_000);
  await failed;
  vi.useRealTimers();
  expect(await readLockedSince(test.db)).not.toBeNull();
  await lock.release();
  expect(await readLockedSince(test.db)).toBeNull();
  await writeThings(['b']);
  expect(await listNames()).toEqual(['b']);
});

it('Writes wait for work that runs alone, and a write that came before it is finished first', async () => {
  await lock.release();
  const earlier = write(test.db, [insert('earlier')]);
  let finish: () => void = () => undefined;
  const seen: string[][] = [];
  const alone = (test.db as FileDatabase).lockQueue.runAlone(async () => {
    seen.push((await listNames()) as string[]);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    seen.push((await listNames()) as string[]);
  });
  await earlier;
  await expect.poll(() => seen.length).toBe(1);
  const later = write(test.db, [insert('later')]);
  await listNames();
  finish();
  await Promise.all([alone, later]);
  expect(seen).toEqual([['earlier'], ['earlier']]);
  expect(await listNames()).toEqual(['earlier', 'later']);
});
