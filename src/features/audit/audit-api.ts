import { getAuditArea } from '#api/domain/audit-areas.ts';
import { auditList } from '#api/domain/audit-list.ts';
import { fromLocalTime } from '#api/domain/local-time.ts';
import { region } from '#api/domain/region.ts';
import { api } from '#src/lib/api-client.ts';
import { type StateOf, toExportQuery, toListQuery } from '#src/lib/list-address.ts';
import { saveFile } from '#src/lib/save-file.ts';

type AuditState = StateOf<typeof auditList>;

/** A link may name an action alone: its area is shown with it. */
export const getShownArea = ({ area, action }: Pick<AuditState, 'area' | 'action'>) =>
  action ? getAuditArea(action) : area;

export async function fetchEntries(state: AuditState, signal: AbortSignal) {
  const query = { ...toListQuery(auditList, state), ...toApiFilters(state) };
  const { data, pagination, ...rest } = await api.get('/api/admin/audit', { query, signal });
  return { ...rest, rows: data, total: pagination.total };
}

export const fetchActors = async (signal: AbortSignal) => (await api.get('/api/admin/audit/actors', { signal })).data;

export const fetchPeople = async (search: string, signal: AbortSignal) =>
  (await api.get('/api/admin/audit/people', { query: { search }, signal })).data;

/** Saves all entries that match as a file. Returns its name. @throws ApiError */
export async function downloadEntries(state: AuditState): Promise<string> {
  const query = { ...toExportQuery(auditList, state), ...toApiFilters(state) };
  return saveFile(await api.getResponse('/api/admin/audit/export.csv', { query }), 'audit-log.csv');
}

/** Days begin and end at the company’s midnight, as the times in the list. */
const toApiFilters = (state: AuditState) => ({
  area: getShownArea(state) ?? undefined,
  from: state.from ? toMidnight(state.from, 0) : undefined,
  to: state.to ? toMidnight(state.to, 1) : undefined,
});

const DAY_MS = 24 * 60 * 60 * 1000;

function toMidnight(day: string, daysLater: number): string {
  const later = new Date(Date.parse(day) + daysLater * DAY_MS).toISOString().slice(0, 10);
  return new Date(fromLocalTime(`${later}T00:00`, region.timeZone)).toISOString();
}
