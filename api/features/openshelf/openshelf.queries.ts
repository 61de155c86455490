import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import {
  moveRules,
  type PublicationMove,
  type ReviewDecision,
  reviewDecisions,
} from '#api/domain/publication-states.ts';
import { invalidFieldError, notFoundError } from '#api/http/errors.ts';
import type { Database } from '#db/client.ts';
import { publicationCategories, publicationHistory, publications, users } from '#db/schema/index.ts';

const categories = alias(publicationCategories, 'top_categories');
const subcategories = alias(publicationCategories, 'subcategories');
const claimants = alias(users, 'claimants');

/** Publications with the names of their categories and of the reviewer who has them open. */
export const selectPublications = ({ orm }: Database) =>
  orm
    .select({
      publication: publications,
      category: categories.name,
      subcategory: subcategories.name,
      claimant: {
        userId: claimants.id,
        firstName: claimants.firstName,
        lastName: claimants.lastName,
      },
    })
    .from(publications)
    .innerJoin(categories, eq(categories.id, publications.categoryId))
    .leftJoin(subcategories, eq(subcategories.id, publications.subcategoryId))
    .leftJoin(claimants, eq(claimants.id, publications.claimedBy));

/** In the queue of reviews. */
export const isPending = eq(publications.status, 'ADMIN_REVIEWING');

/** Top-level categories in their order. */
export const listTopCategories = ({ orm }: Database) =>
  orm
    .select({ id: publicationCategories.id, name: publicationCategories.name })
    .from(publicationCategories)
    .where(isNull(publicationCategories.parentId))
    .orderBy(asc(publicationCategories.position), asc(publicationCategories.id));

/** The id of the top-level category with this name. @throws validation_failed. */
export async function requireCategoryId({ orm }: Database, name: string): Promise<number> {
  const [row] = await orm
    .select({ id: publicationCategories.id })
    .from(publicationCategories)
    .where(and(eq(publicationCategories.name, name), isNull(publicationCategories.parentId)));
  if (!row) throw invalidFieldError('category', 'This category no longer exists. Choose another.');
  return row.id;
}

export type PublicationRow = Awaited<ReturnType<typeof selectPublications>>[number];

export const NOT_FOUND_MESSAGE = 'The requested publication could not be found.';

/** @throws not_found. */
export async function requirePublication(db: Database, id: number): Promise<PublicationRow> {
  const [row] = await selectPublications(db).where(eq(publications.id, id));
  if (!row) throw notFoundError(NOT_FOUND_MESSAGE);
  return row;
}

type Move = {
  move: PublicationMove;
  /** Which publications, besides that their status must allow the move. */
  condition: SQL;
  now: number;
  /** The reviewer. */
  userId?: number | null;
  comments?: string | null;
  reasonIds?: readonly number[];
  undoId?: string | null;
  /** Further columns that change with the status. */
  set?: Partial<typeof publications.$inferInsert>;
};

/**
 * The two statements of a move: a row of history for each publication that can make it, then the new status. They belong to
 * one batch, which compares the status as it writes; publications in any other status are left as they are.
 */
export function movePublicationsStatements(
  { orm }: Database,
  { move, condition, now, userId = null, comments = null, reasonIds = [], undoId = null, set }: Move,
) {
  const { actor, from, to } = moveRules[move];
  const where = sql`${inArray(publications.status, [...from])} AND ${condition}`;
  const reasons = reasonIds.length > 0 ? JSON.stringify(reasonIds) : null;
  const recordHistory = sql`
    INSERT INTO ${publicationHistory} (publication_id, version_number, move, from_status, to_status, actor, user_id, comments,
      reason_ids, ai_decision, ai_confidence, category_id, undo_id, at)
    SELECT ${publications.id}, ${publications.versionNumber}, ${move}, ${publications.status}, ${to}, ${actor}, ${userId},
      ${comments}, ${reasons}, ${publications.aiDecision}, ${publications.aiConfidence}, ${publications.categoryId}, ${undoId}, ${now}
    FROM ${publications} WHERE ${where}`;
  const isDecision = reviewDecisions.includes(move as ReviewDecision);
  const changeStatus = orm
    .update(publications)
    .set({
      status: to,
      undoId,
      updatedAt: now,
      // An undo gives a publication its place in the queue back.
      ...(to === 'ADMIN_REVIEWING' && move !== 'undo' && { queuedAt: now }),
      ...(to !== 'ADMIN_REVIEWING' && { claimedBy: null, claimedUntil: null }),
      ...(isDecision && { decidedAt: now, decidedBy: userId, areChangesRequested: move === 'request_changes' }),
      ...set,
    })
    .where(where);
  return [recordHistory, changeStatus] as const;
}
