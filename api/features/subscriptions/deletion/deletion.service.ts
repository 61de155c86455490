import type { Deps } from '#api/deps.ts';
import { isLive, type SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { onPaymentError, requirePayments } from '#api/features/subscriptions/provider.service.ts';
import { syncCheckoutSession, syncSubscription } from '#api/features/subscriptions/sync/sync.service.ts';
import { listCustomerIds } from '#api/features/subscriptions/sync/sync.queries.ts';
import type { Database } from '#db/client.ts';
import type { Statement } from '#db/write.ts';
import * as queries from './deletion.queries.ts';

export type EndDeps = Omit<SyncDeps, 'payments'> & Pick<Deps, 'payments'>;

const UNREACHABLE =
  'We couldn’t reach Stripe to cancel your subscription, so nothing was deleted. Try again in a few minutes.';

const UNREACHABLE_FOR_ADMIN =
  'We couldn’t reach Stripe to cancel the user’s subscription, so nothing was deleted. Try again in a few minutes.';

/**
 * Asks Stripe whether it answers, for a user with a live subscription: it will have to be cancelled.
 * @throws unavailable.
 */
export async function requireReachableProvider(
  deps: Pick<Deps, 'db' | 'log' | 'payments'>,
  userId: number,
): Promise<void> {
  if (!(await queries.hasLiveSubscription(deps.db, userId))) return;
  const payments = requirePayments(deps);
  const [customerId] = await listCustomerIds(deps.db, userId);
  if (customerId === undefined) return;
  await payments.hasCustomer(customerId).catch(onPaymentError(deps, UNREACHABLE_FOR_ADMIN));
}

/**
 * Cancels a user's subscriptions at Stripe and deletes the customer there, with name, address and cards; before the user is
 * deleted, because afterwards nobody could stop the payments (T12). Doing it again is harmless.
 * @throws unavailable while Stripe can't be reached: then the user must not be deleted.
 */
export const endUserSubscriptions = (deps: EndDeps, userId: number): Promise<{ cancelled: number }> =>
  endSubscriptions(deps, userId, ({ payments }, customerId) => payments.deleteCustomer(customerId));

/** Cancels a user's subscriptions at Stripe, at once. Doing it again is harmless. @throws unavailable. */
export const cancelUserSubscriptions = (deps: EndDeps, userId: number): Promise<{ cancelled: number }> =>
  endSubscriptions(deps, userId, async () => undefined);

async function endSubscriptions(
  deps: EndDeps,
  userId: number,
  finish: (deps: SyncDeps, customerId: string) => Promise<unknown>,
): Promise<{ cancelled: number }> {
  const customerIds = await listCustomerIds(deps.db, userId);
  if (customerIds.length === 0) return { cancelled: 0 };
  // Without keys nothing can be cancelled, and for someone who pays nothing there is nothing to cancel.
  if (deps.payments === null && !(await queries.hasLiveSubscription(deps.db, userId))) return { cancelled: 0 };
  const payments = requirePayments(deps);
  const provided = { ...deps, payments };
  let cancelled = 0;
  const endAll = async () => {
    for (const sessionId of await queries.listOpenSessions(deps.db, userId)) {
      const { status } = await payments.expireCheckoutSession(sessionId);
      if (status === 'complete') await syncCheckoutSession(provided, sessionId);
    }
    for (const customerId of customerIds) {
      for (const { id, status } of await payments.listSubscriptions(customerId)) {
        if (!isLive(status) && status !== 'incomplete') continue;
        await payments.cancelNow(id);
        await syncSubscription(provided, { id, customerId });
        cancelled += 1;
      }
      await finish(provided, customerId);
    }
  };
  await endAll().catch(onPaymentError(deps, UNREACHABLE));
  return { cancelled };
}

/** How many payments stay when the user is deleted, for the receipt. */
export const countPayments = (deps: Pick<Deps, 'db'>, userId: number): Promise<number> =>
  queries.countPaidInvoices(deps.db, userId);

/** What takes name and address out of the payments; in the batch that deletes the user, before the user's row. */
export const anonymizePaymentsStatements = (db: Database, userId: number): Statement[] => [
  queries.redactUserEventsStatement(db, userId),
  queries.removeInvoiceLinksStatement(db, userId),
];
