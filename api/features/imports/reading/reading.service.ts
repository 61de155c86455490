import { createHash } from 'node:crypto';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { toPlainText } from '#api/adapters/html/html-text.ts';
import { removeControlCharacters } from '#api/domain/content-html.ts';
import { TITLE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { importKinds } from '#api/domain/imports.ts';
import type { Deps } from '#api/deps.ts';
import { findImport, type ImportRow, requireStateStatements } from '#api/features/imports/imports.queries.ts';
import { type ImportRecord, type Loss, UnreadableImportError } from '#api/adapters/site-readers/records.ts';
import { importItems, imports } from '#db/schema/index.ts';
import { isGuardRollback, write } from '#db/write.ts';
import { getImportDirectory } from '#api/features/imports/imports.service.ts';
import { planImport } from './plan.service.ts';
import { readImport } from './source.service.ts';

export type ReadDeps = Pick<Deps, 'db' | 'clock' | 'site' | 'uploads'>;
type ItemRecord = Exclude<ImportRecord, { kind: 'site' }>;

/** Half a character, as files have that were cut: the database ends the process when it meets one in JSON. */
const toWellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);

/** Records of one batch. */
const BATCH_SIZE = 50;

/**
 * Reads the files of an import and says what would come in: nothing of it is on the site. After a crash it begins anew.
 * @returns false when it was given up in between.
 */
export async function readAndPlan(deps: ReadDeps, row: ImportRow, isStopped: () => boolean): Promise<boolean> {
  const { db } = deps;
  await write(db, [db.orm.delete(importItems).where(eq(importItems.importId, row.id))]);
  try {
    let batch: ItemRecord[] = [];
    let count = 0;
    for await (const record of readImport(row, getImportDirectory(deps, row.id))) {
      if (isStopped()) return false;
      if (record.kind === 'site') await saveSite(deps, row, record);
      else batch.push(record);
      if (batch.length < BATCH_SIZE) continue;
      await saveItems(deps, row, batch);
      batch = [];
      count += 1;
      if (count % 4 === 0) await yieldToRequests();
    }
    await saveItems(deps, row, batch);
    await planImport(deps, (await findImport(db, row.id)) ?? row);
    await setState(deps, row, { state: 'checked' });
  } catch (error) {
    if (isGuardRollback(error)) return false;
    const message = describeFault(error, row);
    if (message === null) throw error;
    await setState(deps, row, { state: 'refused', error: message });
  }
  return true;
}

/** A sentence where the files are to blame; null for what may work later. */
function describeFault(error: unknown, { files }: ImportRow): string | null {
  if (error instanceof UnreadableImportError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return `‘${files[0]?.name ?? ''}’ isn’t there any more. Choose it again.`;
  if (code === 'EACCES' || code === 'EISDIR') return `‘${files[0]?.name ?? ''}’ can’t be read by the server.`;
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
  { origin, losses }: Extract<ImportRecord, { kind: 'site' }>,
): Promise<void> {
  await write(db, [
    ...requireStateStatements(db, row),
    db.orm.update(imports).set({ origin, losses }).where(eq(imports.id, row.id)),
  ]);
}

async function saveItems({ db }: ReadDeps, row: ImportRow, records: readonly ItemRecord[]): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map((record) => {
    const { title, losses } = completeTitle(record);
    // What has no text any more isn’t published.
    const isCut = losses.some(({ kind }) => kind === 'too_long');
    const data = JSON.stringify(isCut ? { ...record.data, status: 'draft' } : record.data, toWellFormed);
    return {
      kind: record.kind,
      phase: importKinds.indexOf(record.kind),
      source_id: record.sourceId,
      title,
      data,
      hash: createHash('sha256').update(`${title}\n${data}`).digest('hex'),
      losses: JSON.stringify(losses, toWellFormed),
    };
  });
  const column = (name: string) => sql`item.value ->> ${name}`;
  await write(db, [
    ...requireStateStatements(db, row),
    sql`INSERT INTO ${importItems} (import_id, kind, phase, source_id, title, data, hash, losses)
      SELECT ${row.id}, ${column('kind')}, ${column('phase')}, ${column('source_id')}, ${column('title')}, ${column('data')},
        ${column('hash')}, ${column('losses')} FROM json_each(${JSON.stringify(rows, toWellFormed)}) AS item WHERE true
      ON CONFLICT DO NOTHING`,
  ]);
}

/** Texts need a title: theirs, or their first words. */
function completeTitle(record: ItemRecord): { title: string; losses: Loss[] } {
  const losses = [...(record.losses ?? [])];
  if (record.kind !== 'post' && record.kind !== 'page') return { title: toName(record), losses };
  const max = record.kind === 'page' ? 120 : TITLE_MAX_LENGTH;
  if (record.title.length > max) losses.push({ kind: 'title_long', detail: '', count: 1 });
  const title = cutAtWord(record.title, max);
  if (title !== '') return { title, losses };
  losses.push({ kind: 'title', detail: '', count: 1 });
  return { title: cutAtWord(toPlainText(record.data.html.slice(0, 2_000)), 60) || 'Untitled', losses };
}

/** Of what has no text: its own, or else what the source calls it; either may be nothing but signs that nobody sees. */
const toName = ({ title, sourceId }: ItemRecord): string =>
  [title, sourceId].map((each) => removeControlCharacters(each).trim().slice(0, 500)).find((each) => each !== '') ??
  'Untitled';

function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  return text
    .slice(0, max)
    .replace(/\s+\S*$/, '')
    .replace(/[\ud800-\udbff]$/, '');
}
