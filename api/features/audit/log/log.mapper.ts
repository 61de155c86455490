import { toIso } from '#api/clock.ts';
import type { AuditActorJson, AuditEntryJson, AuditSubjectJson } from '#api/features/audit/audit.contract.ts';
import { type ActorRow, type EntryRow, isNamedSubjectType } from './log.queries.ts';

/** The names of subjects by their keys, such as `blog:5`. */
export type SubjectLabels = ReadonlyMap<string, string>;

const formatDeletedUser = (id: number | string) => `Deleted user ${id}`;

export function toActorJson(id: number, row: ActorRow | null): AuditActorJson {
  if (!row) return { id, name: formatDeletedUser(id), email: null };
  const { firstName, lastName, email } = row;
  return { id, name: firstName && lastName ? `${firstName} ${lastName}` : email, email };
}

/** The type and id of a key; the key of what there is only one of has no id. */
export function splitSubjectKey(key: string): [type: string, id: string | null] {
  const at = key.indexOf(':');
  return at === -1 ? [key, null] : [key.slice(0, at), key.slice(at + 1)];
}

export function toSubjectJson(key: string, labels: SubjectLabels, lastLabel: string | null = null): AuditSubjectJson {
  const [type, id] = splitSubjectKey(key);
  const label = labels.get(key) ?? null;
  const isDeleted = label === null && id !== null && isNamedSubjectType(type);
  const deletedLabel = type === 'user' && isDeleted ? formatDeletedUser(id) : lastLabel;
  return { key, type, id, label: label ?? deletedLabel, is_deleted: isDeleted };
}

export const toEntryJson = ({ entry, actor, reason }: EntryRow, labels: SubjectLabels): AuditEntryJson => ({
  id: entry.id,
  at: toIso(entry.at),
  actor: entry.actorId === null ? null : toActorJson(entry.actorId, actor),
  action: entry.action,
  subject: toSubjectJson(entry.subject, labels, findTitle(entry)),
  before: entry.before,
  after: entry.after,
  detail: reason === null ? entry.detail : { ...entry.detail, reason },
  ...nameItems(entry, labels),
});

/** Of a bulk action, those that are named. */
const NAMED_ITEMS = 20;

/** The keys of what a bulk action changed: its subject is their type. */
export function listItemKeys({ subject, detail }: EntryRow['entry']): string[] {
  const ids = isNamedSubjectType(subject) && Array.isArray(detail?.ids) ? detail.ids : [];
  return ids.slice(0, NAMED_ITEMS).map((id) => `${subject}:${id}`);
}

/** What the subject was called, if the entry says so: for subjects that are gone. */
function findTitle({ before, after, detail }: EntryRow['entry']): string | null {
  const names = [before, after, detail].flatMap((values) => [values?.title, values?.name]);
  return names.find((name) => typeof name === 'string') ?? null;
}

/** What the first of them are called; those that are gone keep their id. */
function nameItems(entry: EntryRow['entry'], labels: SubjectLabels): { names?: string[] } {
  const keys = listItemKeys(entry);
  return keys.length === 0 ? {} : { names: keys.map((key) => labels.get(key) ?? splitSubjectKey(key)[1] ?? key) };
}
