import { asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { hasAnyPermission, userRoles } from '#api/domain/permissions.ts';
import type { Database } from '#db/client.ts';
import {
  apiKeys,
  auditLog,
  authors,
  blacklistedAddresses,
  blacklistings,
  blogs,
  categories,
  documents,
  products,
  publications,
  redirects,
  rejectionReasons,
  sections,
  siteParts,
  subscriptions,
  tags,
  uploads,
  users,
  waitingListEntries,
  webhookEndpoints,
} from '#db/schema/index.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import { selectUserHits, toNameOrder } from '#db/queries/user-search.ts';
import { type Filter, type Position, selectMatches } from './filter.queries.ts';

const { id: userId, email, firstName, lastName } = users;
const actorColumns = { id: userId, email, firstName, lastName };

const subjectUserId = sql`CAST(substr(${auditLog.subject}, 6) AS INTEGER)`;

/**
 * Why someone was blacklisted. It is kept with the user, never in the log; of a deleted account with the hash of its address,
 * which has the reason of the last blacklisting.
 */
const blacklistReason = sql<string | null>`CASE WHEN ${auditLog.action} = 'user.blacklisted' THEN coalesce(
  (SELECT ${blacklistings.reason} FROM ${blacklistings}
    WHERE ${blacklistings.userId} = ${subjectUserId} AND ${blacklistings.createdAt} = ${auditLog.at} LIMIT 1),
  (SELECT ${blacklistedAddresses.reason} FROM ${blacklistedAddresses} WHERE ${blacklistedAddresses.userId} = ${subjectUserId}
    AND NOT EXISTS (SELECT 1 FROM ${users} WHERE ${userId} = ${subjectUserId})
    AND NOT EXISTS (SELECT 1 FROM ${auditLog} AS later WHERE later.subject = ${auditLog.subject} AND later.at > ${auditLog.at}
      AND +later.action = 'user.blacklisted')
    ORDER BY ${blacklistedAddresses.id} DESC LIMIT 1)) END`;

type Part = { limit: number; offset?: number; olderThan?: Position };

/** Entries that match, newest first, with who acted. */
export const listEntryRows = (db: Database, filter: Filter, { limit, offset = 0, olderThan }: Part) =>
  selectEntries(
    db,
    sql`(SELECT id FROM (${selectMatches(filter, olderThan)} ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${offset}))`,
  );

/** The entries of these ids, newest first, with who acted. */
export const listEntryRowsById = (db: Database, ids: readonly number[]) =>
  selectEntries(db, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`);

const selectEntries = ({ orm }: Database, ids: SQL) =>
  orm
    .select({ entry: auditLog, actor: actorColumns, apiKey: apiKeys.name, reason: blacklistReason })
    .from(auditLog)
    .leftJoin(users, eq(userId, auditLog.actorId))
    .leftJoin(apiKeys, eq(apiKeys.id, auditLog.apiKeyId))
    .where(sql`${auditLog.id} IN ${ids}`)
    .orderBy(desc(auditLog.at), desc(auditLog.id));

export type EntryRow = Awaited<ReturnType<typeof listEntryRows>>[number];
export type ActorRow = NonNullable<EntryRow['actor']>;

/** How many entries match; counting stops at `limit`. */
export async function countEntries({ orm }: Database, filter: Filter, limit: number): Promise<number> {
  const matches = sql`(SELECT 1 FROM (${selectMatches(filter)}) LIMIT ${limit})`;
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

/** Users whose name or address contains a text, those who signed in last first. */
export const listPeopleRows = ({ orm }: Database, search: string, limit: number): Promise<ActorRow[]> => {
  const text = toNameOrder(search.trim());
  return orm
    .select(actorColumns)
    .from(users)
    .where(sql`${userId} IN (SELECT id FROM (${selectUserHits(text, toLikePattern(text))}))`)
    .orderBy(desc(users.lastSignInAt), asc(userId))
    .limit(limit);
};

/** Whether the log has an entry by or about a user. */
export async function hasEntries({ orm }: Database, id: number): Promise<boolean> {
  const { found } = await orm.get<{ found: number }>(sql`SELECT
    EXISTS (SELECT 1 FROM ${auditLog} WHERE ${auditLog.subject} = ${`user:${id}`})
    OR EXISTS (SELECT 1 FROM ${auditLog} WHERE ${auditLog.actorId} = ${id}) AS found`);
  return found === 1;
}

export async function findActorRow({ orm }: Database, id: number): Promise<ActorRow | null> {
  const [row] = await orm.select(actorColumns).from(users).where(eq(userId, id));
  return row ?? null;
}

const userName = sql<string>`coalesce(${firstName} || ' ' || ${lastName}, ${email})`;

const planName = sql<string>`coalesce((SELECT ${siteParts.fields} ->> 'name' FROM ${siteParts}
  WHERE ${siteParts.kind} = 'plan' AND ${siteParts.fields} ->> 'key' = ${subscriptions.planName}), ${subscriptions.planName})`;

/** 'GenMate Creator of Henrik Dahl'; without the user once the account is deleted. */
const subscriptionName = sql<string>`(SELECT
    iif(lower(substr(${planName} || ' ', 1, length(${products.name}) + 1)) = lower(${products.name} || ' '), '', ${products.name} || ' ')
  FROM ${products} WHERE ${products.id} = ${subscriptions.productId}) || ${planName}
  || coalesce(' of ' || (SELECT ${userName} FROM ${users} WHERE ${userId} = ${subscriptions.userId}), '')`;

/** Where the subjects of a type are, and what they are called. */
const subjectTables = {
  user: { table: users, id: userId, label: userName },
  blog: { table: blogs, id: blogs.id, label: blogs.title },
  category: { table: categories, id: categories.id, label: categories.name },
  author: { table: authors, id: authors.id, label: authors.name },
  tag: { table: tags, id: tags.id, label: tags.name },
  document: { table: documents, id: documents.id, label: documents.title },
  section: { table: sections, id: sections.id, label: sections.name },
  product: { table: products, id: products.id, label: products.name },
  upload: { table: uploads, id: uploads.hash, label: uploads.name },
  redirect: { table: redirects, id: redirects.id, label: redirects.from },
  'api-key': { table: apiKeys, id: apiKeys.id, label: apiKeys.name },
  'webhook-endpoint': { table: webhookEndpoints, id: webhookEndpoints.id, label: webhookEndpoints.url },
  catalogue: { table: siteParts, id: siteParts.id, label: sql`${siteParts.fields} ->> 'name'` },
  page: { table: siteParts, id: siteParts.id, label: siteParts.title },
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
