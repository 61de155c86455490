import { DatabaseSync } from 'node:sqlite';

/** Another program may hold the lock for a moment (ms). */
const BUSY_MS = 5_000;

// A process of its own: prints the verdict of SQLite about the database file of its argument, `ok` or what is damaged.
function check(file: string): unknown {
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
    return database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

process.stdout.write(String(check(process.argv[2] ?? '')));
