import { recordUndoStatements, type UndoAction, WAITING_CHANGE } from '#db/queries/undo-actions.ts';
import { write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import type { SubscriptionAct } from '#api/domain/enums.ts';
import { conflictError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { toUndoJson, type UndoHandler } from '#api/undo/undo-kit.ts';
import * as queries from './waiting-change.queries.ts';

/** A change of plan that staff asked for: its terms, and the second of the preview by which the proration is computed. */
export type WaitingChange = {
  userId: number;
  subscriptionId: string;
  planName: string;
  interval: PlanInterval;
  quantity: number;
  prorationDate: number | null;
};

type RecordDeps = Pick<Deps, 'db' | 'clock' | 'billingWorker'>;

/**
 * Has a change of somebody's plan begin once it can't be undone any more: what Stripe has charged can't be taken back without a trace.
 * @throws conflict while another one waits.
 */
export async function recordWaitingChange(
  { db, clock, billingWorker }: RecordDeps,
  actorId: number,
  snapshot: WaitingChange,
) {
  if (await queries.hasWaitingChange(db, snapshot.subscriptionId))
    throw conflictError('Another change of this plan is about to begin. Undo it, or wait until it has begun.');
  const now = clock.now();
  const id = generateId();
  await write(db, recordUndoStatements(db, { id, kind: WAITING_CHANGE, actorId, now, snapshot }));
  billingWorker.wake();
  return toUndoJson(id, now);
}

const NOTE = 'Undone. The plan stays as it was, and nothing was charged.';

/** Takes back a change that hasn't begun: nothing was done at Stripe, and nobody was told. */
export const waitingChangeUndo: UndoHandler = {
  kinds: [WAITING_CHANGE],
  permission: 'billing.manage',
  plan: ({ db }, action, now) => ({
    statements: { audit: auditStatement({ db }, action, { act: 'undo_change', now }) },
    note: NOTE,
    changed: 'This change has begun, so it can’t be undone.',
  }),
  summarize: ({ undone }) => (undone.length > 0 ? NOTE : 'Nothing was undone.'),
};

export function auditStatement(
  { db }: Pick<Deps, 'db'>,
  { actorId, snapshot }: Pick<UndoAction, 'actorId' | 'snapshot'>,
  { act, now }: { act: SubscriptionAct; now: number },
) {
  const { userId, subscriptionId } = snapshot as WaitingChange;
  return insertAuditStatement(db, {
    at: now,
    action: 'billing.subscription_changed',
    actorId,
    subject: `subscription:${subscriptionId}`,
    detail: { user: userId, act },
  });
}
