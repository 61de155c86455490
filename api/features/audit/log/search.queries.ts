import { and, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { toLikePattern } from '#api/http/pagination.ts';
import type { Database } from '#db/client.ts';
import { toTrigramPhrase } from '#db/queries/full-text-search.ts';
import { selectUserHits, toNameOrder } from '#db/queries/user-search.ts';
import {
  apiKeys,
  auditLog,
  auditSubjects,
  authors,
  blacklistedAddresses,
  blacklistings,
  blogs,
  categories,
  documents,
  products,
  publications,
  redirects,
  siteParts,
  rejectionReasons,
  sections,
  tags,
  uploads,
  users,
  waitingListEntries,
  webhookEndpoints,
} from '#db/schema/index.ts';

const { id, at, actorId, subject, detail } = auditLog;

/** A text as it is searched for. The phrase is null for a text that is too short for the indexes of trigrams. */
type Text = { text: string; pattern: string; phrase: string | null };

/** With more names or texts than this, their entries are so many that following the log finds enough of them sooner. */
const FEW_HITS = 20_000;

/**
 * The ids of entries that a text finds, newest first; `limit` -1 for all. Those by or about whoever has this name or address,
 * those about what has this title, those whose own texts hold it (the title of something deleted, a plan, an id of Stripe),
 * and blacklistings for this reason. `rest` are the other filters.
 */
export async function searchEntryIds({ orm }: Database, search: string, rest: SQL | undefined, limit: number) {
  const ordered = toNameOrder(search.trim());
  const text = { text: ordered, pattern: toLikePattern(ordered), phrase: toTrigramPhrase(ordered) };
  const { keys, count } = await orm.get<{ keys: string; count: number }>(
    sql`SELECT json_group_array(key) AS keys, count(*) AS count
      FROM (SELECT key FROM (${selectKeys(text)}) LIMIT ${FEW_HITS + 1})`,
  );
  const isFew = count <= FEW_HITS && (await countTexts({ orm }, text.phrase)) <= FEW_HITS;
  const found = isFew ? selectByKeys(keys, text, rest) : selectByScan(text, rest);
  const rows = await orm.all<{ id: number }>(sql`${found} ORDER BY at DESC, id DESC LIMIT ${limit}`);
  return rows.map((row) => row.id);
}

async function countTexts({ orm }: Pick<Database, 'orm'>, phrase: string | null): Promise<number> {
  if (phrase === null) return 0;
  const { count } = await orm.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM (${selectTexts(phrase)} LIMIT ${FEW_HITS + 1})`,
  );
  return count;
}

const selectTexts = (phrase: string) => sql`SELECT rowid FROM audit_search WHERE audit_search MATCH ${phrase}`;

/** The keys of what the text names. */
function selectKeys({ text, pattern, phrase }: Text): SQL {
  const works =
    phrase === null
      ? sql`SELECT ${publications.id} AS id FROM ${publications} WHERE ${publications.title} LIKE ${pattern} ESCAPE '\\'`
      : sql`SELECT rowid AS id FROM publications_search WHERE publications_search MATCH ${`title : ${phrase}`}`;
  // SQLite would read the table of the entries, because the searched text is not stored there.
  return sql`SELECT 'user:' || id AS key FROM (${selectUserHits(text, pattern)})
    UNION ALL SELECT 'waiting-list:' || ${waitingListEntries.id}
      FROM ${waitingListEntries} INDEXED BY waiting_list_entries_search
      WHERE ${waitingListEntries.searchText} LIKE ${pattern} ESCAPE '\\'
    UNION ALL SELECT 'publication:' || id FROM (${works}) UNION ALL ${selectThings(pattern)}`;
}

/** The keys of other things: there are so few that all of their titles are compared. */
function selectThings(pattern: string): SQL {
  const select = (type: string, table: SQLiteTable, idColumn: SQLiteColumn, label: SQLiteColumn | SQL) =>
    sql`SELECT ${`${type}:`} || ${idColumn} AS key FROM ${table} WHERE ${label} LIKE ${pattern} ESCAPE '\\'`;
  const selects = [
    select('blog', blogs, blogs.id, blogs.title),
    select('category', categories, categories.id, categories.name),
    select('author', authors, authors.id, authors.name),
    select('tag', tags, tags.id, tags.name),
    select('document', documents, documents.id, documents.title),
    select('section', sections, sections.id, sections.name),
    select('product', products, products.id, products.name),
    select('upload', uploads, uploads.hash, uploads.name),
    select('api-key', apiKeys, apiKeys.id, apiKeys.name),
    select('webhook-endpoint', webhookEndpoints, webhookEndpoints.id, webhookEndpoints.url),
    select('redirect', redirects, redirects.id, redirects.from),
    select('catalogue', siteParts, siteParts.id, sql`${siteParts.fields} ->> 'name'`),
    select('page', siteParts, siteParts.id, siteParts.title),
    select('rejection-reason', rejectionReasons, rejectionReasons.id, rejectionReasons.label),
  ];
  return sql.join(selects, sql` UNION ALL `);
}

/** By the indexes of actors and subjects. */
function selectByKeys(keys: string, { pattern, phrase }: Text, rest: SQL | undefined): SQL {
  const select = (condition: SQL) =>
    sql`SELECT ${id} AS id, ${at} AS at FROM ${auditLog} WHERE ${and(condition, rest)}`;
  const selects = [
    select(sql`${actorId} IN (SELECT CAST(substr(key, 6) AS INTEGER) FROM keys WHERE key LIKE 'user:%')`),
    select(sql`${subject} IN (SELECT key FROM keys)`),
    select(sql`${id} IN (SELECT ${auditSubjects.entryId} FROM ${auditSubjects}
      WHERE ${auditSubjects.subject} IN (SELECT key FROM keys))`),
    ...(phrase === null ? [] : [select(sql`${id} IN (${selectTexts(phrase)})`)]),
    select(sql`${id} IN (${selectBlacklistings(pattern)})`),
  ];
  return sql`WITH keys AS MATERIALIZED (SELECT value AS key FROM json_each(${keys})) ${sql.join(selects, sql` UNION `)}`;
}

/** Row by row in the order of the log: the names are compared, which stops as soon as there are enough. */
function selectByScan({ pattern, phrase }: Text, rest: SQL | undefined): SQL {
  const isLike = (label: SQL | SQLiteColumn) => sql`${label} LIKE ${pattern} ESCAPE '\\'`;
  const name = sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`;
  const isPerson = (value: SQL) =>
    sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${value} AND (${isLike(users.email)} OR ${isLike(name)}))`;
  const isItem = (value: SQL) => sql`CASE WHEN ${subject} LIKE 'user%' THEN ${isPerson(value)}
    WHEN ${subject} LIKE 'waiting-list%' THEN EXISTS (SELECT 1 FROM ${waitingListEntries}
      WHERE ${waitingListEntries.id} = ${value} AND ${isLike(waitingListEntries.searchText)})
    WHEN ${subject} LIKE 'publication%' THEN EXISTS (SELECT 1 FROM ${publications}
      WHERE ${publications.id} = ${value} AND ${isLike(publications.title)}) END`;
  const isFound = sql`(${isPerson(sql`${actorId}`)}
    OR (${subject} LIKE '%:%' AND ${isItem(sql`CAST(substr(${subject}, instr(${subject}, ':') + 1) AS INTEGER)`)})
    OR +${subject} IN (${selectThings(pattern)})
    OR (${detail} IS NOT NULL AND (${isPerson(sql`json_extract(${detail}, '$.user')`)}
      OR EXISTS (SELECT 1 FROM json_each(${detail}, '$.ids') AS item WHERE ${isItem(sql`item.value`)})))
    ${phrase === null ? sql`` : sql`OR +${id} IN (${selectTexts(phrase)})`}
    OR +${id} IN (${selectBlacklistings(pattern)}))`;
  return sql`SELECT ${id} AS id, ${at} AS at FROM ${auditLog} WHERE ${and(isFound, rest)}`;
}

/** Entries of blacklistings by their reason: those of accounts that are there, and the last one of each deleted account. */
const selectBlacklistings = (pattern: string): SQL => sql`
  SELECT ${id} FROM ${blacklistings} JOIN ${auditLog} ON ${subject} = 'user:' || ${blacklistings.userId}
    AND ${at} = ${blacklistings.createdAt} AND +${auditLog.action} = 'user.blacklisted'
    WHERE ${blacklistings.reason} LIKE ${pattern} ESCAPE '\\'
  UNION ALL SELECT (SELECT ${id} FROM ${auditLog} WHERE ${subject} = 'user:' || ${blacklistedAddresses.userId}
    AND +${auditLog.action} = 'user.blacklisted' ORDER BY ${at} DESC LIMIT 1)
    FROM ${blacklistedAddresses} LEFT JOIN ${users} ON ${users.id} = ${blacklistedAddresses.userId}
    WHERE ${blacklistedAddresses.reason} LIKE ${pattern} ESCAPE '\\' AND ${users.id} IS NULL`;
