import { desc, lt } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '#db/client.ts';
import type { Statement } from '#db/write.ts';

/** Deletes rows that are older, by their column `at`, than the newest `count`. */
export function keepNewestStatement(
  db: Database,
  { table, at, count }: { table: SQLiteTable; at: SQLiteColumn; count: number },
): Statement {
  const oldestKept = db.orm
    .select({ at })
    .from(table)
    .orderBy(desc(at))
    .limit(1)
    .offset(count - 1);
  return db.orm.delete(table).where(lt(at, oldestKept));
}
