import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { listAreaActions } from '#api/domain/audit-areas.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import { hasAnyPermission, userRoles } from '#api/domain/permissions.ts';
import type { Database } from '#db/client.ts';
import {
  auditLog,
  blacklistings,
  blogs,
  categories,
  documents,
  products,
  publications,
  rejectionReasons,
  sections,
  subscriptions,
  uploads,
  users,
  waitingListEntries,
} from '#db/schema/index.ts';
import type { AuditFilters } from '#api/features/audit/audit.contract.ts';

const { id: userId, email, firstName, lastName } = users;
const actorColumns = { id: userId, email, firstName, lastName };

/** An entry of the log, by the order in which they are listed. */
type Position = { at: number; id: number };

/** The ids and times of entries that match, to be ordered; each part of the union follows an index in that order. */
function selectMatches({ action, area, ...filters }: AuditFilters, olderThan?: Position): SQL {
  const actions = area ? listAreaActions(area) : null;
  const wanted = action ? (actions ?? [action]).filter((each) => each === action) : actions;
  // Few entries are about one subject: they are read by its index, and the unary plus keeps those of the actions out.
  const isOneScan = wanted === null || wanted.length === 0 || filters.subject !== undefined;
  const parts = isOneScan ? [wanted && sql`+${auditLog.action} IN ${wanted}`] : wanted.map((each) => isAction(each));
  const rest = and(
    filters.actorId === undefined ? undefined : eq(auditLog.actorId, filters.actorId),
    filters.subject === undefined ? undefined : eq(auditLog.subject, filters.subject),
    filters.from === undefined ? undefined : gte(auditLog.at, filters.from),
    filters.to === undefined ? undefined : lt(auditLog.at, filters.to),
    olderThan && sql`(${auditLog.at}, ${auditLog.id}) < (${olderThan.at}, ${olderThan.id})`,
  );
  const selects = parts.map((part) => {
    const where = and(part ?? undefined, rest);
    return sql`SELECT id, at FROM ${auditLog}${where ? sql` WHERE ${where}` : sql``}`;
  });
  return sql.join(selects, sql` UNION ALL `);
}

const isAction = (action: AuditAction) => eq(auditLog.action, action);

/** Why someone was blacklisted. It is kept with the user, never in the log. */
const blacklistReason = sql<string | null>`CASE WHEN ${auditLog.action} = 'user.blacklisted' THEN (
  SELECT ${blacklistings.reason} FROM ${blacklistings} WHERE ${blacklistings.userId} = CAST(substr(${auditLog.subject}, 6) AS INTEGER)
  AND ${blacklistings.createdAt} = ${auditLog.at} LIMIT 1) END`;

type Part = { limit: number; offset?: number; olderThan?: Position };

/** Entries that match, newest first, with who acted. */
export function listEntryRows({ orm }: Database, filters: AuditFilters, { limit, offset = 0, olderThan }: Part) {
  const ids = sql`(SELECT id FROM (${selectMatches(filters, olderThan)}
    ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${offset}))`;
  return orm
    .select({ entry: auditLog, actor: actorColumns, reason: blacklistReason })
    .from(auditLog)
    .leftJoin(users, eq(userId, auditLog.actorId))
    .where(sql`${auditLog.id} IN ${ids}`)
    .orderBy(desc(auditLog.at), desc(auditLog.id));
}

export type EntryRow = Awaited<ReturnType<typeof listEntryRows>>[number];
export type ActorRow = NonNullable<EntryRow['actor']>;

/** How many entries match; counting stops at `limit`. */
export async function countEntries({ orm }: Database, filters: AuditFilters, limit: number): Promise<number> {
  const matches = sql`(SELECT 1 FROM (${selectMatches(filters)}) LIMIT ${limit})`;
  const [row] = await orm.select({ count: sql<number>`count(*)` }).from(matches);
  return row?.count ?? 0;
}

/** Everyone whose role may do something in the back office, by name. */
export const listActorRows = ({ orm }: Database): Promise<ActorRow[]> =>
  orm
    .select(actorColumns)
    .from(users)
    .where(inArray(users.role, userRoles.filter(hasAnyPermission)))
    .orderBy(asc(sql`lower(${firstName})`), asc(sql`lower(${lastName})`), asc(userId));

export async function findActorRow({ orm }: Database, id: number): Promise<ActorRow | null> {
  const [row] = await orm.select(actorColumns).from(users).where(eq(userId, id));
  return row ?? null;
}

const userName = sql<string>`coalesce(${firstName} || ' ' || ${lastName}, ${email})`;

/** 'GenMate Creator of Henrik Dahl'; without the user once the account is deleted. */
const subscriptionName = sql<string>`(SELECT iif(${products.name} = ${subscriptions.planName}, '', ${products.name} || ' ')
  FROM ${products} WHERE ${products.id} = ${subscriptions.productId}) || ${subscriptions.planName}
  || coalesce(' of ' || (SELECT ${userName} FROM ${users} WHERE ${userId} = ${subscriptions.userId}), '')`;

/** Where the subjects of a type are, and what they are called. */
const subjectTables = {
  user: { table: users, id: userId, label: userName },
  blog: { table: blogs, id: blogs.id, label: blogs.title },
  category: { table: categories, id: categories.id, label: categories.name },
  document: { table: documents, id: documents.id, label: documents.title },
  section: { table: sections, id: sections.id, label: sections.name },
  product: { table: products, id: products.id, label: products.name },
  upload: { table: uploads, id: uploads.hash, label: uploads.name },
  subscription: { table: subscriptions, id: subscriptions.stripeSubscriptionId, label: subscriptionName },
  'waiting-list': { table: waitingListEntries, id: waitingListEntries.id, label: waitingListEntries.email },
  publication: { table: publications, id: publications.id, label: publications.title },
  'rejection-reason': { table: rejectionReasons, id: rejectionReasons.id, label: rejectionReasons.label },
} as const;

type NamedSubjectType = keyof typeof subjectTables;
export const isNamedSubjectType = (type: string): type is NamedSubjectType => Object.hasOwn(subjectTables, type);

/** The names of those that are there, by their ids. */
export async function listSubjectLabels(
  { orm }: Database,
  type: NamedSubjectType,
  ids: readonly string[],
): Promise<[id: string, label: string][]> {
  const { table, id, label } = subjectTables[type];
  const rows = await orm
    .select({ id: sql<string>`CAST(${id} AS TEXT)`, label: sql<string>`${label}` })
    .from(table)
    .where(sql`${id} IN ${ids}`);
  return rows.map((row) => [row.id, row.label]);
}
