import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadOrCreateSecret } from '#api/adapters/secrets.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv, SettingsError } from '#api/env.ts';
import { openMigratedDatabase } from '#api/server.ts';
import { databaseFile, openDatabase } from '#db/client.ts';

const lock = { wasCleanShutdown: true, release: () => undefined };
let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lost-database-'));
  file = join(directory, 'app.db');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (more: Record<string, string> = {}) =>
  openMigratedDatabase(readEnv({ DATA_DIR: directory, DEMO_CONTENT: 'false', ...more }), systemClock, lock);

function putFile(path: string): void {
  mkdirSync(join(directory, path, '..'), { recursive: true });
  writeFileSync(join(directory, path), 'x');
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('T37: a database that was lost', () => {
  it.each(['site/objects/abc.br', 'uploads/files/abc.webp'])(
    'refuses to start beside %s, and says what to do',
    async (kept) => {
      putFile(kept);
      await expect(open()).rejects.toThrow(SettingsError);
      expect(existsSync(file)).toBe(false);
      writeFileSync(file, '');
      await expect(open()).rejects.toThrow(/app\.db is empty or missing, but .+ Restore the database from a backup/);
      expect(statSync(file).size).toBe(0);
    },
  );

  it('refuses a database without a table in the same way', async () => {
    putFile('site/objects/abc.br');
    const empty = await openDatabase(`file:${file}`);
    await empty.client.execute('CREATE TABLE x (y)');
    await empty.client.execute('DROP TABLE x');
    empty.client.close();
    await expect(open()).rejects.toThrow(/is empty or missing/);
  });

  it('starts without a site, with empty folders, and with a database of its own elsewhere', async () => {
    mkdirSync(join(directory, 'site/objects'), { recursive: true });
    (await open()).client.close();
    putFile('site/objects/abc.br');
    (await open()).client.close();
    await expect(open({ DATABASE_URL: `file:${join(directory, 'other.db')}` })).rejects.toThrow(/other\.db is empty/);
  });
});

describe('T5: the database is readable by its owner only', () => {
  it('new, with its journals', async () => {
    const db = await open();
    for (const name of ['app.db', 'app.db-wal', 'app.db-shm']) expect(modeOf(join(directory, name)), name).toBe('600');
    db.client.close();
  });

  it('one that everybody could read before', async () => {
    writeFileSync(file, '', { mode: 0o644 });
    (await open()).client.close();
    expect(modeOf(file)).toBe('600');
  });
});

it.each(['', 'half'])('T37: a secret that a full disk cut to %j is made anew', (cut) => {
  writeFileSync(join(directory, 'secret'), cut);
  const secret = loadOrCreateSecret(directory);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(loadOrCreateSecret(directory)).toBe(secret);
  expect(modeOf(join(directory, 'secret'))).toBe('600');
});

it('the file of an address of a database', () => {
  expect(databaseFile('file:/srv/x/app.db')).toBe('/srv/x/app.db');
  expect(databaseFile('file:///srv/a%20b/app.db?mode=rw')).toBe('/srv/a b/app.db');
  expect(databaseFile('file:app.db')).toBe('app.db');
  expect(databaseFile('libsql://example.com')).toBe(null);
});

describe('the first start', () => {
  it.each([
    ['true', 4],
    ['false', 0],
  ])('with DEMO_CONTENT=%s creates %i products', async (isDemo, count) => {
    const db = await open({ DEMO_CONTENT: isDemo });
    try {
      expect((await db.client.execute('SELECT count(*) FROM products')).rows[0]?.[0]).toBe(count);
    } finally {
      db.client.close();
    }
  });
});
