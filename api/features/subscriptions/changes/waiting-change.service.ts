import { recordUndoStatements, type UndoAction, type WaitingKind } from '#db/queries/undo-actions.ts';
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

/** Days free of charge that staff gave. `before`: when the next payment was then (UTC ms). */
export type WaitingExtension = {
  userId: number;
  subscriptionId: string;
  days: number;
  before: number;
};

type WaitingAct =
  | { kind: 'subscription.plan_change'; snapshot: WaitingChange }
  | { kind: 'subscription.extended'; snapshot: WaitingExtension };

type RecordDeps = Pick<Deps, 'db' | 'clock' | 'billingWorker'>;

/**
 * Has what staff change of somebody's subscription begin once it can't be undone any more: neither what Stripe has charged nor a period
 * that it has moved can be put back. @throws conflict while another one waits.
 */
export async function recordWaitingChange(
  { db, clock, billingWorker }: RecordDeps,
  actorId: number,
  { kind, snapshot }: WaitingAct,
) {
  if (await queries.hasWaitingChange(db, snapshot.subscriptionId))
    throw conflictError('Another change of this subscription is about to begin. Undo it, or wait until it has begun.');
  const now = clock.now();
  const id = generateId();
  await write(db, recordUndoStatements(db, { id, kind, actorId, now, snapshot }));
  billingWorker.wake();
  return toUndoJson(id, now);
}

const undos = {
  'subscription.plan_change': {
    act: 'undo_change',
    note: 'Undone. The plan stays as it was, and nothing was charged.',
    changed: 'This change has begun, so it can’t be undone.',
  },
  'subscription.extended': {
    act: 'undo_extension',
    note: 'Undone. The subscription isn’t extended, and no email is sent.',
    changed: 'The subscription is extended already, so this can’t be undone.',
  },
} as const satisfies Record<WaitingKind, { act: SubscriptionAct; note: string; changed: string }>;

/** Takes back a change that hasn't begun: nothing was done at Stripe, and nobody was told. */
export const waitingChangeUndo: UndoHandler = {
  kinds: Object.keys(undos) as WaitingKind[],
  permission: 'billing.manage',
  plan: ({ db }, action, now) => {
    const { act, ...words } = undos[action.kind as WaitingKind];
    return { statements: { audit: auditStatement({ db }, action, { act, now }) }, ...words };
  },
  summarize: ({ undone }) => undone.map(({ note }) => note).join(' ') || 'Nothing was undone.',
};

export function auditStatement(
  { db }: Pick<Deps, 'db'>,
  { actorId, snapshot }: Pick<UndoAction, 'actorId' | 'snapshot'>,
  { act, now }: { act: SubscriptionAct; now: number },
) {
  const { userId, subscriptionId } = snapshot as WaitingAct['snapshot'];
  return insertAuditStatement(db, {
    at: now,
    action: 'billing.subscription_changed',
    actorId,
    subject: `subscription:${subscriptionId}`,
    detail: { user: userId, act },
  });
}
