import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
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

/** SQLite would read the table for it, because the text is not stored there. */
const searchIndex = sql`${entries} INDEXED BY waiting_list_entries_search`;

export async function countMatches({ orm }: Database, filter: EntryFilter): Promise<number> {
  const { productId, status, search, delivery } = filter;
  // Counted in the index of counts; a search reads its own.
  const isCounted = and(
    productId === undefined ? undefined : eq(entries.productId, productId),
    status && eq(entries.status, status),
    delivery && inArray(entries.invitationStatus, [...statusesByDelivery[delivery]]),
  );
  const [matches] = await orm
    .select({ count: count() })
    .from(search ? searchIndex : entries)
    .where(search ? matchesFilter(filter) : isCounted);
  return matches?.count ?? 0;
}

type ListOrder = Pick<EntryFilters, 'sortBy' | 'sortOrder'>;

/** The text that is searched begins with the address, so one index serves both. */
const sortColumns = {
  created_at: sql`${entries.createdAt}`,
  email: sql`${entries.searchText}`,
  first_name: sql`lower(${entries.firstName})`,
};

/** The ids of all matches, newest first by default; to be limited. */
export function selectMatches({ orm }: Database, query: EntryFilter & ListOrder) {
  const { sortBy = 'created_at', sortOrder, search } = query;
  const order = sortOrder === 'ASC' ? asc : desc;
  return orm
    .select({ id: sql<number>`${entries.id}` })
    .from(search || sortBy === 'email' ? searchIndex : entries)
    .where(matchesFilter(query))
    .orderBy(order(sortColumns[sortBy]), order(entries.id));
}

/**
 * The ids of one page, and how many match in all. A search reads every entry, so it finds both at once; by email it reads
 * in the order of its index, and a page is often found early.
 */
export async function listPage(
  db: Database,
  query: EntryFilter & ListOrder & { page: number; limit: number },
): Promise<{ ids: number[]; total: number }> {
  const { limit } = query;
  const offset = (query.page - 1) * limit;
  if (!query.search || query.sortBy === 'email') {
    const rows = await selectMatches(db, query).limit(limit).offset(offset);
    return { ids: rows.map(({ id }) => id), total: await countMatches(db, query) };
  }
  const { sortBy = 'created_at', sortOrder } = query;
  const direction = sortOrder === 'ASC' ? sql`ASC` : sql`DESC`;
  const found = await db.orm.get<{ ids: string; total: number }>(sql`
    WITH matches AS MATERIALIZED (
      SELECT ${entries.id} AS id, ${sortColumns[sortBy]} AS sort_key FROM ${searchIndex} WHERE ${matchesFilter(query)})
    SELECT (SELECT count(*) FROM matches) AS total, (SELECT json_group_array(id) FROM (
      SELECT id FROM matches ORDER BY sort_key ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset})) AS ids`);
  return { ids: JSON.parse(found?.ids ?? '[]') as number[], total: found?.total ?? 0 };
}

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
