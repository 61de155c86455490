import type { InArgs, Value } from '@libsql/client';
import type { Database } from '#db/client.ts';

const ROWS_PER_READ = 1_000;

/**
 * Reads many rows a thousand at a time, with a pause for other work between. `argumentsAfter` says, before each part,
 * where it begins (keyset paging); the statement orders by the same columns. Cells come by position.
 */
export async function* readInParts(db: Database, sql: string, argumentsAfter: () => InArgs): AsyncGenerator<Value[]> {
  for (;;) {
    const { rows } = await db.client.execute({ sql: `${sql} LIMIT ${ROWS_PER_READ}`, args: argumentsAfter() });
    for (const row of rows) yield Array.from(row);
    if (rows.length < ROWS_PER_READ) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
