import { eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { nextPosition } from '#db/queries/positions.ts';
import { isNameTaken } from '#db/queries/unique-names.ts';
import { rejectionReasons, rejectionReasonTexts } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import {
  type AppError,
  conflictError,
  duplicateValueError,
  invalidFieldError,
  notFoundError,
} from '#api/http/errors.ts';
import { insertAuditStatement, selectRowValues } from '#api/features/audit/audit.service.ts';
import { listTopCategories } from '#api/features/openshelf/openshelf.queries.ts';
import { saveOrder } from '#api/features/ordering/ordering.service.ts';
import {
  type changedReasonResponse,
  type reasonRequest,
  REASONS_MAX,
  type reasonsResponse,
  type RejectionReasonJson,
  type RetiredReasonJson,
} from './reasons.contract.ts';
import {
  type CategoryTextRow,
  isUsed,
  listCategoryTexts,
  listReasonRows,
  type ReasonRow,
  selectCategoryTexts,
} from './reasons.queries.ts';

type ReasonDeps = Pick<Deps, 'db' | 'clock'>;
type ReasonRequest = z.infer<typeof reasonRequest>;
type ChangedReason = z.infer<typeof changedReasonResponse>;

/** The reasons in the order of their keys, those that were retired, and the categories that may have texts of their own. */
export async function listReasons({ db }: ReasonDeps): Promise<z.infer<typeof reasonsResponse>> {
  const [rows, texts, categories] = await Promise.all([
    listReasonRows(db),
    listCategoryTexts(db),
    listTopCategories(db),
  ]);
  const offered = rows.filter(({ retiredAt }) => retiredAt === null);
  const retired = rows.flatMap((row) => (row.retiredAt === null ? [] : [{ row, at: row.retiredAt }]));
  return {
    data: offered.map((row, at): RejectionReasonJson => ({ ...toReasonJson(row, texts), position: at + 1 })),
    retired: retired
      .sort((a, b) => b.at - a.at || b.row.id - a.row.id)
      .map(({ row, at }): RetiredReasonJson => ({ ...toReasonJson(row, texts), retired_at: toIso(at) })),
    categories,
  };
}

/** Adds a reason at the end. @throws validation_failed; conflict for a name that another has, in any case, and for too many. */
export async function createReason(deps: ReasonDeps, userId: number, input: ReasonRequest): Promise<ChangedReason> {
  const { db, clock } = deps;
  const { label, text, category_texts } = input;
  const texts = await requireTexts(deps, category_texts);
  await requireFreeLabel(deps, label, null);
  const now = clock.now();
  const [inserted] = await write(db, [
    sql`INSERT INTO ${rejectionReasons} (position, label, text, updated_at)
      SELECT ${nextPosition(rejectionReasons)}, ${label}, ${text}, ${now} WHERE ${isLabelFree(label, null)} AND ${hasRoom}`,
    rollbackIfNoRows,
    insertAuditStatement(db, {
      at: now,
      action: 'rejection_reason.created',
      actorId: userId,
      subject: sql`'rejection-reason:' || last_insert_rowid()`,
      after: { label, text, category_texts: toTextsById(texts) },
    }),
    ...insertTextStatements(db, sql`(SELECT max(id) FROM ${rejectionReasons})`, texts),
  ]).catch(onGuardRollback(() => explainRefusal(deps, label, null)));
  return toChangedReason(deps, Number(inserted?.lastInsertRowid), 'The reason was added.');
}

/**
 * Replaces the name and the texts of a reason. Decisions of the past name it as it is now.
 * @throws validation_failed, not_found; conflict for a name that another has, in any case.
 */
export async function updateReason(
  deps: ReasonDeps,
  id: number,
  { label, text, category_texts }: ReasonRequest,
  userId: number,
): Promise<ChangedReason> {
  const { db, clock } = deps;
  const texts = await requireTexts(deps, category_texts);
  await findReason(deps, id);
  await requireFreeLabel(deps, label, id);
  const now = clock.now();
  await write(db, [
    insertAuditStatement(db, {
      at: now,
      action: 'rejection_reason.changed',
      actorId: userId,
      subject: `rejection-reason:${id}`,
      before: selectReasonValues(id),
      after: { label, text, category_texts: toTextsById(texts) },
    }),
    db.orm
      .update(rejectionReasons)
      .set({ label, text, updatedAt: now })
      .where(sql`${isReason(id)} AND ${isLabelFree(label, id)}`),
    rollbackIfNoRows,
    db.orm.delete(rejectionReasonTexts).where(eq(rejectionReasonTexts.reasonId, id)),
    ...insertTextStatements(db, sql`${id}`, texts),
  ]).catch(onGuardRollback(() => explainRefusal(deps, label, id)));
  return toChangedReason(deps, id, 'The reason was saved.');
}

/** Puts the reasons that are offered into an order. @throws conflict when there are others by now. */
export async function reorderReasons(deps: ReasonDeps, ids: number[], userId: number): Promise<void> {
  const entry = { action: 'rejection_reasons.ordered', actorId: userId, subject: 'rejection-reasons' } as const;
  await saveOrder(deps, { table: rejectionReasons, ids, scope: isOffered }, entry, 'the reasons');
}

/** Offers a reason no more. Decisions of the past go on naming it. @throws not_found; conflict for a retired one. */
export async function retireReason(deps: ReasonDeps, id: number, userId: number): Promise<ChangedReason> {
  const change = {
    retiredAt: deps.clock.now(),
    condition: isOffered,
    action: 'rejection_reason.retired',
    userId,
  } as const;
  await changeRetired(deps, id, change, async () => {
    await findReason(deps, id);
    return conflictError('This reason has already been retired.');
  });
  return toChangedReason(deps, id, 'The reason was retired.');
}

/** Offers a retired reason again, in its old place. @throws not_found; conflict for one that is offered, or for too many. */
export async function restoreReason(deps: ReasonDeps, id: number, userId: number): Promise<ChangedReason> {
  const condition = sql`NOT ${isOffered} AND ${hasRoom}`;
  const change = { retiredAt: null, condition, action: 'rejection_reason.restored', userId } as const;
  await changeRetired(deps, id, change, async () => {
    const isRetired = 'retired_at' in (await findReason(deps, id));
    return isRetired ? tooManyError() : conflictError('This reason has already been restored.');
  });
  return toChangedReason(deps, id, 'The reason was restored.');
}

/** Deletes a retired reason that no decision names. @throws not_found; conflict for one that is offered, or was used. */
export async function deleteReason({ db, clock }: ReasonDeps, id: number, userId: number): Promise<void> {
  await write(db, [
    insertAuditStatement(db, {
      at: clock.now(),
      action: 'rejection_reason.deleted',
      actorId: userId,
      subject: `rejection-reason:${id}`,
      before: selectReasonValues(id),
    }),
    db.orm.delete(rejectionReasons).where(sql`${isReason(id)} AND NOT ${isOffered} AND NOT ${isUsed(id)}`),
    rollbackIfNoRows,
  ]).catch(
    onGuardRollback(async () => {
      const reason = await findReason({ db, clock }, id);
      if (!('retired_at' in reason)) return conflictError('Retire this reason first.');
      return conflictError(`Decisions name ‘${reason.label}’, so it can’t be deleted.`);
    }),
  );
}

type RetiredChange = {
  retiredAt: number | null;
  condition: SQL;
  action: 'rejection_reason.retired' | 'rejection_reason.restored';
  userId: number;
};

async function changeRetired(
  { db, clock }: ReasonDeps,
  id: number,
  { retiredAt, condition, action, userId }: RetiredChange,
  explain: () => Promise<AppError>,
): Promise<void> {
  await write(db, [
    db.orm
      .update(rejectionReasons)
      .set({ retiredAt })
      .where(sql`${isReason(id)} AND ${condition}`),
    rollbackIfNoRows,
    insertAuditStatement(db, { at: clock.now(), action, actorId: userId, subject: `rejection-reason:${id}` }),
  ]).catch(onGuardRollback(explain));
}

const isReason = (id: number) => eq(rejectionReasons.id, id);
const isOffered = sql`${rejectionReasons.retiredAt} IS NULL`;
const hasRoom = sql`(SELECT count(*) FROM ${rejectionReasons} AS offered WHERE offered.retired_at IS NULL) < ${REASONS_MAX}`;

/** Holds at the moment of the write; SQLite folds only A to Z. */
const isLabelFree = (label: string, id: number | null) =>
  sql`NOT EXISTS (SELECT 1 FROM ${rejectionReasons} AS other WHERE lower(other.label) = lower(${label}) AND other.id IS NOT ${id})`;

const selectReasonValues = (id: number) => {
  const { label, text } = rejectionReasons;
  return selectRowValues(rejectionReasons, sql`${isReason(id)}`, {
    label,
    text,
    category_texts: sql`json(${selectCategoryTexts(id)})`,
  });
};

const insertTextStatements = (
  { orm }: Deps['db'],
  reasonId: SQL,
  texts: ReasonRequest['category_texts'],
): Statement[] =>
  texts.map((category) =>
    orm
      .insert(rejectionReasonTexts)
      .values({ reasonId: reasonId as SQL<number>, categoryId: category.category_id, text: category.text }),
  );

const tooManyError = () => conflictError(`You can offer ${REASONS_MAX} reasons. Retire one first.`);

/** Retired reasons count, too: one that is restored must not have a double. */
async function requireFreeLabel(deps: ReasonDeps, label: string, id: number | null): Promise<void> {
  if (await isNameTaken(deps.db, rejectionReasons, label, id)) throw await labelTakenError(deps, label, id);
}

async function labelTakenError(deps: ReasonDeps, label: string, id: number | null): Promise<AppError> {
  const { retired } = await listReasons(deps);
  const isRetired = retired.some((each) => each.id !== id && each.label.toLowerCase() === label.toLowerCase());
  const message = isRetired
    ? 'A retired reason has this name. Restore it, or choose another name.'
    : 'A reason with this name already exists. Choose another name.';
  return duplicateValueError('label', message);
}

async function explainRefusal(deps: ReasonDeps, label: string, id: number | null): Promise<AppError> {
  if (id !== null) await findReason(deps, id);
  return (await isNameTaken(deps.db, rejectionReasons, label, id)) ? labelTakenError(deps, label, id) : tooManyError();
}

/** @throws not_found */
async function findReason(deps: ReasonDeps, id: number): Promise<RejectionReasonJson | RetiredReasonJson> {
  const { data, retired } = await listReasons(deps);
  const reason = [...data, ...retired].find((each) => each.id === id);
  if (!reason) throw notFoundError('This reason no longer exists.');
  return reason;
}

const toChangedReason = async (deps: ReasonDeps, id: number, message: string): Promise<ChangedReason> => ({
  message,
  data: await findReason(deps, id),
});

/** The texts that are not empty. @throws validation_failed for a category that is no top-level category, or named twice. */
async function requireTexts({ db }: ReasonDeps, texts: ReasonRequest['category_texts']) {
  const ids = texts.map((text) => text.category_id);
  const known = (await listTopCategories(db)).map((category) => category.id);
  for (const [index, id] of ids.entries()) {
    const path = `category_texts.${index}.category_id`;
    if (!known.includes(id)) throw invalidFieldError(path, 'This category no longer exists. Choose another.');
    if (ids.indexOf(id) < index) throw invalidFieldError(path, 'This category already has a text. Choose another.');
  }
  return texts.filter(({ text }) => text.trim() !== '');
}

/** As `selectCategoryTexts` builds it: names in the order of the numbers. */
const toTextsById = (texts: ReasonRequest['category_texts']) =>
  Object.fromEntries(texts.map(({ category_id, text }) => [category_id, text]));

const toReasonJson = (row: ReasonRow, texts: readonly CategoryTextRow[]) => ({
  id: row.id,
  label: row.label,
  text: row.text,
  category_texts: texts
    .filter(({ reasonId }) => reasonId === row.id)
    .map(({ categoryId, category, text }) => ({ category_id: categoryId, category, text })),
  updated_at: toIso(row.updatedAt),
});
