import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { Deps } from '#api/deps.ts';
import { type CsvFile, toCsv } from '#api/http/csv.ts';
import { recordCsvExport } from '#api/features/audit/exports.service.ts';
import type { EntryFilters, EntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { toEntryJson } from '#api/features/waiting-list/waiting-list.mapper.ts';
import { loadEntries, selectMatches } from './manager.queries.ts';

/** Entries of one read: a few milliseconds, so that other requests run in between. */
const PART_SIZE = 500;

const columns = ['id', 'email', 'first_name', 'last_name', 'product_name', 'status', 'intent'] as const;
const times = ['created_at', 'confirmed_at', 'invited_at', 'signed_up_at', 'paid_at'] as const;
const fields = [...columns, ...times, 'user_id'] as const;
const headerRow = [...fields, 'invitation_status', 'invitation_error'];

const toCsvRow = (entry: EntryJson) => [
  ...fields.map((field) => entry[field]),
  entry.invitation?.status ?? null,
  entry.invitation?.error ?? null,
];

/** All entries that match, as CSV, read as fast as the client takes it. Only their ids are read at once. */
export async function exportEntries(
  deps: Pick<Deps, 'db' | 'clock'>,
  actorId: number,
  query: EntryFilters,
): Promise<CsvFile> {
  const { db } = deps;
  // As one JSON text: 100,000 rows of one number take the driver four times as long.
  const matches = await db.orm.get<{ ids: string }>(
    sql`SELECT json_group_array("id") AS "ids" FROM (${selectMatches(db, query)})`,
  );
  const ids = JSON.parse(matches?.ids ?? '[]') as number[];
  return recordCsvExport(deps, {
    action: 'export.waiting_list',
    actorId,
    subject: 'waiting-list',
    name: 'waiting-list',
    filters: query,
    rows: ids.length,
    csv: readCsvParts(db, ids),
  });
}

async function* readCsvParts(db: Database, ids: readonly number[]): AsyncGenerator<string, void, void> {
  yield toCsv([headerRow]);
  for (let start = 0; start < ids.length; start += PART_SIZE) {
    const rows = await loadEntries(db, ids.slice(start, start + PART_SIZE));
    yield toCsv(rows.map(toEntryJson).map(toCsvRow));
  }
}
