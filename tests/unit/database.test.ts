import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createNextMigrations } from '../support/app/next-migrations.ts';
import { isGuardRollback, isUniqueViolation, rollbackIfNoRows, write } from '#db/write.ts';
import { createTestDatabase, type TestDatabase } from '../support/app/test-app.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
  await test.db.client.execute('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE)');
});
afterEach(() => test.close());

const listNames = async () =>
  (await test.db.client.execute('SELECT name FROM things ORDER BY id')).rows.map((row) => row.name);
const insertStatement = (name: string) => ({ sql: 'INSERT INTO things (name) VALUES (?)', args: [name] });

describe('write', () => {
  it('R2 writes all statements and returns their results', async () => {
    const results = await write(test.db, [insertStatement('a'), insertStatement('b')]);
    expect(results.map((result) => result.rowsAffected)).toEqual([1, 1]);
    expect(await listNames()).toEqual(['a', 'b']);
    expect(await write(test.db, [])).toEqual([]);
  });

  it('R2 writes nothing when one statement fails', async () => {
    const failed = write(test.db, [insertStatement('a'), insertStatement('a')]);
    await expect(failed).rejects.toSatisfy((error) => isUniqueViolation(error, 'things.name'));
    await expect(failed).rejects.not.toSatisfy((error) => isUniqueViolation(error, 'slug'));
    await expect(failed).rejects.not.toSatisfy(isGuardRollback);
    expect(await listNames()).toEqual([]);
  });

  it('R5 rolls back the batch when the guarded statement changes no row', async () => {
    const update = (name: string) => ({ sql: 'UPDATE things SET name = name WHERE name = ?', args: [name] });
    await expect(
      write(test.db, [insertStatement('a'), update('z'), rollbackIfNoRows, insertStatement('b')]),
    ).rejects.toSatisfy(isGuardRollback);
    expect(await listNames()).toEqual([]);
    await write(test.db, [insertStatement('a'), update('a'), rollbackIfNoRows, insertStatement('b')]);
    expect(await listNames()).toEqual(['a', 'b']);
  });

  it('R3 waits for another process that is writing, and can write and read afterwards', async () => {
    const other = createClient({ url: `file:${test.directory}/app.db` });
    const transaction = await other.transaction('write');
    await transaction.execute(insertStatement('other'));
    const attempts = vi.spyOn(test.db.client, 'batch');
    let isWritten = false;
    const written = Promise.all([
      write(test.db, [insertStatement('one')]),
      write(test.db, [insertStatement('two')]),
    ]).then(() => {
      isWritten = true;
    });
    // Each of the two has failed at least once and was retried.
    await expect.poll(() => attempts.mock.calls.length, { timeout: 4_000 }).toBeGreaterThanOrEqual(4);
    expect(isWritten).toBe(false);
    await transaction.commit();
    await written;
    other.close();
    await write(test.db, [insertStatement('last')]);
    expect((await listNames()).sort()).toEqual(['last', 'one', 'other', 'two']);
  });

  it('R2 accepts a hundred concurrent writes', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, index) => write(test.db, [insertStatement(`n${index}`)])));
    expect(new Set(await listNames()).size).toBe(100);
  });
});

describe('openDatabase', () => {
  it('R1 enables write-ahead logging and foreign keys', async () => {
    const pragma = async (name: string) => (await test.db.client.execute(`PRAGMA ${name}`)).rows[0]?.[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('foreign_keys')).toBe(1);
  });

  it('R1 enforces foreign keys in a batch', async () => {
    const orphan = 'INSERT INTO blog_categories (blog_id, category_id, position) VALUES (1, 1, 0)';
    await expect(write(test.db, [orphan])).rejects.toThrow('FOREIGN KEY');
  });

  it('R1 fails for an impossible path', async () => {
    await expect(openDatabase(`file:${test.directory}/no/such/app.db`)).rejects.toThrow();
  });
});

describe('migrate', () => {
  it('R6 does nothing the second time, and creates no backup', async () => {
    let backups = 0;
    const backup = async () => {
      backups += 1;
    };
    expect(await migrate(test.db, backup)).toBe(0);
    expect(backups).toBe(0);
  });

  it('R6 creates no backup of an empty database', async () => {
    const db = await openDatabase(`file:${test.directory}/empty.db`);
    const fail = () => Promise.reject(new Error('there is nothing to back up'));
    expect(await migrate(db, fail)).toBeGreaterThanOrEqual(1);
    db.client.close();
  });

  it('R6 creates a backup before it changes a filled database', async () => {
    const tables: number[] = [];
    const backup = async () => {
      tables.push(await countLaterTables());
    };
    expect(await migrate(test.db, backup, createNextMigrations(join(test.directory, 'migrations')))).toBe(1);
    expect(tables).toEqual([0]);
    expect(await countLaterTables()).toBe(1);
  });

  it('R6 changes nothing when the backup fails', async () => {
    const fail = () => Promise.reject(new Error('disk full'));
    await expect(migrate(test.db, fail, createNextMigrations(join(test.directory, 'migrations')))).rejects.toThrow(
      'disk full',
    );
    expect(await countLaterTables()).toBe(0);
  });

  it('R6 fails when a row violates a foreign key', async () => {
    await test.db.client.migrate(['INSERT INTO blog_categories VALUES (1, 1, 0)']);
    const folder = createNextMigrations(join(test.directory, 'migrations'));
    await expect(migrate(test.db, async () => undefined, folder)).rejects.toThrow('refer to rows that don’t exist');
  });
});

async function countLaterTables(): Promise<number> {
  const { rows } = await test.db.client.execute("SELECT count(*) FROM sqlite_master WHERE name = 'later'");
  return Number(rows[0]?.[0]);
}
