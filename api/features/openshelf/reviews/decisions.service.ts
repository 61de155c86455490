import type { z } from 'zod';
import { onGuardRollback, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { DECISION_UNDO_WINDOW_MS, type ReviewDecision } from '#api/domain/publication-states.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { toPublicationJson } from '#api/features/openshelf/openshelf.mapper.ts';
import { requirePublication } from '#api/features/openshelf/openshelf.queries.ts';
import { decisionStatements, listDecidedIds, listReasons, type NewDecision } from './decisions.queries.ts';
import { createRefusalError, listRefusals, type Refusal } from './refusals.service.ts';
import type { bulkActionRequest, bulkDecisionResponse, decisionResponse } from './reviews.contract.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'openshelfWebhooks'>;
export type DecisionRequest = {
  id: number;
  decision: ReviewDecision;
  comments?: string | null | undefined;
  reason_ids?: number[] | undefined;
};

const MESSAGES = {
  approve: 'Publication approved successfully',
  reject: 'Publication rejected successfully',
  request_changes: 'Changes requested successfully',
} as const satisfies Record<ReviewDecision, string>;

/** @throws validation_failed; not_found; conflict when it does not wait for this reviewer. */
export async function decidePublication(
  deps: DecideDeps,
  { id, decision, comments, reason_ids: reasons = [] }: DecisionRequest,
  userId: number,
): Promise<z.infer<typeof decisionResponse>> {
  const reasonIds = await requireReasons(deps, reasons);
  const { undo, now } = await decide(deps, {
    decision,
    ids: [id],
    isBulk: false,
    comments,
    reasonIds,
    userId,
  });
  const row = await requirePublication(deps.db, id);
  return { message: MESSAGES[decision], data: toPublicationJson(row, now), undo };
}

/** Decides on those of the publications that wait for this reviewer. @throws conflict when none does. */
export async function decideMany(
  deps: DecideDeps,
  { publicationIds, action, comments, reason_ids: reasons = [] }: z.infer<typeof bulkActionRequest>,
  userId: number,
): Promise<z.infer<typeof bulkDecisionResponse>> {
  const ids = [...new Set(publicationIds)];
  const reasonIds = await requireReasons(deps, reasons);
  const { undo, now } = await decide(deps, {
    decision: action,
    ids,
    isBulk: true,
    comments,
    reasonIds,
    userId,
  });
  const decided = new Set(await listDecidedIds(deps.db, undo.id));
  const rest = ids.filter((id) => !decided.has(id));
  const refusals = await listRefusals(deps.db, { ids: rest, userId, now });
  const skipped = refusals.map(({ id, reason }) => ({ id, reason }));
  return { message: formatBulk(action, decided.size, refusals), data: { updated: decided.size, skipped }, undo };
}

type DecideOptions = Omit<NewDecision, 'undoId' | 'now' | 'comments'> & { comments: string | null | undefined };

async function decide({ db, clock, openshelfWebhooks }: DecideDeps, { comments, ...options }: DecideOptions) {
  const now = clock.now();
  const undoId = generateId();
  const decision = { ...options, comments: comments?.trim() || null, undoId, now };
  await write(db, decisionStatements(db, decision)).catch(onGuardRollback(() => createRefusalError(db, decision)));
  openshelfWebhooks.wake();
  return { now, undo: toUndoJson(undoId, now, DECISION_UNDO_WINDOW_MS) };
}

/** The ids without repetitions. @throws validation_failed when one is no reason, or is not offered any more. */
async function requireReasons({ db }: DecideDeps, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const reasons = new Map((await listReasons(db)).map((reason) => [reason.id, reason]));
  for (const id of ids) {
    const reason = reasons.get(id);
    if (!reason) throw invalidFieldError('reason_ids', 'This reason no longer exists. Choose another.');
    if (reason.retiredAt !== null)
      throw invalidFieldError('reason_ids', `The reason ‘${reason.label}’ was retired. Choose another.`);
  }
  return [...new Set(ids)];
}

/** 'Approved 12 publications. 2 were skipped because they are no longer waiting.' */
function formatBulk(action: 'approve' | 'reject', count: number, skipped: readonly Refusal[]): string {
  const result = `${action === 'approve' ? 'Approved' : 'Rejected'} ${count} ${pluralize(count, 'publication')}.`;
  if (skipped.length === 0) return result;
  const because = skipped.every(({ isNotWaiting }) => isNotWaiting)
    ? ` because ${pluralize(skipped.length, 'it is', 'they are')} no longer waiting`
    : '';
  return `${result} ${skipped.length} ${pluralize(skipped.length, 'was', 'were')} skipped${because}.`;
}
