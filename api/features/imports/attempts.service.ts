import { eq, sql } from 'drizzle-orm';
import { type ImportRow, requireStateStatements } from '#api/features/imports/imports.queries.ts';
import type { Database } from '#db/client.ts';
import { imports } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

/** How often a server may begin the same part: one that ended the server is tried once more. */
const ATTEMPTS_MAX = 2;

const TWICE = 'The server stopped twice while working on this import.';

/**
 * Counts that a server begins a part of an import, before it does. An import whose part was begun too often stands still, with a
 * sentence, so that a start never ends in the same part again and again.
 * @returns the number of the attempt; null when the part may not begin.
 */
export async function beginAttempt(db: Database, row: ImportRow): Promise<number | null> {
  const isLast = row.attempts >= ATTEMPTS_MAX;
  const standing = { state: row.state === 'reading' ? ('refused' as const) : ('stopped' as const), error: TWICE };
  await write(db, [
    ...requireStateStatements(db, row),
    db.orm
      .update(imports)
      .set(isLast ? standing : { attempts: row.attempts + 1 })
      .where(eq(imports.id, row.id)),
  ]);
  return isLast ? null : row.attempts + 1;
}

/** The part is done: the next one has all attempts. */
export const endAttempt = (db: Database, { id }: ImportRow): Promise<unknown> =>
  write(db, [db.orm.update(imports).set({ attempts: 1 }).where(eq(imports.id, id))]);

/** A part that ends with a stop of the server was no attempt. */
export const takeBackAttempt = (db: Database, { id }: ImportRow): Promise<unknown> =>
  write(db, [
    db.orm
      .update(imports)
      .set({ attempts: sql`max(${imports.attempts} - 1, 0)` })
      .where(eq(imports.id, id)),
  ]);
