import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { publicationCategories, publicationHistory, rejectionReasons, rejectionReasonTexts } from '#db/schema/index.ts';

export type ReasonRow = typeof rejectionReasons.$inferSelect;

export const listReasonRows = ({ orm }: Database): Promise<ReasonRow[]> =>
  orm.select().from(rejectionReasons).orderBy(asc(rejectionReasons.position), asc(rejectionReasons.id));

/** Whether a decision, undone or not, names the reason: it is not deleted then. */
export const isUsed = (id: number) => sql`EXISTS (
  SELECT 1 FROM ${publicationHistory}, json_each(${publicationHistory.reasonIds}) AS chosen
  WHERE ${publicationHistory.reasonIds} IS NOT NULL AND chosen.value = ${id})`;

/** The texts of reasons for categories, in the order of the categories. */
export const listCategoryTexts = ({ orm }: Database) =>
  orm
    .select({
      reasonId: rejectionReasonTexts.reasonId,
      categoryId: rejectionReasonTexts.categoryId,
      category: publicationCategories.name,
      text: rejectionReasonTexts.text,
    })
    .from(rejectionReasonTexts)
    .innerJoin(publicationCategories, eq(publicationCategories.id, rejectionReasonTexts.categoryId))
    .orderBy(asc(publicationCategories.position), asc(publicationCategories.id));

export type CategoryTextRow = Awaited<ReturnType<typeof listCategoryTexts>>[number];

/** The texts of a reason as a JSON object with the ids of the categories as names. */
export const selectCategoryTexts = (reasonId: number) => sql`(
  SELECT json_group_object(category_id, text)
  FROM (SELECT category_id, text FROM ${rejectionReasonTexts} WHERE reason_id = ${reasonId} ORDER BY category_id))`;
