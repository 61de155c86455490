import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { InArgs, Value } from '@libsql/client';
import type { Database } from '#db/client.ts';

const PAGE_ROWS = 1_000;

/**
 * Reads many rows a thousand at a time, with a pause for other work between. `argumentsAfter` says, before each part,
 * where it begins (keyset paging); the statement orders by the same columns. Cells come by position.
 */
export async function* readRowsByKeyset(db: Database, sql: string, nextCursor: () => InArgs): AsyncGenerator<Value[]> {
  for (;;) {
    const { rows } = await db.client.execute({ sql: `${sql} LIMIT ${PAGE_ROWS}`, args: nextCursor() });
    for (const row of rows) yield Array.from(row);
    if (rows.length < PAGE_ROWS) return;
    await yieldToRequests();
  }
}
