import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { readRowsByKeyset } from '#db/queries/keyset-rows.ts';
import { publicationCategories, publications, publicationVersions } from '#db/schema/index.ts';
import type { IndexedShelfCategory, IndexedWork } from './indexed-work.ts';

/** Works in the version that is on the shelf: the current one may be newer, and not reviewed. */
const SELECT_WORKS = `
  SELECT p.id, p.slug, v.title, v.author_name, v.number, v.category_id, v.subcategory_id, p.published_at,
    coalesce(p.shelf_updated_at, p.published_at)
  FROM publications AS p JOIN publication_versions AS v ON v.publication_id = p.id AND v.number = p.shelf_version
  WHERE p.shelf_version IS NOT NULL AND p.published_at IS NOT NULL`;

/** All works of the shelf, oldest first. In parts: thousands of rows at once would stay in memory as garbage. */
export async function readWorks(db: Database): Promise<IndexedWork[]> {
  const works: IndexedWork[] = [];
  const sql = `${SELECT_WORKS}
    AND (p.published_at, p.id) > (:after, :id) ORDER BY p.published_at, p.id`;
  for await (const row of readRowsByKeyset(db, sql, () => {
    const last = works.at(-1);
    return { after: last?.publishedAt ?? Number.MIN_SAFE_INTEGER, id: last?.id ?? 0 };
  })) {
    works.push(toIndexedWork(row));
  }
  return works;
}

/** The slugs of the works that were on the shelf and are not any more, by id. */
export async function readWithdrawnSlugs(db: Database): Promise<Map<number, string>> {
  const slugs = new Map<number, string>();
  let last = 0;
  const sql = `SELECT id, slug FROM publications
    WHERE shelf_version IS NULL AND published_at IS NOT NULL AND id > :last ORDER BY id`;
  for await (const [id, slug] of readRowsByKeyset(db, sql, () => ({ last }))) {
    last = Number(id);
    slugs.set(last, String(slug));
  }
  return slugs;
}

/** One work: as it is on the shelf, or its slug when it was there once; both null when it never was. */
export async function readWork(
  db: Database,
  id: number,
): Promise<{ work: IndexedWork | null; withdrawnSlug: string | null }> {
  const { rows } = await db.client.execute({
    sql: `${SELECT_WORKS} AND p.id = ?`,
    args: [id],
  });
  const [row] = rows;
  if (row) return { work: toIndexedWork(Array.from(row)), withdrawnSlug: null };
  const [withdrawn] = await db.orm
    .select({ slug: publications.slug })
    .from(publications)
    .where(and(eq(publications.id, id), isNotNull(publications.publishedAt)));
  return { work: null, withdrawnSlug: withdrawn?.slug ?? null };
}

/** All categories, in the order in which they are listed. */
export function readShelfCategories(db: Database): Promise<IndexedShelfCategory[]> {
  const { id, name, slug, parentId, position } = publicationCategories;
  return db.orm.select({ id, name, slug, parentId }).from(publicationCategories).orderBy(asc(position), asc(id));
}

const { slug, shelfVersion, publishedAt } = publications;

/** Everything that is shown of these works, in any order: the version on the shelf. */
export function listShelfRows(db: Database, ids: readonly number[]) {
  return db.orm
    .select({ slug, publishedAt, version: publicationVersions })
    .from(publications)
    .innerJoin(
      publicationVersions,
      and(eq(publicationVersions.publicationId, publications.id), eq(publicationVersions.number, shelfVersion)),
    )
    .where(inArray(publications.id, [...ids]));
}

export type ShelfRow = Awaited<ReturnType<typeof listShelfRows>>[number];

function toIndexedWork(row: readonly unknown[]): IndexedWork {
  const [id, slug, title, authorName, version, categoryId, subcategoryId, publishedAt, updatedAt] = row;
  return {
    id: Number(id),
    slug: String(slug),
    title: String(title),
    authorName: String(authorName),
    version: Number(version),
    categoryId: Number(categoryId),
    subcategoryId: subcategoryId === null ? null : Number(subcategoryId),
    publishedAt: Number(publishedAt),
    updatedAt: Number(updatedAt),
  };
}
