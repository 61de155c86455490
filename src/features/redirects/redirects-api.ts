import { redirectList } from '#api/domain/redirect-list.ts';
import type { RedirectStatus } from '#api/domain/redirects.ts';
import type { BulkTarget } from '#api/http/bulk-fields.ts';
import type {
  BulkDeleteRedirectsRequest,
  ImportCheckJson,
  RedirectJson,
} from '#api/features/redirects/redirects.contract.ts';
import type { MissingPathsJson } from '#api/features/redirects/missing/missing.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { type StateOf, toExportQuery, toListQuery } from '#src/lib/list-address.ts';
import { saveFile } from '#src/lib/save-file.ts';

export type Redirect = RedirectJson;
export type ImportCheck = ImportCheckJson;
export type RedirectFields = { from: string; to: string; status: RedirectStatus };
export type BulkRedirectsFilter = NonNullable<BulkDeleteRedirectsRequest['filter']>;
type RedirectListState = StateOf<typeof redirectList>;

const REDIRECTS = '/api/admin/redirects';

export async function fetchRedirects(state: RedirectListState, signal: AbortSignal) {
  const { data, pagination } = await api.get(REDIRECTS, { query: toListQuery(redirectList, state), signal });
  return { rows: data, total: pagination.total };
}

/** Adds a redirect, or changes the one of this id. */
export const saveRedirect = (id: number | null, json: RedirectFields) =>
  id === null ? api.post(REDIRECTS, { json }) : api.put(`${REDIRECTS}/:id`, { param: { id }, json });

export const deleteRedirect = (id: number) => api.delete(`${REDIRECTS}/:id`, { param: { id } });

export const bulkDeleteRedirects = (json: BulkTarget<BulkRedirectsFilter>) =>
  api.post(`${REDIRECTS}/bulk-delete`, { json });

/** What an import of this file would do. */
export const checkImport = (csv: string) => api.post(`${REDIRECTS}/import/check`, { json: { csv } });

export const importRedirects = (csv: string) => api.post(`${REDIRECTS}/import`, { json: { csv } });

/** Saves the redirects of a list state as a file that can be imported again; returns its name. */
export async function exportRedirects(state: RedirectListState): Promise<string> {
  const query = toExportQuery(redirectList, state);
  return saveFile(await api.getResponse(`${REDIRECTS}/export.csv`, { query }), 'redirects.csv');
}

/** Whose requests: those of people, or the ones that robots make on every site. */
export type Asking = 'people' | 'robots';
export type MissingPath = MissingPathsJson['data'][number];

/** Addresses of the last 30 days that were asked for and not found. */
export const fetchMissingPaths = (who: Asking, signal: AbortSignal) =>
  api.get(`${REDIRECTS}/missing`, { query: { who }, signal });

export const ignoreMissingPath = (path: string) => api.post(`${REDIRECTS}/missing/ignore`, { json: { path } });
