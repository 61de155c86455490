import type { UndoAction } from '#db/queries/undo-actions.ts';
import type { ComplimentaryRow } from '#db/queries/complimentary-plans.ts';
import { rollbackIfNoRows } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { complimentaryWebhookStatement } from '#api/features/subscription-webhooks/enqueue.service.ts';
import { endComplimentaryStatement } from '#db/queries/complimentary-plans.ts';
import type { UndoHandler, UndoPlan } from '#api/undo/undo-kit.ts';
import { toAuditDetail, toAuditEntry } from './complimentary-plans.service.ts';
import { findComplimentaryRow, reopenComplimentaryStatement } from './complimentary-plans.queries.ts';

/** Takes back that a plan was given free of charge, or that one was ended. */
export const complimentaryUndo: UndoHandler = {
  kinds: ['complimentary_plan.given', 'complimentary_plan.ended'],
  permission: 'billing.manage',
  plan: async (deps, action, now) => {
    const row = await findComplimentaryRow(deps.db, String(action.snapshot?.planId));
    if (!row) throw notFoundError('There is nothing to undo.');
    return action.kind === 'complimentary_plan.given'
      ? planTakingBack(deps, row, { ...action, now })
      : planGivingBack(deps, row, { ...action, now });
  },
  summarize: ({ undone }) => undone.map(({ note }) => note).join(' ') || 'Nothing was undone.',
  wake: ({ outboxWorker, subscriptionWebhooks, complimentaryPlans }) => {
    outboxWorker.wake();
    subscriptionWebhooks.wake();
    complimentaryPlans.wake();
  },
};

type Undo = Pick<UndoAction, 'actorId'> & { now: number };

function planTakingBack({ db }: Pick<Deps, 'db'>, row: ComplimentaryRow, { actorId, now }: Undo): UndoPlan {
  return {
    statements: {
      plan: [endComplimentaryStatement(db, { id: row.id, reason: 'undone', now }), rollbackIfNoRows],
      audit: insertAuditStatement(db, {
        ...toAuditEntry(row, now),
        action: 'complimentary_plan.giving_undone',
        actorId,
        detail: toAuditDetail(row),
      }),
      webhook: complimentaryWebhookStatement('subscription.ended', { ...row, endedAt: now, endReason: 'undone' }, now),
    },
    note: 'Undone. The plan is taken back, and no email is sent.',
    changed: 'This plan has ended since, so this can’t be undone.',
  };
}

function planGivingBack({ db }: Pick<Deps, 'db'>, row: ComplimentaryRow, { actorId, now }: Undo): UndoPlan {
  return {
    statements: {
      plan: [reopenComplimentaryStatement(db, row, now), rollbackIfNoRows],
      audit: insertAuditStatement(db, {
        ...toAuditEntry(row, now),
        action: 'complimentary_plan.ending_undone',
        actorId,
        detail: toAuditDetail(row),
      }),
      webhook: complimentaryWebhookStatement('subscription.started', { ...row, endedAt: null, endReason: null }, now),
    },
    note: 'Undone. The plan goes on, and no email is sent.',
    changed: 'There is another plan of this product by now, so this can’t be undone.',
  };
}
