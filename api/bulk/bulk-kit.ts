import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, count, gt, lte, max, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '#db/client.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import type { BulkJson, BulkRange, BulkTarget } from '#api/http/bulk-fields.ts';
import { AppError, conflictError } from '#api/http/errors.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';

export type BulkSource<Filter> = {
  table: SQLiteTable;
  id: SQLiteColumn;
  matches: (filter: Filter) => SQL | undefined | Promise<SQL | undefined>;
  /** How many are changed in one request: few enough to show progress and to keep each request short. */
  size: number;
  /** How many more or fewer may match than were shown, where rows come and go all the time. */
  getTolerance?: (total: number) => number;
};

/**
 * The ids of one request of a bulk action. Matches of a filter are taken by rising id, up to the last one of the first
 * request: each is changed once, whether it still matches afterwards or not, and those that are new are left out.
 * @throws conflict when another number matches than was shown.
 */
export async function listBulkPart<Filter>(
  db: Database,
  source: BulkSource<Filter>,
  { ids, filter, total = 0, next }: BulkTarget<Filter>,
): Promise<{ ids: number[]; next: BulkRange | null }> {
  if (filter === undefined) return { ids: [...new Set(ids)], next: null };
  const { table, id, size } = source;
  const where = await source.matches(filter);
  const range = next ?? (await startRange(db, source, where, total));
  const rows = await db.orm
    .select({ id })
    .from(table)
    .where(and(where, gt(id, range.after_id), lte(id, range.last_id)))
    .orderBy(asc(id))
    .limit(size);
  const found = rows.map((row) => Number(row.id));
  const lastId = found.at(-1);
  const isEnd = lastId === undefined || found.length < size || lastId === range.last_id;
  return { ids: found, next: isEnd ? null : { ...range, after_id: lastId } };
}

async function startRange<Filter>(
  { orm }: Database,
  { table, id, getTolerance = () => 0 }: BulkSource<Filter>,
  where: SQL | undefined,
  total: number,
): Promise<BulkRange> {
  const [matches] = await orm
    .select({ count: count(), lastId: max(id) })
    .from(table)
    .where(where);
  if (!matches?.lastId || Math.abs(matches.count - total) > getTolerance(total)) {
    throw conflictError('The list has changed in the meantime. Close this, check the list and try again.');
  }
  return { after_id: 0, last_id: Number(matches.lastId) };
}

/** Of the acts of one request: each is an undo action of its own, whose id begins with this one. */
export type PartUndo = { id: string; at: number };

/** Acts on each in a batch of its own that can be undone. Those that are refused are skipped, with the reason. */
export async function actOnEach(
  { clock }: Pick<Deps, 'clock'>,
  ids: readonly number[],
  act: (id: number, undo: PartUndo) => Promise<unknown>,
  loadNames: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
): Promise<Pick<BulkJson, 'updated' | 'skipped' | 'undo'>> {
  const undo = { id: generateId(), at: clock.now() };
  const updated: number[] = [];
  const reasons = new Map<number, string>();
  let worked = 0;
  for (const id of ids) {
    // Each is whole; writes to a file come back without a turn of the event loop, so a hundred posts had held all visitors for 2.6 s. A page takes
    // several turns, so one turn between two posts still made visitors wait for 0.2 s: half of the time is theirs.
    await sleep(worked);
    const begunAt = performance.now();
    try {
      await act(id, undo);
      updated.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reasons.set(id, error.message);
    }
    worked = performance.now() - begunAt;
  }
  const names = reasons.size > 0 ? await loadNames([...reasons.keys()]) : new Map<number, string>();
  return {
    updated,
    skipped: [...reasons].map(([id, reason]) => ({ id, name: names.get(id) ?? null, reason })),
    undo: updated.length > 0 ? toUndoJson(undo.id, undo.at) : null,
  };
}
