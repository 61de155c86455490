import type { Deps } from '#api/deps.ts';
import { notFoundError } from '#api/http/errors.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import type { EntryDetailJson, EntryFilters } from '#api/features/waiting-list/waiting-list.contract.ts';
import { toEntryJson } from '#api/features/waiting-list/waiting-list.mapper.ts';
import { findPlace } from '#api/features/waiting-list/waiting-list.queries.ts';
import { listEntryIds, loadEntries } from './manager.queries.ts';

type ReadDeps = Pick<Deps, 'db'>;

/** Entries of one list or all, newest first by default. */
export async function listEntries({ db }: ReadDeps, query: EntryFilters & { page: number; limit: number }) {
  // Only ids are sorted and skipped; the rest is read for one page.
  const { ids, total } = await listEntryIds(db, query);
  const rows = await loadEntries(db, ids);
  return { data: rows.map(toEntryJson), pagination: toPaginationJson(query, total) };
}

/** @throws not_found. */
export async function getEntry({ db }: ReadDeps, id: number): Promise<EntryDetailJson> {
  const [row] = await loadEntries(db, [id]);
  if (!row) throw notFoundError('Waiting list entry not found');
  return { ...toEntryJson(row), place: await findPlace(db, row) };
}
