import { api } from '#src/lib/api-client.ts';
import { saveFile } from '#src/lib/save-file.ts';
import { type AuditState, PAGE_SIZE, toAuditQuery } from './audit-state.ts';

export const fetchEntries = (state: AuditState, signal: AbortSignal) =>
  api.get('/api/admin/audit', { query: { ...toAuditQuery(state), page: state.page, limit: PAGE_SIZE }, signal });

export const fetchActors = async (signal: AbortSignal) => (await api.get('/api/admin/audit/actors', { signal })).data;

export const fetchPeople = async (search: string, signal: AbortSignal) =>
  (await api.get('/api/admin/audit/people', { query: { search }, signal })).data;

/** Saves all entries that match as a file. Returns its name. @throws ApiError */
export const downloadEntries = async (state: AuditState): Promise<string> =>
  saveFile(await api.getResponse('/api/admin/audit/export.csv', { query: toAuditQuery(state) }), 'audit-log.csv');
