import { type SQL, sql } from 'drizzle-orm';

/** A table `numbers` with the column `n`, from 1. */
export const numbers = (count: number) =>
  sql`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;

// Numbers inside of texts are not parameters: the driver binds these as floating point.
/** The same value for the same number `n`, in no order that an index has. */
export const shuffle = (limit: number) => sql.raw(`((n * 48271) % ${limit})`);

/** One of the values in turn, by a number. */
export const pick = (values: readonly string[], index: SQL) =>
  sql`json_extract(${JSON.stringify(values)}, '$[' || (${index} % ${sql.raw(String(values.length))}) || ']')`;
