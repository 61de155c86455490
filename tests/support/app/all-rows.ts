import type { Database } from '#db/client.ts';

/** Every row of every table, and the last id that each table gave. */
export async function readAllRows(db: Database): Promise<Record<string, unknown[]>> {
  const rowsByTable: Record<string, unknown[]> = {};
  for (const table of [...(await listTables(db)), 'sqlite_sequence']) {
    const { rows } = await db.client.execute(`SELECT * FROM ${table} ORDER BY 1, 2`);
    rowsByTable[table] = rows.map((row) => ({ ...row }));
  }
  return rowsByTable;
}

/** All tables but those of SQLite, of the migrator and of the full-text indexes, which triggers fill. */
async function listTables(db: Database): Promise<string[]> {
  const { rows } = await db.client.execute(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'
      AND name NOT LIKE '%_search%' AND name NOT LIKE '%_words%' ORDER BY name`,
  );
  return rows.map((row) => String(row.name));
}
