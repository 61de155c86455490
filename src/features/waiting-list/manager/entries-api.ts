import { entryList } from '#api/domain/waiting-list.ts';
import type { BulkEntriesFilter } from '#api/features/waiting-list/decisions/decisions.contract.ts';
import type { EntryDetailJson, EntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { api } from '#src/lib/api-client.ts';
import type { RouteResponse } from '#src/lib/api-types.ts';
import { type StateOf, toExportQuery, toListQuery } from '#src/lib/list-address.ts';
import { saveFile } from '#src/lib/save-file.ts';

export type Entry = EntryJson;
/** As its own request returns it. */
export type EntryDetail = EntryDetailJson;
/** The subject of a bulk action: `entries`, or all that match `filter`, of which `entries` are those on this page. */
export type EntrySelection = { entries: readonly Entry[]; count: number; filter: BulkEntriesFilter | null };
export type EntryListState = StateOf<typeof entryList>;
export type Funnel = RouteResponse<'get', '/api/waitinglist/funnel'>;
export type Figures = { stats: RouteResponse<'get', '/api/waitinglist/stats'>; funnel: Funnel; undelivered: number };

const LIST = '/api/waitinglist';
export const EXPORT_FAILED = 'Failed to export the list';

export async function fetchEntries(state: EntryListState, signal: AbortSignal) {
  const { data, pagination } = await api.get(LIST, { query: toListQuery(entryList, state), signal });
  return { rows: data, total: pagination.total };
}

export const fetchEntry = (id: number, signal: AbortSignal) =>
  api.get('/api/waitinglist/:id', { param: { id }, signal });

/** The figures above the list, of one product or of all. */
export async function fetchFigures(productId: number | null, signal: AbortSignal): Promise<Figures> {
  const query = { productId: productId ?? undefined };
  const [stats, funnel, failed] = await Promise.all([
    api.get('/api/waitinglist/stats', { query, signal }),
    api.get('/api/waitinglist/funnel', { query, signal }),
    api.get(LIST, { query: { ...query, delivery: 'failed', limit: 1 }, signal }),
  ]);
  return { stats, funnel, undelivered: failed.pagination.total };
}

/** Saves the entries of a list state, or some of them, as a file; returns its name. */
export async function exportEntries(state: EntryListState, ids?: readonly number[]): Promise<string> {
  const query = toExportQuery(entryList, state, ids);
  return saveFile(await api.getResponse('/api/waitinglist/export.csv', { query }), 'waiting-list.csv');
}

/** Saves everything that is kept about a person without an account as a file; returns its name. */
export const exportEntry = async (id: number): Promise<string> =>
  saveFile(await api.getResponse('/api/waitinglist/:id/export', { param: { id } }), `waiting-list-${id}-data.json`);

/** Whom of a selection an invitation may not reach or passes over: `ids`, or all that match `filter`. */
export const fetchInvitationWarnings = (
  { ids, filter }: { ids: readonly number[]; filter: BulkEntriesFilter | null },
  signal: AbortSignal,
) => api.get(`${LIST}/invitation-warnings`, { query: filter ?? { ids: ids.join(',') }, signal });

export const deleteEntry = (id: number) => api.delete('/api/waitinglist/:id', { param: { id } });
