import { listAddedPercents, parseTaxes } from '#api/domain/invoice-tax.ts';
import { toComingPayments } from '#api/features/subscriptions/prices.service.ts';
import type { ComingPaymentJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { listAddedTaxes, listSubscriptionRows } from '#api/features/subscriptions/subscriptions.queries.ts';
import type { SyncDeps } from './effects.service.ts';
import type { SubscriptionRow } from './sync.mapper.ts';
import type { BillingUser } from './sync.queries.ts';

type Payer = {
  /** As it is, or is about to be stored. */
  row: SubscriptionRow;
  user: BillingUser | null;
  /** Taxes of an invoice that has no row yet, as a row stores them. */
  taxes?: string | null;
};

/** Coming payments of a subscription, for an email; a credit of the customer goes to whichever of their subscriptions is paid first. */
export async function listComingPayments(
  { db }: Pick<SyncDeps, 'db'>,
  { row, user, taxes = null }: Payer,
): Promise<readonly ComingPaymentJson[]> {
  const { stripeSubscriptionId: id } = row;
  const others = user === null ? [] : await listSubscriptionRows(db, { userId: user.id });
  const rows = [row, ...others.filter((other) => other.stripeSubscriptionId !== id)];
  const added = new Map(await listAddedTaxes(db, rows));
  if (taxes !== null) added.set(id, listAddedPercents(parseTaxes(taxes)));
  return toComingPayments(rows, added).get(id)?.coming_payments ?? [];
}
