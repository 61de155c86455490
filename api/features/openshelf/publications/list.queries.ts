import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PublicationStatus } from '#api/domain/publication-states.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import type { Database } from '#db/client.ts';
import { toTrigramPhrase } from '#db/queries/full-text-search.ts';
import { publications } from '#db/schema/index.ts';
import { selectPublications } from '#api/features/openshelf/openshelf.queries.ts';

type Filter = { status: PublicationStatus | undefined; categoryId: number | undefined; search: string | undefined };
type Part = { limit: number; offset: number };

/** Up to this many hits are read and sorted; with more, the publications in their order are read until the page is full. */
const FEW_HITS = 20_000;
/** From this offset on, reading all hits is faster than looking each row up in the search index. */
const DEEP_OFFSET = 200;

const order = [desc(publications.createdAt), desc(publications.id)];

/** True for publications whose title, author or description contains the text. `isListed`: by a list of all hits. */
function isFound(text: string, isListed: boolean): SQL {
  const phrase = toTrigramPhrase(text);
  if (phrase === null) {
    const pattern = toLikePattern(text);
    const contains = (column: SQL | typeof publications.title) => sql`${column} LIKE ${pattern} ESCAPE '\\'`;
    return sql`(${contains(publications.title)} OR ${contains(sql`${publications.authorName}`)} OR ${contains(sql`${publications.description}`)})`;
  }
  // The unary plus keeps the order of the index that is read.
  return isListed
    ? sql`+${publications.id} IN (SELECT rowid FROM publications_search WHERE publications_search MATCH ${phrase})`
    : sql`EXISTS (SELECT 1 FROM publications_search WHERE publications_search MATCH ${phrase} AND rowid = ${publications.id})`;
}

const isMatch = ({ status, categoryId, search }: Filter, isListed: boolean) =>
  and(
    status && eq(publications.status, status),
    categoryId === undefined ? undefined : eq(publications.categoryId, categoryId),
    search ? isFound(search, isListed) : undefined,
  );

/** A part of the publications, newest first; `total` of them match. The ids are found first, from an index alone. */
export async function listPublicationRows(db: Database, filter: Filter, total: number, { limit, offset }: Part) {
  if (offset >= total) return [];
  const ids = db.orm
    .select({ id: publications.id })
    .from(publications)
    .where(isMatch(filter, total <= FEW_HITS || offset > DEEP_OFFSET))
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return selectPublications(db)
    .where(inArray(publications.id, ids))
    .orderBy(...order);
}

export async function countPublications({ orm }: Database, filter: Filter): Promise<number> {
  const phrase = filter.search ? toTrigramPhrase(filter.search) : null;
  const isSearchAlone = phrase !== null && filter.status === undefined && filter.categoryId === undefined;
  const [row] = isSearchAlone
    ? await orm.select({ count: count() }).from(sql`publications_search WHERE publications_search MATCH ${phrase}`)
    : await orm.select({ count: count() }).from(publications).where(isMatch(filter, true));
  return row?.count ?? 0;
}
