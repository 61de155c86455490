import type { ProviderSubscription } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { isLive } from '#api/domain/entitlements.ts';
import { endPlansOfUser } from '#api/features/complimentary-plans/complimentary-plans.service.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { onPaymentError, requirePayments } from '#api/features/subscriptions/provider.service.ts';
import { isOurs } from '#api/features/subscriptions/sync/store.service.ts';
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
 * deleted, because afterwards nobody could stop the payments (T12). A customer who pays for something else that the account sells stays
 * (T44): its deletion would end that, too. Plans that were given free of charge end as well. Doing it again is harmless.
 * @throws unavailable while Stripe can't be reached: then the user must not be deleted.
 */
export async function endUserSubscriptions(deps: EndDeps, userId: number): Promise<{ cancelled: number }> {
  const ended = await endSubscriptions({ ...deps, closesAccount: true }, userId, {
    end: endSubscription,
    async finish({ payments, log }, { customerId, paysOther }) {
      if (paysOther)
        log.warn({ customer: customerId }, 'customer kept at Stripe: pays for another product of the account');
      else await payments.deleteCustomer(customerId);
    },
  });
  await endPlansOfUser(deps, userId);
  return ended;
}

/** A customer whose subscriptions to our products have ended. */
type EndedCustomer = {
  customerId: string;
  /** Has a live subscription to another product of the account. */ paysOther: boolean;
};

type End = {
  /** Ends one subscription, and answers how many were cancelled by it. */
  end(deps: SyncDeps, subscription: ProviderSubscription): Promise<0 | 1>;
  finish?(deps: SyncDeps, customer: EndedCustomer): Promise<unknown>;
};

/**
 * Ends all subscriptions of a user to our products, one after the other, and checkouts that are open. Doing it again is harmless.
 * @throws unavailable while Stripe can't be reached.
 */
export async function endSubscriptions(
  deps: EndDeps,
  userId: number,
  { end, finish }: End,
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
      let paysOther = false;
      for (const subscription of await payments.listSubscriptions(customerId)) {
        if (await isOurs(provided, subscription)) cancelled += await end(provided, subscription);
        else paysOther ||= subscription.endedAt === null;
      }
      await finish?.(provided, { customerId, paysOther });
    }
  };
  await endAll().catch(onPaymentError(deps, UNREACHABLE));
  return { cancelled };
}

/** Answers how many were cancelled: 0 for one that had ended. */
export async function endSubscription(
  deps: SyncDeps,
  { id, customerId, status }: ProviderSubscription,
): Promise<0 | 1> {
  if (!isLive(status) && status !== 'incomplete') return 0;
  await deps.payments.cancelNow(id);
  await syncSubscription(deps, { id, customerId });
  return 1;
}

/** How many payments stay when the user is deleted, for the receipt. */
export const countPayments = (deps: Pick<Deps, 'db'>, userId: number): Promise<number> =>
  queries.countPaidInvoices(deps.db, userId);

/** What takes name and address out of the payments; in the batch that deletes the user, before the user's row. */
export const anonymizePaymentsStatements = (db: Database, userId: number): Statement[] => [
  queries.redactUserEventsStatement(db, userId),
  queries.anonymizeInvoicesStatement(db, userId),
  queries.removeCancellationCommentsStatement(db, userId),
];
