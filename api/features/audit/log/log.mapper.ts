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

export const toEntryJson = ({ entry, actor, apiKey, reason }: EntryRow, labels: SubjectLabels): AuditEntryJson => ({
  id: entry.id,
  at: toIso(entry.at),
  actor: entry.actorId === null ? null : toActorJson(entry.actorId, actor),
  api_key: apiKey,
  action: entry.action,
  subject: toSubjectJson(entry.subject, labels, findTitle(entry)),
  before: entry.before,
  after: entry.after,
  detail: reason === null ? entry.detail : { ...entry.detail, reason },
  ...nameFields(entry, labels),
});

/** Of a bulk action, those that are named. */
const NAMED_ITEMS = 20;

/** What the items of a bulk action are, by its subject; others have no names. */
const ITEM_TYPES: Record<string, string> = {
  'waiting-list': 'waiting-list',
  publications: 'publication',
  users: 'user',
};

/** Fields of `detail` with an id or a key, and the type of what they name; a key has its own. */
const NAMED_FIELDS: Record<string, string | null> = {
  user: 'user',
  actorId: 'user',
  person: 'user',
  productId: 'product',
  subject: null,
};

/** The keys of what the details of an entry name, by their fields. */
function listKeysByField({ subject, detail }: EntryRow['entry']): [field: string, keys: string[]][] {
  const itemType = ITEM_TYPES[subject];
  const items = itemType && Array.isArray(detail?.ids) ? detail.ids.slice(0, NAMED_ITEMS) : [];
  const fields = Object.entries(NAMED_FIELDS).filter(([field]) => detail?.[field] !== undefined);
  return [
    ...(items.length > 0 ? [['ids', items.map((id) => `${itemType}:${id}`)] as [string, string[]]] : []),
    ...fields.map(([field, type]): [string, string[]] => [field, [`${type ? `${type}:` : ''}${detail?.[field]}`]]),
  ];
}

export const listNamedKeys = (entry: EntryRow['entry']): string[] => listKeysByField(entry).flatMap(([, keys]) => keys);

/** What the subject was called, if the entry says so: for subjects that are gone. */
function findTitle({ before, after, detail }: EntryRow['entry']): string | null {
  const names = [before, after, detail].flatMap((values) => [values?.title, values?.name]);
  return names.find((name) => typeof name === 'string') ?? null;
}

/** What they are called; those that are gone keep their id. */
function nameFields(entry: EntryRow['entry'], labels: SubjectLabels): { names?: Record<string, string[]> } {
  const fields = listKeysByField(entry);
  if (fields.length === 0) return {};
  const named = fields.map(([field, keys]) => [field, keys.map((key) => formatKey(key, labels))]);
  return { names: Object.fromEntries(named) };
}

function formatKey(key: string, labels: SubjectLabels): string {
  const [type, id] = splitSubjectKey(key);
  return labels.get(key) ?? (type === 'user' && id !== null ? formatDeletedUser(id) : (id ?? key));
}
