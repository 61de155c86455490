import { setTimeout as sleep } from 'node:timers/promises';
import type { InStatement, ResultSet } from '@libsql/client';
import { LibsqlError } from '@libsql/client/sqlite3';
import { SQL } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Database, Fence } from './client.ts';
import { BUSY_BUDGET_MS, DatabaseBusyError, isBusy } from './lock-queue.ts';

/** Another server holds the lease under which this was to be written: nothing was. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** A query of the builder, one in SQL with values in it, or plain text. */
export type Statement = InStatement | SQL | { toSQL(): { sql: string; params: unknown[] } };

const dialect = new SQLiteAsyncDialect();

/**
 * The one way to write: all statements in one immediate transaction, or none of them. While the database is locked
 * it tries again with a random pause, up to 5 s.
 * @throws DatabaseBusyError when it stays locked; DatabaseFileGoneError; LeaseLostError; the driver's error (a constraint, say) otherwise.
 */
export async function write(db: Database, statements: readonly Statement[]): Promise<ResultSet[]> {
  if (statements.length === 0) return [];
  db.requireFile?.();
  const guards = db.fence ? [toGuard(db.fence)] : [];
  const batch = [...guards, ...statements.map(toStatement)];
  const attempt = () => db.client.batch(batch, 'write');
  try {
    const results = await (db.lockQueue ? db.lockQueue.run(attempt) : retryWhileBusy(attempt));
    return results.slice(guards.length);
  } catch (error) {
    if (db.fence && isFenceError(error)) throw new LeaseLostError('Another server leads now.', { cause: error });
    throw error;
  }
}

/** For a database server, whose lock another server holds: each write tries by itself. */
async function retryWhileBusy(attempt: () => Promise<ResultSet[]>): Promise<ResultSet[]> {
  const deadline = performance.now() + BUSY_BUDGET_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      await sleep(10 + Math.random() * 90);
      if (performance.now() > deadline) throw new DatabaseBusyError('The database is locked.', { cause: error });
    }
  }
}

/** Since when another program has held the lock of the database file (UTC ms); null when a write finds none. */
export const readLockedSince = async (db: Database): Promise<number | null> =>
  (await db.lockQueue?.readLockedSince(() => db.client.batch([], 'write'))) ?? null;

/** Statements by name, in their order; a name may stand for several. */
export type NamedStatements = Record<string, Statement | readonly Statement[]>;

/** `write` with the number of rows that each name has changed. */
export async function writeNamed<Named extends NamedStatements>(
  db: Database,
  statements: Named,
): Promise<Record<keyof Named, number>> {
  const parts = Object.entries(statements).map(([name, part]) => ({ name, list: [part].flat() as Statement[] }));
  const results = await write(
    db,
    parts.flatMap(({ list }) => list),
  );
  const counts: Record<string, number> = {};
  for (const { name, list } of parts) {
    counts[name] = results.splice(0, list.length).reduce((sum, { rowsAffected }) => sum + rowsAffected, 0);
  }
  return counts as Record<keyof Named, number>;
}

/** Several reads of one state of the database. */
export const readTogether = (db: Database, statements: readonly Statement[]): Promise<ResultSet[]> =>
  db.client.batch(statements.map(toStatement), 'read');

/** True when a write broke a UNIQUE constraint or primary key; `column` narrows it to a name in the message. */
export function isUniqueViolation(error: unknown, column = ''): boolean {
  const message = error instanceof Error ? error.message : '';
  return error instanceof LibsqlError && /UNIQUE constraint failed/.test(message) && message.includes(column);
}

/** True when a write held a value that its column never takes. */
export function isCheckViolation(error: unknown): boolean {
  return error instanceof LibsqlError && /CHECK constraint failed/.test(error.message);
}

/** True when a write named a row of another table that is not there (any more). */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof LibsqlError && /FOREIGN KEY constraint failed/.test(error.message);
}

function toStatement(statement: Statement): InStatement {
  const isText = typeof statement === 'string' || !(statement instanceof SQL || 'toSQL' in statement);
  if (isText) return statement;
  const { sql, params } = statement instanceof SQL ? dialect.sqlToQuery(statement) : statement.toSQL();
  return { sql, args: params as never };
}

/** Rolls a batch back when the lease has another token. SQLite has no RAISE outside triggers, so it computes what overflows. */
const toGuard = ({ lease, token }: Fence): InStatement => ({
  sql: 'SELECT iif((SELECT token FROM leases WHERE name = ?) = ?, 1, abs(-9223372036854775807 - 1))',
  args: [lease, token],
});

const isFenceError = (error: unknown) => error instanceof LibsqlError && /integer overflow/.test(error.message);

/**
 * Guard for a batch: rolls it back when the preceding conditional UPDATE or DELETE changed no row. SQLite has no RAISE
 * outside triggers, so it parses a word that is not JSON.
 */
export const rollbackIfNoRows = "SELECT iif(changes() > 0, 1, json('nothing changed'))";

/** True when a batch was undone by `rollbackIfNoRows`. */
export function isGuardRollback(error: unknown): boolean {
  return error instanceof LibsqlError && /malformed JSON/.test(error.message);
}

/** For `.catch` behind a write: throws the result of `reason` when `rollbackIfNoRows` undid the batch, and any other error unchanged. */
export const onGuardRollback =
  (reason: () => Error | Promise<Error>) =>
  async (error: unknown): Promise<never> => {
    throw isGuardRollback(error) ? await reason() : error;
  };
