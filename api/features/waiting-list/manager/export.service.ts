import type { Deps } from '#api/deps.ts';
import { type CsvFile, toCsvParts } from '#api/http/csv.ts';
import { recordCsvExport } from '#api/features/audit/exports.service.ts';
import type { EntryFilters, EntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { toEntryJson } from '#api/features/waiting-list/waiting-list.mapper.ts';
import { listAllEntryIds, loadEntries } from './manager.queries.ts';

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
  const ids = await listAllEntryIds(db, query);
  return recordCsvExport(deps, {
    action: 'export.waiting_list',
    actorId,
    subject: 'waiting-list',
    name: 'waiting-list',
    filters: query,
    rows: ids.length,
    csv: toCsvParts(headerRow, ids, async (part) => (await loadEntries(db, part)).map(toEntryJson).map(toCsvRow)),
  });
}
