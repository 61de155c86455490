import { and, asc, count, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { products, waitingListEntries } from '#db/schema/index.ts';
import { ifUndone, orUndo, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { toCsv } from '#api/http/csv.ts';
import { notFound } from '#api/http/errors.ts';
import { likePattern, toPagination } from '#api/http/pagination.ts';
import { recordAudit } from '#api/features/audit/audit.service.ts';
import { withdrawMails } from '#api/features/waiting-list/waiting-list.queries.ts';
import type { EntryJson, Filters } from '#api/features/waiting-list/waiting-list.contract.ts';
import { entryColumns, toEntryJson } from '#api/features/waiting-list/waiting-list.mapper.ts';

type ReadDeps = Pick<Deps, 'db'>;

const entries = waitingListEntries;
const noEntry = () => notFound('Waiting list entry not found');

const sortColumns = {
  created_at: sql`${entries.createdAt}`,
  email: sql`${entries.email}`,
  first_name: sql`lower(${entries.firstName})`,
} as const;

/** Entries of all lists or of one, the newest first unless told otherwise. */
export async function listEntries({ db }: ReadDeps, query: Filters & { page: number; limit: number }) {
  const [rows, [total]] = await Promise.all([
    selectEntries(db, query)
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    db.query.select({ count: count() }).from(entries).where(matches(query)),
  ]);
  return { data: rows.map(toEntryJson), pagination: toPagination(query, total?.count ?? 0) };
}

/** How many entries there are of each status. */
export async function countEntries({ db }: ReadDeps, filter: Pick<Filters, 'productId'>) {
  const rows = await db.query
    .select({ status: entries.status, count: count() })
    .from(entries)
    .where(matches(filter))
    .groupBy(entries.status);
  const of = (status: (typeof rows)[number]['status']) => rows.find((row) => row.status === status)?.count ?? 0;
  const [pending, invited, rejected] = [of('pending'), of('invited'), of('rejected')];
  return { pending, invited, rejected, total: pending + invited + rejected };
}

/** @throws not_found. */
export async function getEntry({ db }: ReadDeps, id: number): Promise<EntryJson> {
  const [row] = await db.query
    .select(entryColumns)
    .from(entries)
    .innerJoin(products, eq(products.id, entries.productId))
    .where(eq(entries.id, id));
  if (!row) throw noEntry();
  return toEntryJson(row);
}

/** Deletes an entry and what is unsent to it. @throws not_found. */
export async function deleteEntry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  actorId: number,
): Promise<void> {
  const isIt = eq(entries.id, id);
  const subject = `waiting-list:${id}`;
  await write(db, [
    withdrawMails(db, isIt),
    db.query.delete(entries).where(isIt),
    orUndo,
    recordAudit(db, { at: clock.now(), action: 'waiting_list.deleted', actorId, subject }),
  ]).catch(ifUndone(noEntry));
}

/** All entries that match, as CSV. */
export async function exportEntries({ db }: ReadDeps, query: Filters): Promise<string> {
  const rows = (await selectEntries(db, query)).map(toEntryJson);
  const columns = ['id', 'email', 'first_name', 'last_name', 'product_name', 'status', 'intent'] as const;
  const times = ['created_at', 'confirmed_at', 'invited_at'] as const;
  const head = [...columns, ...times];
  return toCsv([head, ...rows.map((row) => head.map((name) => row[name]))]);
}

function selectEntries(db: Database, query: Filters) {
  const order = query.sortOrder === 'ASC' ? asc : desc;
  return db.query
    .select(entryColumns)
    .from(entries)
    .innerJoin(products, eq(products.id, entries.productId))
    .where(matches(query))
    .orderBy(order(sortColumns[query.sortBy ?? 'created_at']), order(entries.id));
}

function matches({ productId, status, search }: Pick<Filters, 'productId' | 'status' | 'search'>): SQL | undefined {
  return and(
    productId === undefined ? undefined : eq(entries.productId, productId),
    status && eq(entries.status, status),
    search ? containsText(search) : undefined,
  );
}

function containsText(text: string): SQL | undefined {
  const name = sql`coalesce(${entries.firstName}, '') || ' ' || coalesce(${entries.lastName}, '')`;
  const pattern = likePattern(text);
  return or(sql`${entries.email} LIKE ${pattern} ESCAPE '\\'`, sql`${name} LIKE ${pattern} ESCAPE '\\'`);
}
