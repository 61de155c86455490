import { type AuditArea, auditAreas, getAuditArea } from '#api/domain/audit-areas.ts';
import { type AuditAction, auditActions } from '#api/domain/enums.ts';
import { paths } from '#src/lib/paths.ts';

export const PAGE_SIZE = 20;

/** What the screen shows, all of it in the address. */
export type AuditState = {
  area: AuditArea | null;
  action: AuditAction | null;
  actor: number | null;
  /** As `user:12`; empty for all. */
  subject: string;
  /** Days as 2026-11-22, both included; empty for all. */
  from: string;
  to: string;
  /** From 1. */
  page: number;
};

export const DEFAULT_AUDIT_STATE: AuditState = {
  ...{ area: null, action: null, actor: null },
  ...{ subject: '', from: '', to: '', page: 1 },
};

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseAuditState(query: string): AuditState {
  const params = new URLSearchParams(query);
  const get = (name: string, pattern: RegExp) => params.get(name)?.match(pattern)?.[0] ?? '';
  const action = auditActions.find((each) => each === params.get('action')) ?? null;
  const area = auditAreas.find((each) => each === params.get('area')) ?? null;
  return {
    area: action ? getAuditArea(action) : area,
    action,
    actor: Number(get('actor', /^[1-9]\d{0,14}$/)) || null,
    subject: (params.get('subject') ?? '').slice(0, 200),
    from: readDay(get('from', /^\d{4}-\d\d-\d\d$/)),
    to: readDay(get('to', /^\d{4}-\d\d-\d\d$/)),
    page: Number(get('page', /^[1-9]\d{0,5}$/)) || 1,
  };
}

const readDay = (day: string): string => (Number.isNaN(Date.parse(day)) ? '' : day);

/** The address of a state; what is at its default is left out. */
export function toAuditUrl({ page, ...filters }: AuditState): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, String(value));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${paths.adminAudit}?${query}` : paths.adminAudit;
}

export const countActiveFilters = ({ area, action, actor, subject, from, to }: AuditState): number =>
  [area, action, actor, subject, from, to].filter(Boolean).length;

/** The filters of a state as the API takes them; days begin and end at the reader's midnight. */
export const toAuditQuery = ({ area, action, actor, subject, from, to }: AuditState) => ({
  area: area ?? undefined,
  action: action ?? undefined,
  actorId: actor ?? undefined,
  subject: subject || undefined,
  from: from ? toMidnight(from, 0) : undefined,
  to: to ? toMidnight(to, 1) : undefined,
});

function toMidnight(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
