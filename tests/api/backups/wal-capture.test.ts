import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BasePosition, WalCapture } from '#api/backups/wal/wal-capture.ts';
import { finishCopiedDatabase, replaySegments } from '#api/backups/wal/wal-replay.ts';
import { parseSegmentNames } from '#api/backups/wal/wal-segments.ts';
import { type FileDatabase, openDatabase } from '#db/client.ts';
import { write } from '#db/write.ts';
import { chooseSize } from '../../support/random/size.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';

const STEPS = chooseSize(60, 120);
const SEEDS = chooseSize([1, 2], [1, 2, 3, 4]);

let directory: string;
let directories: string[];
let now: number;
let warnings: unknown[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wal-'));
  now = Date.UTC(2026, 10, 29);
  warnings = [];
  directories = [];
});
afterEach(async () => {
  for (const each of [...directories, directory]) await rm(each, { recursive: true, force: true });
});

const file = () => join(directory, 'app.db');
const folder = () => join(directory, 'wal');
const log = { warn: (...args: unknown[]) => warnings.push(args), error: (...args: unknown[]) => warnings.push(args) };

type Site = { db: FileDatabase; capture: WalCapture };

async function openSite(): Promise<Site> {
  const db = (await openDatabase(`file:${file()}`)) as FileDatabase;
  const capture = new WalCapture({
    db,
    file: file(),
    folder: folder(),
    clock: { now: () => now },
    log: log as never,
    space: { recordError: () => undefined } as never,
    onSegment: () => undefined,
  });
  await capture.start();
  return { db, capture };
}

async function closeSite({ db, capture }: Site): Promise<void> {
  await capture.stop();
  db.client.close();
  capture.end();
}

/** A kill: the files as they are, in another folder, which the next process takes for its own. */
async function kill(): Promise<void> {
  const next = await mkdtemp(join(tmpdir(), 'wal-'));
  // At once, as a kill is: the process that goes on here could write meanwhile.
  cpSync(directory, next, { recursive: true });
  directories.push(directory);
  directory = next;
}

/** Runs SQL in a process of its own, as `sqlite3` would: locks of one process don’t hold against itself. */
const runSql = (sql: string) =>
  promisify(execFile)(process.execPath, [
    '--no-warnings',
    '-e',
    `const { DatabaseSync } = require('node:sqlite'); const d = new DatabaseSync(process.argv[1]); d.exec(process.argv[2]); d.close();`,
    file(),
    sql,
  ]);

/** Another process that reads an early state until it is ended. */
async function holdRead() {
  const script = `const { DatabaseSync } = require('node:sqlite'); const d = new DatabaseSync(process.argv[1]);
    d.exec('BEGIN'); d.prepare('SELECT count(*) FROM texts').get(); console.log('holds'); process.stdin.on('end', () => process.exit()).resume();`;
  const child = spawn(process.execPath, ['--no-warnings', '-e', script, file()], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async end() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

type Base = BasePosition & { path: string; at: number; sha256: string };

/** A copy as a backup keeps it. */
async function copy({ capture }: Site): Promise<Base> {
  const raw = join(directory, `copy-${now}.db`);
  const position = await capture.copyDatabase(raw);
  await finishCopiedDatabase({ copy: raw });
  const bytes = await readFile(raw);
  await writeFile(`${raw}.gz`, gzipSync(bytes));
  return { ...position, path: `${raw}.gz`, at: now, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function listSegments({ chain, segment }: BasePosition): Promise<string[]> {
  const names = parseSegmentNames(await readdir(folder()));
  const found = names.filter((each) => each.chain === chain && each.number >= segment);
  expect(found.map(({ number }) => number)).toEqual(found.map((_, at) => segment + at));
  return found.map(({ name }) => join(folder(), name));
}

async function replay(base: Base, until: number): Promise<string> {
  const target = join(directory, 'replayed.db');
  await rm(target, { force: true });
  await replaySegments({ base: base.path, segments: await listSegments(base), until, target });
  return target;
}

function readState(path: string): string {
  using database = new DatabaseSync(path, { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const rows = database.prepare('SELECT id, name, length(body) AS size, substr(body, 1, 20) AS start FROM texts').all();
  return JSON.stringify(rows);
}

const readLive = async ({ db }: Site) =>
  JSON.stringify(
    (await db.client.execute('SELECT id, name, length(body) AS size, substr(body, 1, 20) AS start FROM texts')).rows,
  );

describe('the write-ahead log', () => {
  it.each(SEEDS)('Every moment of a random life can be restored, seed %i', async (seed) => {
    const random = createSeededRandom(seed);
    let site = await openSite();
    await write(site.db, ['CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT UNIQUE, body TEXT)']);
    const bases = [await copy(site)];
    const killed: Site[] = [];
    const moments: { at: number; state: string }[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      now += 1_000;
      const act = random.below(100) / 100;
      if (act < 0.5) {
        const size = random.oneIn(10) ? 200_000 : random.below(8_000);
        await write(site.db, [
          { sql: 'INSERT INTO texts (name, body) VALUES (?, ?)', args: [`t${step}`, String(step).repeat(size)] },
        ]);
      } else if (act < 0.65) {
        await write(site.db, [{ sql: 'DELETE FROM texts WHERE id % 5 = ?', args: [random.below(5)] }]);
      } else if (act < 0.75) {
        await write(site.db, ['UPDATE texts SET body = body || id']);
      } else if (act < 0.8) {
        // Rolled back, with pages that SQLite may have written to the log already.
        await write(site.db, [
          "UPDATE texts SET body = body || 'x'",
          "INSERT INTO texts (id) VALUES ('no number')",
        ]).catch(() => undefined);
      } else if (act < 0.9) {
        await site.capture.flush();
      } else if (act < 0.95) {
        bases.push(await copy(site));
      } else if (act < 0.98) {
        await closeSite(site);
        if (random.oneIn(2)) await runSql('SELECT count(*) FROM texts');
        site = await openSite();
        // The garbage collector has closed the last connection, and SQLite has deleted the log: the server makes a backup at once.
        if (site.capture.chain === null) bases.push(await copy(site));
      } else {
        killed.push(site);
        await kill();
        site = await openSite();
        expect(site.capture.chain).toBe(bases.at(-1)?.chain);
      }
      now += 1;
      await site.capture.flush();
      moments.push({ at: now, state: await readLive(site) });
    }
    bases.push(await copy(site));
    await closeSite(site);
    for (const { db } of killed) db.client.close();
    for (const { at, state } of moments) {
      const base = bases.findLast((each) => each.at <= at);
      if (base) expect(readState(await replay(base, at))).toBe(state);
    }
    for (const [index, base] of bases.slice(0, -1).entries()) {
      const next = bases[index + 1];
      if (next?.chain !== base.chain) continue;
      const segments = (await listSegments(base)).slice(0, next.segment - base.segment);
      const target = join(directory, 'to-next.db');
      await rm(target, { force: true });
      await replaySegments({ base: base.path, segments, until: Number.POSITIVE_INFINITY, target });
      expect(
        createHash('sha256')
          .update(await readFile(target))
          .digest('hex'),
      ).toBe(next?.sha256);
    }
  });

  it('What another program writes while the server runs is kept like everything else', async () => {
    const site = await openSite();
    await write(site.db, ['CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT UNIQUE, body TEXT)']);
    const base = await copy(site);
    await runSql("INSERT INTO texts (name, body) VALUES ('by hand', 'x')");
    now += 1_000;
    await site.capture.flush();
    await write(site.db, ["INSERT INTO texts (name, body) VALUES ('later', 'y')"]);
    const state = await readLive(site);
    now += 1_000;
    await closeSite(site);
    expect(warnings).toEqual([]);
    expect(readState(await replay(base, now + 1))).toBe(state);
  });

  it('A log that is gone ends the chain, and a copy begins another one at once', async () => {
    const site = await openSite();
    await write(site.db, ['CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT UNIQUE, body TEXT)']);
    const first = await copy(site);
    // A lock of another program makes the server connect anew, and SQLite deletes a log that nobody has open.
    site.db.client.reconnect();
    await truncate(`${file()}-wal`);
    now += 1_000;
    const second = await copy(site);
    expect(second.chain).not.toBe(first.chain);
    await write(site.db, ["INSERT INTO texts (name, body) VALUES ('later', 'y')"]);
    now += 1_000;
    await site.capture.flush();
    expect(JSON.parse(readState(await replay(second, now + 1)))).toHaveLength(1);
    await closeSite(site);
  });

  it('A log that another program holds open is moved later, and nothing waits for it', async () => {
    const site = await openSite();
    await write(site.db, ['CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT UNIQUE, body TEXT)']);
    await copy(site);
    const reader = await holdRead();
    await write(site.db, ["INSERT INTO texts (name, body) VALUES ('one', 'x')"]);
    await expect(copy(site)).rejects.toThrow('Another program holds the database');
    await reader.end();
    now += 1_000;
    const base = await copy(site);
    await closeSite(site);
    expect(JSON.parse(readState(await replay(base, now + 1)))).toHaveLength(1);
  });

  it('Without a backup a long log is moved into the file, too, and begins anew', async () => {
    const site = await openSite();
    await write(site.db, ['CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT UNIQUE, body BLOB)']);
    const add = (name: string) =>
      write(site.db, [{ sql: 'INSERT INTO texts (name, body) VALUES (?, zeroblob(5000000))', args: [name] }]);
    await add('one');
    await expect.poll(async () => (await stat(file())).size).toBeGreaterThan(5_000_000);
    const { size } = await stat(`${file()}-wal`);
    await add('two');
    expect((await stat(`${file()}-wal`)).size).toBeLessThan(size * 1.5);
    await closeSite(site);
    expect(warnings).toEqual([]);
    expect(JSON.parse(readState(file()))).toHaveLength(2);
  });
});
