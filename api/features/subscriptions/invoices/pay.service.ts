import { readPayToken } from '#api/adapters/pay-link.ts';
import type { Deps } from '#api/deps.ts';
import { isLive } from '#api/domain/entitlements.ts';
import { findSubscriptionRow } from '#api/features/subscriptions/sync/sync.queries.ts';

/**
 * Where the link of an email to pay leads: the provider's page of the invoice, fetched now, because its address expires. An invoice
 * that is paid or void, or whose subscription has ended, leads to the account: nothing is to be paid for what nobody gets. So does a link
 * that we did not make, and a failure of the provider.
 */
export async function findPayUrl(deps: Deps, token: string): Promise<string> {
  const { db, clock, log, payments, secrets, site } = deps;
  const account = `${site.url}/subscriptions`;
  const invoiceId = readPayToken(secrets, token, clock.now());
  if (invoiceId === null || payments === null) return account;
  try {
    const invoice = await payments.getInvoice(invoiceId);
    const subscription = await findSubscriptionRow(db, invoice.subscriptionId);
    const isPayable = invoice.status === 'open' && subscription !== null && isLive(subscription.status);
    return isPayable && invoice.hostedUrl !== null ? invoice.hostedUrl : account;
  } catch (error) {
    log.warn({ err: error, invoice: invoiceId }, 'page to pay an invoice not found');
    return account;
  }
}
