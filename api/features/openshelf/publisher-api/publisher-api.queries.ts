import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { reviewDecisions } from '#api/domain/publication-states.ts';
import type { Database } from '#db/client.ts';
import {
  openshelfIdempotencyKeys,
  publicationCategories,
  publicationHistory,
  publications,
  publicationVersions,
  rejectionReasons,
} from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';

export type WorkColumns = Omit<
  typeof publicationVersions.$inferInsert,
  'id' | 'publicationId' | 'number' | 'createdAt' | 'submittedAt' | 'aiDecision' | 'aiConfidence' | 'aiComments'
>;
/** What of a version is set as it goes through the reviews. */
type ReviewColumns = Pick<
  typeof publicationVersions.$inferInsert,
  'submittedAt' | 'aiDecision' | 'aiConfidence' | 'aiComments'
>;

/** A version that no one has reviewed. */
const UNREVIEWED = { submittedAt: null, aiDecision: null, aiConfidence: null, aiComments: null };

const isPublication = (id: number) => eq(publications.id, id);
const selectVersionNumber = (id: number | SQL) =>
  sql<number>`(SELECT version_number FROM ${publications} WHERE id = ${id})`;

export const findKey = async ({ orm }: Database, key: string) =>
  (await orm.select().from(openshelfIdempotencyKeys).where(eq(openshelfIdempotencyKeys.key, key)))[0];

type KeyColumns = Omit<typeof openshelfIdempotencyKeys.$inferInsert, 'publicationId'> & { publicationId: number | SQL };

export const insertKeyStatement = ({ orm }: Database, { publicationId, ...key }: KeyColumns) =>
  orm.insert(openshelfIdempotencyKeys).values({ ...key, publicationId: sql`${publicationId}` });

export const selectIdBySlug = (slug: string) => sql`(SELECT id FROM ${publications} WHERE slug = ${slug})`;

/** The statements that add a work as a draft, with its first version and the start of its history. */
export function insertPublicationStatements(
  { orm }: Database,
  { slug, work, now }: { slug: string; work: WorkColumns; now: number },
): Statement[] {
  const publicationId = sql<number>`${selectIdBySlug(slug)}`;
  const { categoryId } = work;
  return [
    orm.insert(publications).values({ ...work, slug, createdAt: now, updatedAt: now }),
    orm.insert(publicationVersions).values({ ...work, publicationId, number: 1, createdAt: now }),
    orm.insert(publicationHistory).values({
      publicationId,
      versionNumber: 1,
      move: 'create',
      toStatus: 'DRAFT',
      actor: 'service',
      categoryId,
      at: now,
    }),
  ];
}

/** Makes the id the slug of a work whose title gives none. */
export const nameByIdStatement = ({ orm }: Database, slug: string) =>
  orm
    .update(publications)
    .set({ slug: sql`'publication-' || ${publications.id}` })
    .where(eq(publications.slug, slug));

/** The statements that change the current version of a publication, in both places where it is stored. */
export const changeVersionStatements = (
  { orm }: Database,
  id: number,
  columns: WorkColumns | ReviewColumns,
): Statement[] => [
  orm.update(publications).set(columns).where(isPublication(id)),
  orm
    .update(publicationVersions)
    .set(columns)
    .where(
      and(eq(publicationVersions.publicationId, id), sql`${publicationVersions.number} = ${selectVersionNumber(id)}`),
    ),
];

/** The statements that start the next version of a publication. */
export const startVersionStatements = (
  { orm }: Database,
  id: number,
  { work, now }: { work: WorkColumns; now: number },
): Statement[] => [
  orm
    .update(publications)
    .set({
      ...work,
      ...UNREVIEWED,
      versionNumber: sql`${publications.versionNumber} + 1`,
      areChangesRequested: false,
      excludedReviewerId: null,
    })
    .where(isPublication(id)),
  orm
    .insert(publicationVersions)
    .values({ ...work, publicationId: id, number: selectVersionNumber(id), createdAt: now }),
];

/** The last move of a publication, besides those that this server adds. */
export const findLastMove = async ({ orm }: Database, id: number) =>
  (
    await orm
      .select({ move: publicationHistory.move, comments: publicationHistory.comments })
      .from(publicationHistory)
      .where(and(eq(publicationHistory.publicationId, id), ne(publicationHistory.actor, 'system')))
      .orderBy(desc(publicationHistory.id))
      .limit(1)
  )[0];

/** The decision of a reviewer on a version, or undefined. */
export const findDecision = async ({ orm }: Database, publicationId: number, versionNumber: number) =>
  (
    await orm
      .select()
      .from(publicationHistory)
      .where(
        and(
          eq(publicationHistory.publicationId, publicationId),
          eq(publicationHistory.versionNumber, versionNumber),
          inArray(publicationHistory.move, [...reviewDecisions]),
          eq(publicationHistory.isUndone, false),
        ),
      )
      .orderBy(desc(publicationHistory.id))
      .limit(1)
  )[0];

export async function listReasonLabels({ orm }: Database, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await orm
    .select({ label: rejectionReasons.label })
    .from(rejectionReasons)
    .where(inArray(rejectionReasons.id, [...ids]))
    .orderBy(asc(rejectionReasons.position));
  return rows.map(({ label }) => label);
}

/** All categories: each top-level one before its subcategories. */
export const listCategoryRows = ({ orm }: Database) =>
  orm
    .select({
      id: publicationCategories.id,
      name: publicationCategories.name,
      parentId: publicationCategories.parentId,
    })
    .from(publicationCategories)
    .orderBy(asc(publicationCategories.parentId), asc(publicationCategories.position), asc(publicationCategories.id));
