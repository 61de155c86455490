import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { findImport, type ImportRow, requireStateStatements } from '#api/features/imports/imports.queries.ts';
import type { ItemRow } from '#api/adapters/site-readers/thread/reading-messages.ts';
import { type Loss, UnreadableImportError } from '#api/adapters/site-readers/records.ts';
import {
  readInThread,
  type ReadingOptions,
  ReadingThreadError,
  type ReadPart,
} from '#api/adapters/site-readers/thread/reading-thread.ts';
import { importItems, imports, importTexts } from '#db/schema/index.ts';
import { isOutOfSpace } from '#db/out-of-space.ts';
import { isGuardRollback, write } from '#db/write.ts';
import { getImportDirectory } from '#api/features/imports/imports.service.ts';
import { planImport } from './plan.service.ts';

export type ReadDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'site' | 'uploads'>;

/**
 * Reads the files of an import and says what would come in: nothing of it is on the site. After a crash it begins anew.
 * @returns false when it was given up in between.
 */
export async function readAndPlan(
  deps: ReadDeps,
  row: ImportRow,
  options: Partial<ReadingOptions> & { signal: AbortSignal },
): Promise<boolean> {
  const { db } = deps;
  const {
    source,
    files,
    options: { zone },
  } = row;
  const site = { source, files, zone, directory: getImportDirectory(deps, row.id) };
  try {
    await removeItems(deps, row);
    for await (const part of readInThread(site, options)) {
      if (part.kind === 'again') await removeItems(deps, row);
      else if (part.kind === 'slow') await saveSlowText(deps, row, part.title);
      else if (part.kind === 'site') await saveSite(deps, row, part);
      else await saveItems(deps, row, part.rows);
      await yieldToRequests();
    }
    await planImport(deps, (await findImport(db, row.id)) ?? row);
    await setState(deps, row, { state: 'checked' });
  } catch (error) {
    if (isGuardRollback(error) || options.signal.aborted) return false;
    const message = describeFault(error, row);
    if (message === null) throw error;
    if (!(error instanceof UnreadableImportError)) deps.log.error({ err: error }, 'an import couldn’t be read');
    await setState(deps, row, { state: 'refused', error: message });
  }
  return true;
}

const removeItems = ({ db }: ReadDeps, { id }: ImportRow) =>
  write(db, [db.orm.delete(importItems).where(eq(importItems.importId, id))]);

/** A sentence where the files or the thread are to blame; null for what may work later, such as a full disk or a locked database. */
function describeFault(error: unknown, { files }: ImportRow): string | null {
  if (error instanceof UnreadableImportError) return error.message;
  if (isOutOfSpace(error)) return null;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return `‘${files[0]?.name ?? ''}’ isn’t there any more. Choose it again.`;
  if (code === 'EACCES' || code === 'EISDIR') return `‘${files[0]?.name ?? ''}’ can’t be read by the server.`;
  if (error instanceof ReadingThreadError)
    return `The server couldn’t read ‘${files[0]?.name ?? ''}’: its reader stopped. The server’s log says why. Try again, or restart the server first.`;
  return null;
}

async function setState({ db }: ReadDeps, row: ImportRow, change: Partial<ImportRow>): Promise<void> {
  await write(db, [
    ...requireStateStatements(db, row),
    db.orm.update(imports).set(change).where(eq(imports.id, row.id)),
  ]);
}

async function saveSite(
  { db }: ReadDeps,
  row: ImportRow,
  { origin, losses }: Extract<ReadPart, { kind: 'site' }>,
): Promise<void> {
  await write(db, [
    ...requireStateStatements(db, row),
    db.orm.update(imports).set({ origin, losses }).where(eq(imports.id, row.id)),
  ]);
}

async function saveSlowText({ db }: ReadDeps, row: ImportRow, title: string): Promise<void> {
  const loss: Loss = { kind: 'slow', detail: title.trim().slice(0, 200).toWellFormed(), count: 1 };
  await write(db, [
    ...requireStateStatements(db, row),
    sql`UPDATE ${imports} SET losses = json_insert(losses, '$[#]', json(${JSON.stringify(loss)})) WHERE id = ${row.id}`,
  ]);
}

async function saveItems({ db }: ReadDeps, row: ImportRow, rows: readonly ItemRow[]): Promise<void> {
  const { id } = row;
  const texts = rows.filter(({ html }) => html !== null);
  await write(db, [
    ...requireStateStatements(db, row),
    ...rows.map(({ html, ...item }) =>
      db.orm
        .insert(importItems)
        .values({ ...item, importId: id })
        .onConflictDoNothing(),
    ),
    // The first of two items with one name in the source counts.
    ...texts.map(
      ({ kind, sourceId, html }) =>
        sql`INSERT INTO ${importTexts} (item_id, html) SELECT id, ${html} FROM ${importItems}
          WHERE import_id = ${id} AND kind = ${kind} AND source_id = ${sourceId}
          ON CONFLICT DO NOTHING`,
    ),
  ]);
}
