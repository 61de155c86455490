import type { Card } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import type { BillingDetailsJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { SubscriptionWithUrl } from '#api/features/subscriptions/subscriptions.mapper.ts';
import { findCustomerId, listSubscriptionRows } from '#api/features/subscriptions/subscriptions.queries.ts';
import { toInvoiceJson, toPastDueJson } from './invoices.mapper.ts';
import { listInvoiceRows, listOpenInvoiceRows } from './invoices.queries.ts';

/** What the screen shows beside the subscriptions. Only the card is asked of the provider; without an answer it is left out. */
export async function getBillingDetails(deps: Deps, userId: number): Promise<BillingDetailsJson> {
  const live = await listSubscriptionRows(deps.db, { userId, isLive: true });
  const [card, invoices, pastDue] = await Promise.all([
    findCard(deps, userId, live[0]),
    listInvoiceRows(deps.db, userId),
    findPastDue(deps, live),
  ]);
  return {
    is_configured: deps.payments !== null,
    is_sandbox: deps.payments?.isSandbox ?? false,
    card: card && { brand: card.brand, last4: card.last4, exp_month: card.expMonth, exp_year: card.expYear },
    invoices: invoices.map(toInvoiceJson),
    past_due: pastDue,
  };
}

async function findCard(
  { db, payments, log }: Deps,
  userId: number,
  subscription: SubscriptionWithUrl | undefined,
): Promise<Card | null> {
  const customerId = subscription?.customerId ?? (await findCustomerId(db, userId));
  if (!payments || customerId === null) return null;
  return payments.getCard(customerId, subscription?.stripeSubscriptionId ?? null).catch((error: unknown) => {
    log.warn({ err: error, user: userId }, 'card not read');
    return null;
  });
}

async function findPastDue(
  { db }: Deps,
  live: readonly SubscriptionWithUrl[],
): Promise<BillingDetailsJson['past_due']> {
  const unpaid = live.filter(({ status }) => status === 'past_due' || status === 'unpaid');
  const [invoice] = await listOpenInvoiceRows(
    db,
    unpaid.map(({ stripeSubscriptionId }) => stripeSubscriptionId),
  );
  return invoice ? toPastDueJson(invoice) : null;
}
