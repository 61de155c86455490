import type { z } from 'zod';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { type CsvFile, toCsv } from '#api/http/csv.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import type { AuditFilters, auditActorsResponse, auditResponse } from '#api/features/audit/audit.contract.ts';
import { recordCsvExport } from '#api/features/audit/exports.service.ts';
import {
  listNamedKeys,
  splitSubjectKey,
  type SubjectLabels,
  toActorJson,
  toEntryJson,
  toSubjectJson,
} from './log.mapper.ts';
import { type Filter, isMatch, listPersonKeys } from './filter.queries.ts';
import * as queries from './log.queries.ts';
import { searchEntryIds } from './search.queries.ts';

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
  const { actorId, subject, person } = filters;
  const [{ rows, count }, actor, personRow] = await Promise.all([
    loadPage({ db }, filters, { limit, offset: (page - 1) * limit }),
    actorId === undefined ? null : queries.findActorRow(db, actorId),
    person === undefined ? null : queries.findActorRow(db, person),
  ]);
  const labels = await loadLabels({ db }, [
    ...rows.flatMap(({ entry }) => [entry.subject, ...listNamedKeys(entry)]),
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
      person: person === undefined ? null : toActorJson(person, personRow),
    },
  };
}

/** A page of the entries that match, and how many there are: at most one more than are listed. */
async function loadPage({ db }: ReadDeps, filters: AuditFilters, { limit, offset }: { limit: number; offset: number }) {
  const filter = await prepareFilter({ db }, filters);
  if (filters.search) {
    const ids = await searchEntryIds(db, filters.search, isMatch(filter), MAX_LISTED_ENTRIES + 1);
    const listed = ids.slice(0, MAX_LISTED_ENTRIES).slice(offset, offset + limit);
    return { rows: await queries.listEntryRowsById(db, listed), count: ids.length };
  }
  const [rows, count] = await Promise.all([
    offset < MAX_LISTED_ENTRIES ? queries.listEntryRows(db, filter, { limit, offset }) : [],
    queries.countEntries(db, filter, MAX_LISTED_ENTRIES + 1),
  ]);
  return { rows, count };
}

const prepareFilter = async ({ db }: ReadDeps, { search: _, person, ...rest }: AuditFilters): Promise<Filter> => ({
  ...rest,
  person: person === undefined ? null : { id: person, keys: await listPersonKeys(db, person) },
});

/** Everyone who may act in the back office. */
export const listActors = async ({ db }: ReadDeps): Promise<z.infer<typeof auditActorsResponse>> => ({
  data: (await queries.listActorRows(db)).map((row) => toActorJson(row.id, row)),
});

const PEOPLE_LIMIT = 10;

/** Users whose name or address contains a text, or who have this id; deleted ones while the log knows them. */
export async function listPeople({ db }: ReadDeps, search: string): Promise<z.infer<typeof auditActorsResponse>> {
  const data = (await queries.listPeopleRows(db, search, PEOPLE_LIMIT)).map((row) => toActorJson(row.id, row));
  const id = /^\d{1,15}$/.test(search) ? Number(search) : null;
  const isDeleted = id !== null && data.every((each) => each.id !== id) && (await queries.hasEntries(db, id));
  return { data: isDeleted ? [toActorJson(id, null), ...data] : data };
}

const EXPORT_COLUMNS = ['id', 'at', 'actor_id', 'actor_email', 'action', 'subject', 'before', 'after', 'detail'];

/** All entries that match as CSV, newest first, in parts: a long log is never in memory as a whole. */
export async function exportEntries(
  deps: Pick<Deps, 'db' | 'clock'>,
  actorId: number,
  filters: AuditFilters,
): Promise<CsvFile> {
  const filter = await prepareFilter(deps, filters);
  const found = filters.search ? await searchEntryIds(deps.db, filters.search, isMatch(filter), -1) : null;
  const rows = found?.length ?? (await queries.countEntries(deps.db, filter, Number.MAX_SAFE_INTEGER));
  const { from, to } = filters;
  const times = { ...(from !== undefined && { from: toIso(from) }), ...(to !== undefined && { to: toIso(to) }) };
  return recordCsvExport(deps, {
    action: 'export.audit_log',
    actorId,
    subject: 'audit-log',
    name: 'audit-log',
    filters: { ...filters, ...times },
    rows,
    csv: found ? readFound(deps, found) : readMatches(deps, filter),
  });
}

async function* readMatches({ db }: ReadDeps, filter: Filter): AsyncGenerator<string> {
  yield toCsv([EXPORT_COLUMNS]);
  let olderThan: { at: number; id: number } | undefined;
  for (;;) {
    const rows = await queries.listEntryRows(db, filter, { limit: EXPORT_BATCH, ...(olderThan && { olderThan }) });
    yield toCsv(rows.map(toCsvRow));
    const last = rows.at(-1)?.entry;
    if (!last || rows.length < EXPORT_BATCH) return;
    olderThan = { at: last.at, id: last.id };
  }
}

async function* readFound({ db }: ReadDeps, ids: readonly number[]): AsyncGenerator<string> {
  yield toCsv([EXPORT_COLUMNS]);
  for (let start = 0; start < ids.length; start += EXPORT_BATCH) {
    const rows = await queries.listEntryRowsById(db, ids.slice(start, start + EXPORT_BATCH));
    yield toCsv(rows.map(toCsvRow));
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
