import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { entryList } from '#api/domain/waiting-list.ts';
import type { Database } from '#db/client.ts';
import { type ListSource, listAllIds, listPageIds } from '#db/queries/list-source.ts';
import { outbox, products, users, waitingListEntries } from '#db/schema/index.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import type { EntryFilters } from '#api/features/waiting-list/waiting-list.contract.ts';
import { entryColumns, type ListedEntryRow } from '#api/features/waiting-list/waiting-list.mapper.ts';

const entries = waitingListEntries;

type EntryFilter = Pick<EntryFilters, 'productId' | 'status' | 'search' | 'delivery' | 'ids'>;

/** Statuses of the invitation email by filter. Nobody gets an email that was suppressed, so it counts as failed. */
const statusesByDelivery = { waiting: ['queued'], sent: ['sent'], failed: ['expired', 'suppressed'] } as const;

/**
 * The plus signs keep the columns from choosing the index: each reads the table for every match, while the index of a sort
 * order holds all columns of the filter.
 */
export const matchesFilter = ({ productId, status, search, delivery, ids }: EntryFilter): SQL | undefined =>
  and(
    ids && inArray(entries.id, ids),
    productId === undefined ? undefined : sql`+${entries.productId} = ${productId}`,
    status && sql`+${entries.status} = ${status}`,
    delivery && sql`+${entries.invitationStatus} IN ${statusesByDelivery[delivery]}`,
    search ? sql`${entries.searchText} LIKE ${toLikePattern(search)} ESCAPE '\\'` : undefined,
  );

const source: ListSource<keyof typeof entryList.sort> = {
  table: entries,
  id: entries.id,
  sort: {
    created_at: { by: entries.createdAt, index: 'waiting_list_entries_created' },
    first_name: { by: sql`lower(${entries.firstName})`, index: 'waiting_list_entries_first_name' },
    // The text that is searched begins with the address, so one index serves both.
    email: { by: entries.searchText, index: 'waiting_list_entries_search' },
  },
};

/** The index is named: SQLite would read the table, because the text is not stored there. */
const toMatches = ({ search, ...filter }: EntryFilter) => ({
  where: matchesFilter(filter),
  hits: search
    ? sql`SELECT ${entries.id} FROM ${entries} INDEXED BY waiting_list_entries_search
        WHERE ${entries.searchText} LIKE ${toLikePattern(search)} ESCAPE '\\'`
    : undefined,
});

/** The ids of one page, newest first by default, and how many match in all. */
export const listEntryIds = (db: Database, query: EntryFilters & { page: number; limit: number }) =>
  listPageIds(db, source, toMatches(query), query);

/** The ids of all that match. */
export const listAllEntryIds = (db: Database, query: EntryFilters) => listAllIds(db, source, toMatches(query), query);

/** Entries as admins see them, in the order of their ids in the list. */
export async function loadEntries({ orm }: Database, ids: readonly number[]): Promise<ListedEntryRow[]> {
  if (ids.length === 0) return [];
  const rows = await orm
    .select({
      ...entryColumns,
      userId: users.id,
      leavesAt: outbox.nextAttemptAt,
      sentAt: outbox.sentAt,
      lastError: outbox.lastError,
    })
    .from(entries)
    .innerJoin(products, eq(products.id, entries.productId))
    .leftJoin(users, eq(users.email, entries.email))
    .leftJoin(outbox, eq(outbox.id, entries.invitationEmailId))
    .where(inArray(entries.id, [...ids]));
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowsById.get(id) ?? []);
}
