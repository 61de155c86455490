import type { Card } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { isLive } from '#api/domain/entitlements.ts';
import type { BillingDetailsJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { SubscriptionWithUrl } from '#api/features/subscriptions/subscriptions.mapper.ts';
import { findCustomerId, listSubscriptionRows } from '#api/features/subscriptions/subscriptions.queries.ts';
import { listCredits } from '#api/features/subscriptions/prices.service.ts';
import { createInvoiceLinks } from './invoice-links.service.ts';
import { toCardJson, toInvoiceJson, toPastDueJson } from './invoices.mapper.ts';
import { listInvoiceRows, listOpenInvoiceRows } from './invoices.queries.ts';

/**
 * What the screen shows beside the subscriptions, with links for the viewer. Only the card is asked of the provider; without
 * an answer the screen says so.
 */
export async function getBillingDetails(deps: Deps, userId: number, viewerId: number): Promise<BillingDetailsJson> {
  const rows = await listSubscriptionRows(deps.db, { userId });
  const live = rows.filter(({ status }) => isLive(status));
  const [card, invoices, pastDue] = await Promise.all([
    findCard(deps, userId, live[0]),
    listInvoiceRows(deps.db, userId),
    findPastDue(deps, live, viewerId),
  ]);
  return {
    is_configured: deps.payments !== null,
    is_sandbox: deps.payments?.isSandbox ?? false,
    card: card === 'unknown' ? null : toCardJson(card),
    is_card_unknown: card === 'unknown',
    credits: listCredits(rows),
    invoices: invoices.map((row) => toInvoiceJson(row, createInvoiceLinks(deps, row, viewerId))),
    past_due: pastDue,
  };
}

async function findCard(
  { db, payments, log }: Deps,
  userId: number,
  subscription: SubscriptionWithUrl | undefined,
): Promise<Card | null | 'unknown'> {
  const customerId = subscription?.customerId ?? (await findCustomerId(db, userId));
  if (!payments || customerId === null) return null;
  return payments.getCard(customerId, subscription?.stripeSubscriptionId ?? null).catch((error: unknown) => {
    log.warn({ err: error, user: userId }, 'card not read');
    return 'unknown';
  });
}

async function findPastDue(
  deps: Deps,
  live: readonly SubscriptionWithUrl[],
  viewerId: number,
): Promise<BillingDetailsJson['past_due']> {
  const unpaid = live.filter(({ status }) => status === 'past_due' || status === 'unpaid');
  const [invoice] = await listOpenInvoiceRows(
    deps.db,
    unpaid.map(({ stripeSubscriptionId }) => stripeSubscriptionId),
  );
  return invoice ? toPastDueJson(invoice, createInvoiceLinks(deps, invoice, viewerId)) : null;
}
