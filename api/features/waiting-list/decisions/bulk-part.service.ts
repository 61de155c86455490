import { waitingListEntries as entries } from '#db/schema/index.ts';
import { type BulkSource, listBulkPart } from '#api/bulk/bulk-kit.ts';
import type { Deps } from '#api/deps.ts';
import { matchesFilter } from '#api/features/waiting-list/manager/manager.queries.ts';
import type { BulkEntriesFilter, BulkEntriesRequest } from './decisions.contract.ts';

const source: BulkSource<BulkEntriesFilter> = {
  table: entries,
  id: entries.id,
  matches: matchesFilter,
  size: 500,
  // People join all the time: a few more are no reason to ask again.
  getTolerance: (total) => Math.max(10, total * 0.05),
};

/** The entries of one request of a bulk action. @throws conflict when many more or fewer match than were shown. */
export const listEntryPart = ({ db }: Pick<Deps, 'db'>, request: BulkEntriesRequest) =>
  listBulkPart(db, source, request);
