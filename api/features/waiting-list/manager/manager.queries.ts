import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { outbox, products, users, waitingListEntries } from '#db/schema/index.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import type { EntryFilters } from '#api/features/waiting-list/waiting-list.contract.ts';
import { entryColumns, type ListedEntryRow } from '#api/features/waiting-list/waiting-list.mapper.ts';

const entries = waitingListEntries;

type EntryFilter = Pick<EntryFilters, 'productId' | 'status' | 'search' | 'delivery'>;

/** Statuses of the invitation email by filter. Nobody gets an email that was suppressed, so it counts as failed. */
const statusesByDelivery = { waiting: ['queued'], sent: ['sent'], failed: ['expired', 'suppressed'] } as const;

export const matchesFilter = ({ productId, status, search, delivery }: EntryFilter): SQL | undefined =>
  and(
    productId === undefined ? undefined : eq(entries.productId, productId),
    status && eq(entries.status, status),
    delivery && inArray(entries.invitationStatus, [...statusesByDelivery[delivery]]),
    search ? containsText(search) : undefined,
  );

function containsText(text: string): SQL | undefined {
  const name = sql`coalesce(${entries.firstName}, '') || ' ' || coalesce(${entries.lastName}, '')`;
  const pattern = toLikePattern(text);
  return or(sql`${entries.email} LIKE ${pattern} ESCAPE '\\'`, sql`${name} LIKE ${pattern} ESCAPE '\\'`);
}

const sortColumns = {
  created_at: sql`${entries.createdAt}`,
  email: sql`${entries.email}`,
  first_name: sql`lower(${entries.firstName})`,
} as const;

/** Newest first by default. */
export function listOrder({ sortBy = 'created_at', sortOrder }: Pick<EntryFilters, 'sortBy' | 'sortOrder'>) {
  const order = sortOrder === 'ASC' ? asc : desc;
  return [order(sortColumns[sortBy]), order(entries.id)];
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
