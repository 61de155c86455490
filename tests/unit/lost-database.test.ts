import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadOrCreateSecret } from '#api/adapters/secrets.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv, SettingsError } from '#api/env.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { databaseFile, openDatabase } from '#db/client.ts';

const lock = { wasCleanShutdown: true, lockDatabase: () => undefined, release: () => undefined };
let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lost-database-'));
  file = join(directory, 'app.db');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const openDataDirectory = (more: Record<string, string> = {}) =>
  openMigratedDatabase(readEnv({ DATA_DIR: directory, DEMO_CONTENT: 'pages', ...more }), systemClock, lock);

function putFile(path: string): void {
  mkdirSync(join(directory, path, '..'), { recursive: true });
  writeFileSync(join(directory, path), 'x');
}

const readMode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('T37: a missing database', () => {
  it.each(['site/objects/abc.br', 'uploads/files/abc.webp'])(
    'prevents a start beside %s, with advice',
    async (kept) => {
      putFile(kept);
      await expect(openDataDirectory()).rejects.toThrow(SettingsError);
      expect(existsSync(file)).toBe(false);
      writeFileSync(file, '');
      await expect(openDataDirectory()).rejects.toThrow(
        /app\.db is empty or missing, but .+ Restore the database from a backup/,
      );
      expect(statSync(file).size).toBe(0);
    },
  );

  it('includes a database without tables', async () => {
    putFile('site/objects/abc.br');
    const empty = await openDatabase(`file:${file}`);
    await empty.client.execute('CREATE TABLE x (y)');
    await empty.client.execute('DROP TABLE x');
    empty.client.close();
    await expect(openDataDirectory()).rejects.toThrow(/is empty or missing/);
  });

  it('is created for a new site, also with empty folders', async () => {
    mkdirSync(join(directory, 'site/objects'), { recursive: true });
    (await openDataDirectory()).client.close();
    putFile('site/objects/abc.br');
    (await openDataDirectory()).client.close();
    await expect(openDataDirectory({ DATABASE_URL: `file:${join(directory, 'other.db')}` })).rejects.toThrow(
      /other\.db is empty/,
    );
  });
});

describe('T5: the database is readable by its owner only', () => {
  it('a new one with its journals', async () => {
    const db = await openDataDirectory();
    for (const name of ['app.db', 'app.db-wal', 'app.db-shm'])
      expect(readMode(join(directory, name)), name).toBe('600');
    db.client.close();
  });

  it('one that was readable by everybody before', async () => {
    writeFileSync(file, '', { mode: 0o644 });
    (await openDataDirectory()).client.close();
    expect(readMode(file)).toBe('600');
  });
});

it.each(['', 'half'])('T37: a secret that a full disk truncated to %j is created again', (cut) => {
  writeFileSync(join(directory, 'secret'), cut);
  const secret = loadOrCreateSecret(directory);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(loadOrCreateSecret(directory)).toBe(secret);
  expect(readMode(join(directory, 'secret'))).toBe('600');
});

it('databaseFile returns the path of a file URL, or null', () => {
  expect(databaseFile('file:/srv/x/app.db')).toBe('/srv/x/app.db');
  expect(databaseFile('file:///srv/a%20b/app.db?mode=rw')).toBe('/srv/a b/app.db');
  expect(databaseFile('file:app.db')).toBe('app.db');
  expect(databaseFile('libsql://example.com')).toBe(null);
});

describe('the first start', () => {
  it.each([
    ['true', 4],
    ['pages', 4],
    ['false', 0],
  ])('with DEMO_CONTENT=%s creates %i products', async (isDemo, count) => {
    const db = await openDataDirectory({ DEMO_CONTENT: isDemo });
    try {
      expect((await db.client.execute('SELECT count(*) FROM products')).rows[0]?.[0]).toBe(count);
    } finally {
      db.client.close();
    }
  });
});
