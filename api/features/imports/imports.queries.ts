import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { ImportKind } from '#api/domain/imports.ts';
import type { Database } from '#db/client.ts';
import { importItems, imports } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement } from '#db/write.ts';

export type ImportRow = typeof imports.$inferSelect;
export type ImportItemRow = typeof importItems.$inferSelect;

/** How many ids a list of them holds in one statement. */
export const PART_SIZE = 20;

export async function findImport({ orm }: Database, id: number): Promise<ImportRow | null> {
  const [row] = await orm.select().from(imports).where(eq(imports.id, id));
  return row ?? null;
}

/** Undoes its batch unless the import is still in this state: somebody may have stopped it. */
export const requireStateStatements = (db: Database, { id, state }: Pick<ImportRow, 'id' | 'state'>): Statement[] => [
  db.orm
    .update(imports)
    .set({ state })
    .where(and(eq(imports.id, id), eq(imports.state, state))),
  rollbackIfNoRows,
];

/** What comes in next, of one kind. */
export async function listWaitingItems({ orm }: Database, importId: number, limit: number): Promise<ImportItemRow[]> {
  const rows = await orm
    .select()
    .from(importItems)
    .where(and(eq(importItems.importId, importId), eq(importItems.state, 'waiting')))
    .orderBy(asc(importItems.phase), asc(importItems.id))
    .limit(limit);
  return rows.filter(({ kind }) => kind === rows[0]?.kind);
}

/** What is known of all items of a kind, without their data. */
export const listItems = ({ orm }: Database, importId: number, kind: ImportKind) =>
  orm
    .select({
      id: importItems.id,
      sourceId: importItems.sourceId,
      title: importItems.title,
      state: importItems.state,
      address: importItems.address,
      subjectId: importItems.subjectId,
    })
    .from(importItems)
    .where(and(eq(importItems.importId, importId), eq(importItems.kind, kind)))
    .orderBy(asc(importItems.id));

/** The statement that says what became of an item, once. */
export const finishItemStatements = (
  db: Database,
  { id }: Pick<ImportItemRow, 'id'>,
  change: Partial<Pick<ImportItemRow, 'state' | 'losses' | 'error' | 'isNew' | 'revision' | 'address'>> & {
    subjectId?: number | SQL;
  },
): Statement[] => [
  db.orm
    .update(importItems)
    .set(change as never)
    .where(and(eq(importItems.id, id), eq(importItems.state, 'waiting'))),
  rollbackIfNoRows,
];
