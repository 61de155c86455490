import type { UndoAction } from '#db/queries/undo-actions.ts';
import { write } from '#db/write.ts';
import { PaymentError } from '#api/adapters/payments.ts';
import { AppError } from '#api/http/errors.ts';
import { requireOwnRow } from '#api/features/subscriptions/subscriptions.service.ts';
import { closingRequest, recordChangeRequest } from '#api/features/subscriptions/sync/change-requests.service.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { runExclusive } from '#api/features/subscriptions/sync/lock.service.ts';
import { syncSubscription } from '#api/features/subscriptions/sync/sync.service.ts';
import { requireLive } from './own-subscription.service.ts';
import { changeNow, requirePossibleChange, toPlanRequest } from './plan-change.service.ts';
import * as queries from './waiting-change.queries.ts';
import { makeExtension } from '#api/features/subscriptions/support/extension.service.ts';
import { auditStatement, type WaitingChange } from './waiting-change.service.ts';

/** After a failure of Stripe (ms). Once the amount of the preview is out of date, the change isn’t made any more. */
const RETRY_MS = 60_000;

/** Makes the changes of plans and the extensions that staff asked for and can’t undo any more. Answers how many were due. */
export async function runWaitingChanges(deps: SyncDeps): Promise<number> {
  const due = await queries.listDueChanges(deps.db, deps.clock.now());
  for (const action of due) await runWaitingChange(deps, action);
  return due.length;
}

async function runWaitingChange(deps: SyncDeps, action: UndoAction): Promise<void> {
  const { db, clock, log } = deps;
  const [claimed] = await write(db, [queries.claimChangeStatement(db, action.id, clock.now())]);
  if (claimed?.rowsAffected !== 1) return;
  try {
    const mails = action.kind === 'subscription.extended' ? await makeExtension(deps, action) : [];
    if (action.kind !== 'subscription.extended') await makeChange(deps, action);
    await write(db, [...mails, queries.finishChangeStatement(db, action.id)]);
    if (mails.length > 0) deps.outboxWorker.wake();
  } catch (error) {
    if (!(error instanceof PaymentError || error instanceof AppError)) throw error;
    const isAway = error instanceof PaymentError && error.kind === 'unavailable';
    const { subscriptionId } = action.snapshot as WaitingChange;
    log.error({ err: error, subscription: subscriptionId }, 'a change by staff wasn’t made');
    const act = action.kind === 'subscription.extended' ? 'extension_failed' : 'change_failed';
    const now = clock.now();
    await write(
      db,
      isAway
        ? [queries.postponeChangeStatement(db, action.id, now + RETRY_MS)]
        : [queries.finishChangeStatement(db, action.id), auditStatement({ db }, action, { act, now })],
    );
  }
}

/** A repeated run finds the change made, and the key of the action makes no second charge. */
function makeChange(deps: SyncDeps, { id, snapshot }: UndoAction): Promise<void> {
  const { userId, subscriptionId, planName, interval, quantity, prorationDate } = snapshot as WaitingChange;
  return runExclusive(deps.db, `user ${userId}`, async (db) => {
    const provided = { ...deps, db };
    const row = await requireOwnRow(provided, userId, subscriptionId);
    const current = await requireLive(provided, subscriptionId);
    const own = { row, current };
    const isMade = current.quantity === quantity && current.priceId === deps.payments.findPriceId(planName, interval);
    await closingRequest(db, subscriptionId, async () => {
      if (!isMade) {
        const change = requirePossibleChange(provided, own, { planName, interval, quantity, when: 'now' });
        await recordChangeRequest(db, subscriptionId, toPlanRequest(change, true));
        const offer = { prorationDate: prorationDate ?? undefined, key: `staff-change-${id}` };
        await changeNow(provided, own, change, offer);
      }
      await syncSubscription(provided, { id: subscriptionId, customerId: row.customerId });
    });
  });
}
