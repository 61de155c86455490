import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { reconcileResponse, resyncResponse } from '#api/features/billing/billing.contract.ts';
import { toRunJson } from '#api/features/billing/billing.mapper.ts';
import { getRunRow, hasUser } from '#api/features/billing/billing.queries.ts';
import { onPaymentError, requirePayments } from '#api/features/subscriptions/provider.service.ts';
import { syncUser } from '#api/features/subscriptions/sync/sync.service.ts';
import { notFoundError } from '#api/http/errors.ts';
import { write } from '#db/write.ts';

const UNREACHABLE = 'We couldn’t reach Stripe. Try again in a few minutes.';

/** Begins to compare everything with Stripe; the run says how far it is. @throws unavailable, conflict while a comparison is running. */
export async function startReconciliation(deps: Deps, actorId: number): Promise<z.infer<typeof reconcileResponse>> {
  const { db, clock, billingWorker } = deps;
  requirePayments(deps);
  const audit = { at: clock.now(), action: 'billing.reconciled', actorId, subject: 'billing' } as const;
  const id = await billingWorker.reconcile({ actorId, extra: [insertAuditStatement(db, audit)] });
  return { run: toRunJson(await getRunRow(db, id)) };
}

/** Fetches everything of one user from Stripe again. @throws not_found, unavailable. */
export async function resyncUser(deps: Deps, actorId: number, userId: number): Promise<z.infer<typeof resyncResponse>> {
  const { db, clock } = deps;
  const payments = requirePayments(deps);
  if (!(await hasUser(db, userId))) throw notFoundError('User not found');
  const audit = { at: clock.now(), action: 'billing.user_resynced', actorId, subject: `user:${userId}` } as const;
  // First, because the sync writes batches of its own: none of them may be without a record.
  await write(db, [insertAuditStatement(db, audit)]);
  const repaired = await syncUser({ ...deps, payments }, userId).catch(onPaymentError(deps, UNREACHABLE));
  const message =
    repaired === 0 ? 'Everything matches Stripe.' : `${formatCount(repaired, 'record')} updated from Stripe.`;
  return { message, repaired };
}
