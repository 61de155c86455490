import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { ImportKind } from '#api/domain/imports.ts';
import type { Database } from '#db/client.ts';
import { importItems, imports, importTexts } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement } from '#db/write.ts';

export type ImportRow = typeof imports.$inferSelect;
export type StoredItem = typeof importItems.$inferSelect;
/** `html`: the text of a post or page; null for other items, and for what an earlier version of the program has read, which has it in `data`. */
export type ImportItemRow = StoredItem & { html: string | null };

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

/** Bytes of data and text of an item. SQLite knows them without reading the text. */
export const itemBytes = sql<number>`octet_length(${importItems.data}) + coalesce(octet_length(${importTexts.html}), 0)`;

/** How much text one batch writes at most, but for a single longer text: it holds the event loop for some 10 ms. */
const PART_BYTES = 250_000;

/** The first of these items that one batch takes, at least one. */
export function takePart<Item extends { bytes: number }>(items: readonly Item[]): Item[] {
  let sum = 0;
  return items.filter(({ bytes }, at) => {
    sum += bytes;
    return at === 0 || sum <= PART_BYTES;
  });
}

/** Items that come in next, of one kind and in one batch: `limit` of them at most. */
export async function listWaitingItems({ orm }: Database, importId: number, limit: number): Promise<ImportItemRow[]> {
  const next = await orm
    .select({ id: importItems.id, kind: importItems.kind, bytes: itemBytes })
    .from(importItems)
    .leftJoin(importTexts, eq(importTexts.itemId, importItems.id))
    .where(and(eq(importItems.importId, importId), eq(importItems.state, 'waiting')))
    .orderBy(asc(importItems.phase), asc(importItems.id))
    .limit(limit);
  const ids = takePart(next.filter(({ kind }) => kind === next[0]?.kind)).map(({ id }) => id);
  if (ids.length === 0) return [];
  return orm
    .select({ ...getTableColumns(importItems), html: importTexts.html })
    .from(importItems)
    .leftJoin(importTexts, eq(importTexts.itemId, importItems.id))
    .where(inArray(importItems.id, ids))
    .orderBy(asc(importItems.id));
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
