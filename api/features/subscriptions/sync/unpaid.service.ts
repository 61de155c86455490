import { PaymentError, type ProviderSubscription } from '#api/adapters/payments.ts';
import { isEnded } from '#api/domain/entitlements.ts';
import type { SyncDeps } from './effects.service.ts';
import type { SubscriptionRow } from './sync.mapper.ts';

const isUnpaid = (status: SubscriptionRow['status']): boolean => status === 'past_due' || status === 'unpaid';

type Change = { before: SubscriptionRow | null; subscription: ProviderSubscription };

/** Before the end of a subscription is written: nobody pays for what has ended. A failure is tried again with its event. */
export async function voidWhatEnded(deps: SyncDeps, { before, subscription }: Change): Promise<void> {
  if (before === null || isEnded(before.status) || !isEnded(subscription.status)) return;
  await voidOpenInvoices(deps, subscription.id);
}

export const voidOpenInvoices = ({ payments, log }: SyncDeps, subscriptionId: string): Promise<void> =>
  payments.voidOpenInvoices(subscriptionId).catch((error: unknown) => {
    // Paid or voided in this moment, or gone.
    if (!(error instanceof PaymentError && (error.kind === 'refused' || error.kind === 'not_found'))) throw error;
    log.warn({ err: error, subscription: subscriptionId }, 'open invoice not voided');
  });

/**
 * While a payment is missing, tries the open invoice with a card that was added since. Once it is paid, the card that paid
 * stays on the subscription. Both only help: a failure is logged.
 */
export async function settleUnpaid({ payments, log }: SyncDeps, { before, subscription }: Change): Promise<void> {
  const { id, status, latestInvoiceId } = subscription;
  try {
    if (isUnpaid(status)) {
      const invoice = await payments.payWithNewCard(id);
      if (invoice !== null) log.info({ subscription: id, invoice }, 'open invoice paid with the new card');
    } else if (status === 'active' && before !== null && isUnpaid(before.status) && latestInvoiceId !== null) {
      await payments.keepPayingCard(id, latestInvoiceId);
    }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ err: error, subscription: id }, 'open invoice not settled');
  }
}
