import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { rejectionReasons, rejectionReasonTexts } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement, selectRowValues } from '#api/features/audit/audit.service.ts';
import { listTopCategories } from '#api/features/openshelf/openshelf.queries.ts';
import type {
  reasonsResponse,
  RejectionReasonJson,
  updateReasonRequest,
  updateReasonResponse,
} from './reasons.contract.ts';
import {
  type CategoryTextRow,
  listCategoryTexts,
  listReasonRows,
  type ReasonRow,
  selectCategoryTexts,
} from './reasons.queries.ts';

type ReasonDeps = Pick<Deps, 'db' | 'clock'>;
type UpdateRequest = z.infer<typeof updateReasonRequest>;

/** The reasons in the order of their keys, and the categories that may have texts of their own. */
export async function listReasons({ db }: ReasonDeps): Promise<z.infer<typeof reasonsResponse>> {
  const [rows, texts, categories] = await Promise.all([
    listReasonRows(db),
    listCategoryTexts(db),
    listTopCategories(db),
  ]);
  return { data: rows.map((row) => toReasonJson(row, texts)), categories };
}

/** Replaces the name and the texts of a reason. Decisions of the past name it as it is now. @throws validation_failed, not_found. */
export async function updateReason(
  deps: ReasonDeps,
  id: number,
  { label, text, category_texts }: UpdateRequest,
  userId: number,
): Promise<z.infer<typeof updateReasonResponse>> {
  const { db, clock } = deps;
  const texts = category_texts.filter((category) => category.text.trim() !== '');
  await requireCategories(deps, category_texts);
  const now = clock.now();
  const isReason = eq(rejectionReasons.id, id);
  const { label: labelColumn, text: textColumn } = rejectionReasons;
  await write(db, [
    insertAuditStatement(db, {
      ...{ at: now, action: 'rejection_reason.changed', actorId: userId, subject: `rejection-reason:${id}` },
      before: selectRowValues(rejectionReasons, sql`${isReason}`, {
        ...{ label: labelColumn, text: textColumn, category_texts: sql`json(${selectCategoryTexts(id)})` },
      }),
      after: { label, text, category_texts: toTextsById(texts) },
    }),
    db.orm.update(rejectionReasons).set({ label, text, updatedAt: now }).where(isReason),
    rollbackIfNoRows,
    db.orm.delete(rejectionReasonTexts).where(eq(rejectionReasonTexts.reasonId, id)),
    ...texts.map((category) =>
      db.orm
        .insert(rejectionReasonTexts)
        .values({ reasonId: id, categoryId: category.category_id, text: category.text }),
    ),
  ]).catch(onGuardRollback(() => notFoundError('This reason no longer exists.')));
  const data = (await listReasons(deps)).data.find((reason) => reason.id === id);
  if (!data) throw notFoundError('This reason no longer exists.');
  return { message: 'The reason was saved.', data };
}

/** @throws validation_failed for a category that is no top-level category, or named twice. */
async function requireCategories({ db }: ReasonDeps, texts: UpdateRequest['category_texts']): Promise<void> {
  const ids = texts.map((text) => text.category_id);
  const known = (await listTopCategories(db)).map((category) => category.id);
  for (const [index, id] of ids.entries()) {
    const path = `category_texts.${index}.category_id`;
    if (!known.includes(id)) throw invalidFieldError(path, 'This category no longer exists. Choose another.');
    if (ids.indexOf(id) < index) throw invalidFieldError(path, 'This category already has a text. Choose another.');
  }
}

/** As `selectCategoryTexts` builds it: names in the order of the numbers. */
const toTextsById = (texts: UpdateRequest['category_texts']) =>
  Object.fromEntries(texts.map(({ category_id, text }) => [category_id, text]));

const toReasonJson = (row: ReasonRow, texts: readonly CategoryTextRow[]): RejectionReasonJson => ({
  id: row.id,
  position: row.position,
  label: row.label,
  text: row.text,
  category_texts: texts
    .filter(({ reasonId }) => reasonId === row.id)
    .map(({ categoryId, category, text }) => ({ category_id: categoryId, category, text })),
  updated_at: toIso(row.updatedAt),
});
