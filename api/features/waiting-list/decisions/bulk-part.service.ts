import { and, asc, desc, gt, lte } from 'drizzle-orm';
import { waitingListEntries as entries } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import { countEntryMatches, matchesFilter } from '#api/features/waiting-list/manager/manager.queries.ts';
import type { BulkEntriesFilter, BulkEntriesRange, BulkEntriesRequest } from './decisions.contract.ts';

type ReadDeps = Pick<Deps, 'db'>;
type BulkPart = { ids: readonly number[]; next: BulkEntriesRange | null };

/** Entries changed in one request. */
const PART_SIZE = 500;

/**
 * The entries of one request of a bulk action. Matches of a filter are taken by rising id, up to the last one of the first
 * request, so people who join meanwhile don't move the parts.
 * @throws conflict when many more or fewer match than were shown.
 */
export async function listBulkPart(
  deps: ReadDeps,
  { ids, filter, total, next }: BulkEntriesRequest,
): Promise<BulkPart> {
  if (!filter) return { ids: [...new Set(ids)], next: null };
  const range = next ?? (await startRange(deps, filter, total ?? 0));
  const rows = await deps.db.orm
    .select({ id: entries.id })
    .from(entries)
    .where(and(matchesFilter(filter), gt(entries.id, range.after_id), lte(entries.id, range.last_id)))
    .orderBy(asc(entries.id))
    .limit(PART_SIZE);
  const lastId = rows.at(-1)?.id;
  const isEnd = rows.length < PART_SIZE || lastId === range.last_id;
  return { ids: rows.map(({ id }) => id), next: isEnd || !lastId ? null : { ...range, after_id: lastId } };
}

async function startRange({ db }: ReadDeps, filter: BulkEntriesFilter, total: number): Promise<BulkEntriesRange> {
  const count = await countEntryMatches(db, filter);
  const [last] = await db.orm
    .select({ id: entries.id })
    .from(entries)
    .where(matchesFilter(filter))
    .orderBy(desc(entries.id))
    .limit(1);
  // People join all the time: a few more are no reason to ask again.
  const tolerance = Math.max(10, total * 0.05);
  if (!last || Math.abs(count - total) > tolerance) {
    throw conflictError('The list has changed in the meantime. Close this, check the list and try again.');
  }
  return { after_id: 0, last_id: last.id };
}
