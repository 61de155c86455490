import { fromLocalTime } from '#api/domain/local-time.ts';
import { region } from '#api/domain/region.ts';
import { type AuditArea, auditAreas, getAuditArea } from '#api/domain/audit-areas.ts';
import { type AuditAction, auditActions } from '#api/domain/enums.ts';
import { readListQuery, toListAddress } from '#src/lib/use-list-state.ts';
import { paths } from '#src/lib/paths.ts';

export const PAGE_SIZE = 20;

/** What the screen shows, all of it in the address. */
export type AuditState = {
  search: string;
  /** The id of a user who acted or was acted on. */
  person: number | null;
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
  search: '',
  person: null,
  area: null,
  action: null,
  actor: null,
  subject: '',
  from: '',
  to: '',
  page: 1,
};

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseAuditState(query: string): AuditState {
  const { readText, readOption, readNumber, readPage } = readListQuery(query);
  const action = readOption('action', auditActions);
  return {
    search: readText('search'),
    person: readNumber('person'),
    area: action ? getAuditArea(action) : readOption('area', auditAreas),
    action,
    actor: readNumber('actor'),
    subject: readText('subject'),
    from: parseDay(readText('from')),
    to: parseDay(readText('to')),
    page: readPage(),
  };
}

const parseDay = (text: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';

/** The address of a state; what is at its default is left out. */
export const toAuditUrl = ({ page, ...filters }: AuditState): string =>
  toListAddress(paths.adminAudit, { ...filters, page: page > 1 && page });

/** Those behind the button on the phone; the search is beside it. */
export const countActiveFilters = ({ person, area, action, actor, subject, from, to }: AuditState): number =>
  [person, area, action, actor, subject, from, to].filter(Boolean).length;

/** The filters of a state as the API takes them; days begin and end at the company’s midnight, as the times in the list. */
export const toAuditQuery = ({ search, person, area, action, actor, subject, from, to }: AuditState) => ({
  search: search || undefined,
  person: person ?? undefined,
  area: area ?? undefined,
  action: action ?? undefined,
  actorId: actor ?? undefined,
  subject: subject || undefined,
  from: from ? toMidnight(from, 0) : undefined,
  to: to ? toMidnight(to, 1) : undefined,
});

const DAY_MS = 24 * 60 * 60 * 1000;

function toMidnight(day: string, daysLater: number): string {
  const later = new Date(Date.parse(day) + daysLater * DAY_MS).toISOString().slice(0, 10);
  return new Date(fromLocalTime(`${later}T00:00`, region.timeZone)).toISOString();
}
