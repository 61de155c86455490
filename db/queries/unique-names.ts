import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '#db/client.ts';

/** Tables whose names, or labels, must be unique. */
type NamedTable = SQLiteTable & { id: SQLiteColumn } & ({ name: SQLiteColumn } | { label: SQLiteColumn });

/**
 * Whether another row than `id` has this name in any case, 'Māori' and 'MĀORI' too: SQLite folds only A to Z, so its
 * own constraint alone would let them pass.
 */
export async function isNameTaken(db: Database, table: NamedTable, name: string, id: number | null): Promise<boolean> {
  const column = 'name' in table ? table.name : table.label;
  const others = await db.orm.select({ id: table.id, name: column }).from(table);
  return others.some((other) => other.id !== id && String(other.name).toLowerCase() === name.toLowerCase());
}
