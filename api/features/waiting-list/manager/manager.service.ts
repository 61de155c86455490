import { and, asc, count, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { products, waitingListEntries } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { toCsv } from '#api/http/csv.ts';
import { notFoundError } from '#api/http/errors.ts';
import { toLikePattern, toPaginationJson } from '#api/http/pagination.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { deleteQueuedEmailsStatement } from '#api/features/waiting-list/waiting-list.queries.ts';
import type { EntryJson, EntryFilters } from '#api/features/waiting-list/waiting-list.contract.ts';
import { entryColumns, toEntryJson } from '#api/features/waiting-list/waiting-list.mapper.ts';

type ReadDeps = Pick<Deps, 'db'>;

const entries = waitingListEntries;
const entryNotFoundError = () => notFoundError('Waiting list entry not found');

const sortColumns = {
  created_at: sql`${entries.createdAt}`,
  email: sql`${entries.email}`,
  first_name: sql`lower(${entries.firstName})`,
} as const;

/** Entries of one list or all, newest first by default. */
export async function listEntries({ db }: ReadDeps, query: EntryFilters & { page: number; limit: number }) {
  const [rows, [total]] = await Promise.all([
    selectEntries(db, query)
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    db.orm.select({ count: count() }).from(entries).where(toEntryFilter(query)),
  ]);
  return { data: rows.map(toEntryJson), pagination: toPaginationJson(query, total?.count ?? 0) };
}

/** How many entries there are of each status. */
export async function countEntries({ db }: ReadDeps, filter: Pick<EntryFilters, 'productId'>) {
  const rows = await db.orm
    .select({ status: entries.status, count: count() })
    .from(entries)
    .where(toEntryFilter(filter))
    .groupBy(entries.status);
  const countByStatus = (status: (typeof rows)[number]['status']) =>
    rows.find((row) => row.status === status)?.count ?? 0;
  const [pending, invited, rejected] = [countByStatus('pending'), countByStatus('invited'), countByStatus('rejected')];
  return { pending, invited, rejected, total: pending + invited + rejected };
}

/** @throws not_found. */
export async function getEntry({ db }: ReadDeps, id: number): Promise<EntryJson> {
  const [row] = await db.orm
    .select(entryColumns)
    .from(entries)
    .innerJoin(products, eq(products.id, entries.productId))
    .where(eq(entries.id, id));
  if (!row) throw entryNotFoundError();
  return toEntryJson(row);
}

/** Deletes an entry and its unsent emails. @throws not_found. */
export async function deleteEntry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  actorId: number,
): Promise<void> {
  const isTarget = eq(entries.id, id);
  const subject = `waiting-list:${id}`;
  await write(db, [
    deleteQueuedEmailsStatement(db, isTarget),
    db.orm.delete(entries).where(isTarget),
    rollbackIfNoRows,
    insertAuditStatement(db, { at: clock.now(), action: 'waiting_list.deleted', actorId, subject }),
  ]).catch(onGuardRollback(entryNotFoundError));
}

/** All entries that match, as CSV. */
export async function exportEntriesCsv({ db }: ReadDeps, query: EntryFilters): Promise<string> {
  const rows = (await selectEntries(db, query)).map(toEntryJson);
  const columns = ['id', 'email', 'first_name', 'last_name', 'product_name', 'status', 'intent'] as const;
  const times = ['created_at', 'confirmed_at', 'invited_at'] as const;
  const headerRow = [...columns, ...times];
  return toCsv([headerRow, ...rows.map((row) => headerRow.map((name) => row[name]))]);
}

function selectEntries(db: Database, query: EntryFilters) {
  const order = query.sortOrder === 'ASC' ? asc : desc;
  return db.orm
    .select(entryColumns)
    .from(entries)
    .innerJoin(products, eq(products.id, entries.productId))
    .where(toEntryFilter(query))
    .orderBy(order(sortColumns[query.sortBy ?? 'created_at']), order(entries.id));
}

function toEntryFilter({
  productId,
  status,
  search,
}: Pick<EntryFilters, 'productId' | 'status' | 'search'>): SQL | undefined {
  return and(
    productId === undefined ? undefined : eq(entries.productId, productId),
    status && eq(entries.status, status),
    search ? containsText(search) : undefined,
  );
}

function containsText(text: string): SQL | undefined {
  const name = sql`coalesce(${entries.firstName}, '') || ' ' || coalesce(${entries.lastName}, '')`;
  const pattern = toLikePattern(text);
  return or(sql`${entries.email} LIKE ${pattern} ESCAPE '\\'`, sql`${name} LIKE ${pattern} ESCAPE '\\'`);
}
