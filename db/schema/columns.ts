import { sql } from 'drizzle-orm';
import { integer } from 'drizzle-orm/sqlite-core';

/** An instant: UTC milliseconds since 1970. The database compares them; only the wire shows ISO 8601. */
export const timestampMs = (name: string) => integer(name, { mode: 'number' });

/** `'a', 'b'` for the right side of a CHECK ... IN (...), from a closed vocabulary. */
export const toSqlList = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));
