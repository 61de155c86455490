import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { PublicationStatus } from '#api/domain/publication-states.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import type { Database } from '#db/client.ts';
import { publications } from '#db/schema/index.ts';
import { selectPublications } from '#api/features/openshelf/openshelf.queries.ts';

type Filter = { status: PublicationStatus | undefined; categoryId: number | undefined; search: string | undefined };

/** The search index holds sequences of three characters. */
const INDEXED_MIN_LENGTH = 3;
const order = [desc(publications.createdAt), desc(publications.id)];

/** Publications whose title, author or description contains the text. */
function isFound(text: string) {
  if ([...text].length >= INDEXED_MIN_LENGTH) {
    const phrase = `"${text.replaceAll('"', '""')}"`;
    return sql`${publications.id} IN (SELECT rowid FROM publications_search WHERE publications_search MATCH ${phrase})`;
  }
  const pattern = toLikePattern(text);
  return sql`(${publications.title} LIKE ${pattern} ESCAPE '\\' OR ${publications.authorName} LIKE ${pattern} ESCAPE '\\'
    OR ${publications.description} LIKE ${pattern} ESCAPE '\\')`;
}

const isMatch = ({ status, categoryId, search }: Filter) =>
  and(
    status && eq(publications.status, status),
    categoryId === undefined ? undefined : eq(publications.categoryId, categoryId),
    search ? isFound(search) : undefined,
  );

/** A part of the publications, newest first. The ids are found first, from an index alone. */
export function listPublicationRows(
  db: Database,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
) {
  const ids = db.orm
    .select({ id: publications.id })
    .from(publications)
    .where(isMatch(filter))
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return selectPublications(db)
    .where(inArray(publications.id, ids))
    .orderBy(...order);
}

export async function countPublications({ orm }: Database, filter: Filter): Promise<number> {
  const [row] = await orm.select({ count: count() }).from(publications).where(isMatch(filter));
  return row?.count ?? 0;
}
