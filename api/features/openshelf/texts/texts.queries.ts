import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '#db/client.ts';
import { publicationCategories, publications, publicationTexts, publicationVersions } from '#db/schema/index.ts';

const categories = alias(publicationCategories, 'top_categories');
const subcategories = alias(publicationCategories, 'subcategories');

/** A version with the names of its categories and its text, if one was fetched; the current one unless `number` names another. */
export async function findVersion({ orm }: Database, publicationId: number, number?: number) {
  const [row] = await orm
    .select({
      ...getTableColumns(publicationVersions),
      category: categories.name,
      subcategory: subcategories.name,
      text: publicationTexts,
    })
    .from(publicationVersions)
    .innerJoin(publications, eq(publications.id, publicationVersions.publicationId))
    .innerJoin(categories, eq(categories.id, publicationVersions.categoryId))
    .leftJoin(subcategories, eq(subcategories.id, publicationVersions.subcategoryId))
    .leftJoin(publicationTexts, eq(publicationTexts.versionId, publicationVersions.id))
    .where(
      and(
        eq(publicationVersions.publicationId, publicationId),
        eq(publicationVersions.number, number ?? publications.versionNumber),
      ),
    );
  return row;
}

export type VersionRow = NonNullable<Awaited<ReturnType<typeof findVersion>>>;
export type TextRow = typeof publicationTexts.$inferSelect;

export const saveTextStatement = ({ orm }: Database, { versionId, ...text }: TextRow) =>
  orm
    .insert(publicationTexts)
    .values({ versionId, ...text })
    .onConflictDoUpdate({ target: publicationTexts.versionId, set: text });

export const setWordsHashStatement = (
  { orm }: Database,
  { versionId, wordsHash }: { versionId: number; wordsHash: string },
) => orm.update(publicationTexts).set({ wordsHash }).where(eq(publicationTexts.versionId, versionId));

/** The words of the current version go into the index of similar works. */
export const indexWordsStatement = ({ id }: Pick<VersionRow, 'id'>, words: string) => sql`
  UPDATE publication_words SET body = ${words} WHERE rowid = (
    SELECT ${publications.id} FROM ${publications}
    JOIN ${publicationVersions} ON ${publicationVersions.publicationId} = ${publications.id}
      AND ${publicationVersions.number} = ${publications.versionNumber}
    WHERE ${publicationVersions.id} = ${id})`;
