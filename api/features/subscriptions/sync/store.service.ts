import type { ProviderInvoice, ProviderSubscription } from '#api/adapters/payments.ts';
import { addSoldProductStatement } from '#db/queries/catalogue-products.ts';
import { stampPaidStatement } from '#db/queries/waiting-list-stamps.ts';
import { type Statement, write } from '#db/write.ts';
import {
  invoiceEffectStatements,
  isEnded,
  isLive,
  subscriptionEffectStatements,
  type SyncDeps,
} from './effects.service.ts';
import {
  findPlanOfPrice,
  type InvoiceRow,
  type InvoiceValues,
  listDifferences,
  type SubscriptionRow,
  type SubscriptionValues,
  toInvoiceValues,
  toSubscriptionValues,
} from './sync.mapper.ts';
import * as queries from './sync.queries.ts';

/** A row and what it should be. `changed`: the columns that differ. */
export type Comparison<Row, Values> = {
  row: Row | null;
  values: Values;
  changed: string[];
  user: queries.BillingUser | null;
};
type Stored<Row> = { before: Row | null; row: Row; changed: string[] };

type CompareDeps = Pick<SyncDeps, 'db' | 'payments'>;

/** @throws for a subscription without a row whose price is not in the settings: nothing says what was bought. */
export async function compareSubscription(
  { db, payments }: CompareDeps,
  subscription: ProviderSubscription,
): Promise<Comparison<SubscriptionRow, SubscriptionValues>> {
  const row = await queries.findSubscriptionRow(db, subscription.id);
  const plan = findPlanOfPrice(payments, subscription.priceId) ?? row;
  if (plan === null)
    throw new Error(`The price ${subscription.priceId} of ${subscription.id} isn’t in the settings (STRIPE_PRICE_*).`);
  const userId = subscription.userId ?? row?.userId ?? null;
  const user = await queries.findBillingUser(db, { customerId: subscription.customerId, userId });
  const values = toSubscriptionValues(payments, subscription, { userId: user?.id ?? null, plan });
  return { row, values, user, changed: listDifferences<SubscriptionValues>(row, values) };
}

/** Writes a subscription that was fetched under the lock of its customer. */
export async function storeSubscription(
  deps: SyncDeps,
  subscription: ProviderSubscription,
): Promise<Stored<SubscriptionRow>> {
  const { db, clock, log, payments } = deps;
  if (payments.findPlanName(subscription.priceId) === null)
    log.error(
      { subscription: subscription.id, price: subscription.priceId },
      'price of a subscription isn’t in the settings',
    );
  const { row, values, user, changed } = await compareSubscription(deps, subscription);
  const wouldRevive = row !== null && isEnded(row.status) && !isEnded(values.status);
  if (row !== null && (changed.length === 0 || wouldRevive)) return { before: row, row, changed: [] };
  const others = await queries.listOtherLiveRows(db, values);
  const now = clock.now();
  await write(db, [
    ...(row === null ? [addSoldProductStatement(values.productId, now)] : []),
    queries.upsertSubscriptionStatement(db, values, now),
    ...(user && isLive(values.status) ? startStatements(deps, { row, values, userId: user.id, now }) : []),
    ...subscriptionEffectStatements(deps, { row, values, user, hasOther: others.length > 0 }),
  ]);
  deps.outboxWorker.wake();
  const stored = await queries.findSubscriptionRow(db, subscription.id);
  if (!stored) throw new Error(`The subscription ${subscription.id} has no row.`);
  return { before: row, row: stored, changed };
}

type Start = { row: SubscriptionRow | null; values: SubscriptionValues; userId: number; now: number };

/** The first time that a subscription is seen, it links its customer and closes the attempt that it was bought in. */
function startStatements({ db }: SyncDeps, { row, values, userId, now }: Start): Statement[] {
  if (row !== null && isLive(row.status)) return [];
  return [
    queries.linkCustomerStatement(db, { userId, customerId: values.customerId, now }),
    queries.completeAttemptsStatement(db, values, now),
  ];
}

export async function compareInvoice(
  { db, payments }: CompareDeps,
  invoice: ProviderInvoice,
): Promise<Comparison<InvoiceRow, InvoiceValues>> {
  const row = await queries.findInvoiceRow(db, invoice.id);
  const subscription = await queries.findSubscriptionRow(db, invoice.subscriptionId);
  const userId = invoice.userId ?? subscription?.userId ?? null;
  const user = await queries.findBillingUser(db, { customerId: invoice.customerId, userId });
  const values = toInvoiceValues(payments, invoice, { userId: user?.id ?? null, subscription });
  return { row, values, user, changed: listDifferences<InvoiceValues>(row, values) };
}

/** Writes an invoice that was fetched under the lock of its customer. */
export async function storeInvoice(deps: SyncDeps, invoice: ProviderInvoice): Promise<Stored<InvoiceRow>> {
  const { db, clock } = deps;
  const { row, values, user, changed } = await compareInvoice(deps, invoice);
  if (row !== null && changed.length === 0) return { before: row, row, changed };
  const now = clock.now();
  await write(db, [
    ...(row === null && values.productId !== null ? [addSoldProductStatement(values.productId, now)] : []),
    queries.upsertInvoiceStatement(db, values, now),
    ...(user ? stampFirstPayment(deps, values, user.email) : []),
    ...invoiceEffectStatements(deps, { row, values, user }),
  ]);
  deps.outboxWorker.wake();
  const stored = await queries.findInvoiceRow(db, invoice.id);
  if (!stored) throw new Error(`The invoice ${invoice.id} has no row.`);
  return { before: row, row: stored, changed };
}

const stampFirstPayment = (
  { db }: SyncDeps,
  { productId, status, amountPaid, paidAt }: InvoiceValues,
  email: string,
) =>
  productId !== null && status === 'paid' && amountPaid > 0 && paidAt !== null
    ? [stampPaidStatement(db, { email, productId, paidAt })]
    : [];
