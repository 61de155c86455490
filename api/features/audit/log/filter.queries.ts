import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { listAreaActions } from '#api/domain/audit-areas.ts';
import type { AuditFilters } from '#api/features/audit/audit.contract.ts';
import type { Database } from '#db/client.ts';
import { auditLog, auditSubjects, invoices, subscriptions, users, waitingListEntries } from '#db/schema/index.ts';

/** An entry of the log, by the order in which they are listed. */
export type Position = { at: number; id: number };

/** The filters without the search. */
export type Filter = Omit<AuditFilters, 'search' | 'person'> & {
  /** A user, and the keys of what is theirs. */
  person: { id: number; keys: readonly string[] } | null;
};

/** The ids and times of entries that match, to be ordered; each part of the union follows an index in that order. */
export function selectMatches(filter: Filter, olderThan?: Position): SQL {
  const rest = and(
    isInPeriod(filter),
    olderThan && sql`(${auditLog.at}, ${auditLog.id}) < (${olderThan.at}, ${olderThan.id})`,
  );
  const selects = listScans(filter).map((scan) => {
    const where = and(scan, rest);
    return sql`SELECT id, at FROM ${auditLog}${where ? sql` WHERE ${where}` : sql``}`;
  });
  return sql.join(selects, sql` UNION ALL `);
}

/** True for an entry that matches; it follows no index, except for few entries of a subject or a person. */
export const isMatch = (filter: Filter): SQL | undefined =>
  and(
    ...[isInPeriod(filter), isWanted(filter), isBy(filter)],
    filter.subject === undefined ? undefined : anyOf(listKeyScans([filter.subject])),
    filter.person ? anyOf(listPersonScans(filter.person)) : undefined,
  );

const isInPeriod = ({ from, to }: Filter) =>
  and(from === undefined ? undefined : gte(auditLog.at, from), to === undefined ? undefined : lt(auditLog.at, to));

function listWantedActions({ action, area }: Filter) {
  const actions = area ? listAreaActions(area) : null;
  return action ? (actions ?? [action]).filter((each) => each === action) : actions;
}

// The unary plus keeps the indexes of these columns out.
function isWanted(filter: Filter): SQL | undefined {
  const actions = listWantedActions(filter);
  return actions === null ? undefined : sql`+${auditLog.action} IN ${actions}`;
}
const isBy = ({ actorId }: Filter) => (actorId === undefined ? undefined : sql`+${auditLog.actorId} = ${actorId}`);

const anyOf = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` OR `)})`;

/** The conditions of the parts, of which none has an entry of another. What finds the fewest entries names its index. */
function listScans(filter: Filter): (SQL | undefined)[] {
  const { actorId, subject, person } = filter;
  const byOrAbout = person ? listPersonScans(person) : [];
  if (subject !== undefined) {
    const isPerson = person ? anyOf(byOrAbout) : undefined;
    return listKeyScans([subject]).map((scan) => and(scan, isWanted(filter), isBy(filter), isPerson));
  }
  if (person) return byOrAbout.map((scan) => and(scan, isWanted(filter), isBy(filter)));
  const byActor = actorId === undefined ? undefined : eq(auditLog.actorId, actorId);
  const actions = listWantedActions(filter);
  if (actions === null || actions.length === 0) return [and(byActor, isWanted(filter))];
  return actions.map((each) => and(eq(auditLog.action, each), byActor));
}

/** Entries whose subject is one of these; and others that are about one of them, such as bulk actions. */
function listKeyScans(keys: readonly string[]): SQL[] {
  const isKey = (column: SQLiteColumn) => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`;
  return [
    keys.length === 1 ? sql`${auditLog.subject} = ${keys[0]}` : isKey(auditLog.subject),
    sql`(${auditLog.id} IN (SELECT ${auditSubjects.entryId} FROM ${auditSubjects} WHERE ${isKey(auditSubjects.subject)})
      AND NOT +${isKey(auditLog.subject)})`,
  ];
}

const listPersonScans = ({ id, keys }: NonNullable<Filter['person']>): SQL[] => [
  eq(auditLog.actorId, id),
  ...listKeyScans(keys).map((scan) => sql`(${scan} AND +${auditLog.actorId} IS NOT ${id})`),
];

/** The keys of a user, and of what is theirs: places on waiting lists, subscriptions, invoices. */
export async function listPersonKeys({ orm }: Database, userId: number): Promise<string[]> {
  const rows = await orm.all<{ key: string }>(sql`
    SELECT ${`user:${userId}`} AS key
    UNION ALL SELECT 'waiting-list:' || ${waitingListEntries.id} FROM ${waitingListEntries}
      WHERE ${waitingListEntries.email} = (SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${userId})
    UNION ALL SELECT 'subscription:' || ${subscriptions.stripeSubscriptionId} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${userId}
    UNION ALL SELECT 'invoice:' || ${invoices.stripeInvoiceId} FROM ${invoices} WHERE ${invoices.userId} = ${userId}`);
  return rows.map(({ key }) => key);
}
