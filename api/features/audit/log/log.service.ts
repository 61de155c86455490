import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { type CsvFile, toCsv } from '#api/http/csv.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import type { AuditFilters, auditActorsResponse, auditResponse } from '#api/features/audit/audit.contract.ts';
import { recordCsvExport } from '#api/features/audit/exports.service.ts';
import {
  listItemKeys,
  splitSubjectKey,
  type SubjectLabels,
  toActorJson,
  toEntryJson,
  toSubjectJson,
} from './log.mapper.ts';
import * as queries from './log.queries.ts';

type ReadDeps = Pick<Deps, 'db'>;

/** Older entries are found by a filter, or in the export: counting and skipping more would take too long. */
export const MAX_LISTED_ENTRIES = 10_000;
/** How many entries an export reads at once. */
const EXPORT_BATCH = 500;

/** Entries that match, newest first, page by page. */
export async function listEntries(
  { db }: ReadDeps,
  { page, limit, ...filters }: AuditFilters & { page: number; limit: number },
): Promise<z.infer<typeof auditResponse>> {
  const offset = (page - 1) * limit;
  const { actorId, subject } = filters;
  const [rows, count, actor] = await Promise.all([
    offset < MAX_LISTED_ENTRIES ? queries.listEntryRows(db, filters, { limit, offset }) : [],
    queries.countEntries(db, filters, MAX_LISTED_ENTRIES + 1),
    actorId === undefined ? null : queries.findActorRow(db, actorId),
  ]);
  const labels = await loadLabels({ db }, [
    ...rows.flatMap(({ entry }) => [entry.subject, ...listItemKeys(entry)]),
    ...(subject ? [subject] : []),
  ]);
  const data = rows.map((row) => toEntryJson(row, labels));
  return {
    data,
    pagination: toPaginationJson({ page, limit }, Math.min(count, MAX_LISTED_ENTRIES)),
    has_more: count > MAX_LISTED_ENTRIES,
    filter: {
      actor: actorId === undefined ? null : toActorJson(actorId, actor),
      subject: subject === undefined ? null : toSubjectJson(subject, labels, data[0]?.subject.label),
    },
  };
}

/** Everyone who may act in the back office. */
export const listActors = async ({ db }: ReadDeps): Promise<z.infer<typeof auditActorsResponse>> => ({
  data: (await queries.listActorRows(db)).map((row) => toActorJson(row.id, row)),
});

const EXPORT_COLUMNS = ['id', 'at', 'actor_id', 'actor_email', 'action', 'subject', 'before', 'after', 'detail'];

/** All entries that match as CSV, newest first, in parts: a long log is never in memory as a whole. */
export async function exportEntries(
  deps: Pick<Deps, 'db' | 'clock'>,
  actorId: number,
  filters: AuditFilters,
): Promise<CsvFile> {
  const rows = await queries.countEntries(deps.db, filters, Number.MAX_SAFE_INTEGER);
  return recordCsvExport(deps, {
    ...{ action: 'export.audit_log', actorId, subject: 'audit-log', name: 'audit-log' },
    ...{ filters, rows, csv: readCsvParts(deps, filters) },
  });
}

async function* readCsvParts({ db }: ReadDeps, filters: AuditFilters): AsyncGenerator<string> {
  yield toCsv([EXPORT_COLUMNS]);
  let olderThan: { at: number; id: number } | undefined;
  for (;;) {
    const rows = await queries.listEntryRows(db, filters, { limit: EXPORT_BATCH, ...(olderThan && { olderThan }) });
    yield toCsv(rows.map(toCsvRow));
    const last = rows.at(-1)?.entry;
    if (!last || rows.length < EXPORT_BATCH) return;
    olderThan = { at: last.at, id: last.id };
  }
}

function toCsvRow(row: queries.EntryRow) {
  const { id, at, actor, action, subject, before, after, detail } = toEntryJson(row, new Map());
  const values = [before, after, detail].map((each) => each && JSON.stringify(each));
  return [id, at, actor?.id ?? null, actor?.email ?? null, action, subject.key, ...values];
}

async function loadLabels({ db }: ReadDeps, keys: readonly string[]): Promise<SubjectLabels> {
  const idsByType = new Map<string, Set<string>>();
  for (const key of keys) {
    const [type, id] = splitSubjectKey(key);
    if (id !== null) idsByType.set(type, (idsByType.get(type) ?? new Set()).add(id));
  }
  const labels = [...idsByType].map(async ([type, ids]) => {
    if (!queries.isNamedSubjectType(type)) return [];
    const found = await queries.listSubjectLabels(db, type, [...ids]);
    return found.map(([id, label]) => [`${type}:${id}`, label] as const);
  });
  return new Map((await Promise.all(labels)).flat());
}
