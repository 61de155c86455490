import type { ProviderDispute, ProviderInvoice, ProviderRefund, ProviderSubscription } from '#api/adapters/payments.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import { isEnded, isLive } from '#api/domain/entitlements.ts';
import { endBoughtPlans } from '#api/features/complimentary-plans/complimentary-plans.service.ts';
import { subscriptionWebhookStatements } from '#api/features/subscription-webhooks/enqueue.service.ts';
import { addSoldProductStatement } from '#db/queries/catalogue-products.ts';
import { stampPaidStatement } from '#db/queries/waiting-list-stamps.ts';
import { type Statement, write } from '#db/write.ts';
import { toRequestColumns } from './change-requests.service.ts';
import { listComingPayments } from './coming-payments.service.ts';
import {
  EMAIL_MAX_AGE_MS,
  invoiceEffectStatements,
  listActs,
  subscriptionEffectStatements,
  type SyncDeps,
  trialStatements,
} from './effects.service.ts';
import { disputeEffectStatements, refundEffectStatements } from './refund-effects.service.ts';
import {
  findChargeLine,
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
type CompareInvoiceDeps = Pick<SyncDeps, 'db' | 'payments' | 'site'>;

/** Whether a subscription at Stripe is to something that we sell: it has a price of ours, or a row. */
export const isOurs = async (
  { db, payments }: CompareDeps,
  { id, priceId }: Pick<ProviderSubscription, 'id' | 'priceId'>,
): Promise<boolean> =>
  findPlanOfPrice(payments, priceId) !== null || (await queries.findSubscriptionRow(db, id)) !== null;

/** Null for a subscription to something else that the account sells: it has no row, and no price of ours. */
export async function compareSubscription(
  { db, payments }: CompareDeps,
  subscription: ProviderSubscription,
): Promise<Comparison<SubscriptionRow, SubscriptionValues> | null> {
  const row = await queries.findSubscriptionRow(db, subscription.id);
  const plan = findPlanOfPrice(payments, subscription.priceId) ?? row;
  if (plan === null) return null;
  const userId = subscription.userId ?? row?.userId ?? null;
  const user = await queries.findBillingUser(db, { customerId: subscription.customerId, userId });
  const pendingPrice = await findPendingPrice(payments, subscription);
  const values = toSubscriptionValues(payments, subscription, {
    userId: user?.id ?? null,
    plan,
    trialEndBefore: row?.trialEnd ?? null,
    pendingPrice,
  });
  return { row, values, user, changed: listDifferences<SubscriptionValues>(row, values) };
}

async function findPendingPrice(payments: SyncDeps['payments'], { pending }: ProviderSubscription) {
  if (pending === null || payments.findPlanKey(pending.priceId) === null) return null;
  return payments.setup.findPrice(pending.priceId);
}

/** Their emails say what is paid from then on. */
const changesOfTerms: readonly AuditAction[] = ['subscription.plan_changed', 'subscription.change_scheduled'];

/** Writes a subscription that was fetched under the lock of its customer. Null for one that isn’t ours. */
export async function storeSubscription(
  deps: SyncDeps,
  subscription: ProviderSubscription,
): Promise<Stored<SubscriptionRow> | null> {
  const { db, clock, log, payments } = deps;
  const compared = await compareSubscription(deps, subscription);
  if (payments.findPlanKey(subscription.priceId) === null)
    await logUnknownPrice({ db, log }, subscription, { isKnown: compared !== null });
  if (compared === null) return null;
  const { row, values, user, changed } = compared;
  const wouldRevive = row !== null && isEnded(row.status) && !isEnded(values.status);
  if (row !== null && (changed.length === 0 || wouldRevive)) return { before: row, row, changed: [] };
  const others = await queries.listOtherLiveRows(db, values);
  const now = clock.now();
  const actions = listActs({ row, values }).map(([action]) => action);
  const columns = { ...values, ...toRequestColumns(row, actions, values) };
  const coming =
    row !== null && actions.some((action) => changesOfTerms.includes(action))
      ? await listComingPayments(deps, { row: { ...row, ...columns }, user })
      : [];
  await write(db, [
    ...(row === null ? [addSoldProductStatement(values.productId, now)] : []),
    queries.upsertSubscriptionStatement(db, columns, now),
    ...(user && isLive(values.status) ? startStatements(deps, { row, values, userId: user.id, now }) : []),
    ...subscriptionEffectStatements(deps, { row, values, user, hasOther: others.length > 0, coming }),
    ...subscriptionWebhookStatements(row, values, now),
  ]);
  if (user && isLive(values.status)) await endBoughtPlans(deps, { userId: user.id, productId: values.productId });
  deps.outboxWorker.wake();
  deps.subscriptionWebhooks.wake();
  const stored = await queries.findSubscriptionRow(db, subscription.id);
  if (!stored) throw new Error(`The subscription ${subscription.id} has no row.`);
  return { before: row, row: stored, changed };
}

/** An error where it concerns us: a subscription of ours, or a customer of ours who may have bought a plan whose price is missing. */
async function logUnknownPrice(
  { db, log }: Pick<SyncDeps, 'db' | 'log'>,
  { id, priceId, customerId }: ProviderSubscription,
  { isKnown }: { isKnown: boolean },
): Promise<void> {
  const about = { subscription: id, price: priceId };
  if (isKnown || (await queries.isOwnCustomer(db, customerId))) {
    log.error(about, 'price of a subscription isn’t in the settings (STRIPE_PRICE_*)');
  } else log.debug(about, 'subscription to another product of the account: ignored');
}

type Start = { row: SubscriptionRow | null; values: SubscriptionValues; userId: number; now: number };

/** The first time that a subscription is seen, it links its customer and closes the attempt that it was bought in. */
function startStatements({ db }: SyncDeps, { row, values, userId, now }: Start): Statement[] {
  if (row !== null && isLive(row.status)) return [];
  return [
    ...queries.linkCustomerStatements(db, {
      userId,
      customerId: values.customerId,
      currency: values.currency ?? '',
      now,
    }),
    queries.completeAttemptsStatement(db, values, now),
  ];
}

/** As `Comparison`, with the refunds and disputes that the row had. */
export type InvoiceComparison = Comparison<InvoiceRow, InvoiceValues> & { known: queries.InvoiceParts };

/** Null for an invoice of something else that the account sells: no line has a price of ours, and its subscription isn’t ours. */
export async function compareInvoice(
  { db, payments, site }: CompareInvoiceDeps,
  invoice: ProviderInvoice,
): Promise<InvoiceComparison | null> {
  const row = await queries.findInvoiceRow(db, invoice.id);
  const subscription = await queries.findSubscriptionRow(db, invoice.subscriptionId);
  const isOurs =
    subscription !== null ||
    (row !== null && row.productId !== null) ||
    findPlanOfPrice(payments, findChargeLine(payments, invoice)?.priceId ?? null) !== null;
  if (!isOurs) return null;
  const userId = invoice.userId ?? subscription?.userId ?? null;
  const user = await queries.findBillingUser(db, { customerId: invoice.customerId, userId });
  const values = toInvoiceValues(payments, invoice, {
    userId: user?.id ?? null,
    subscription,
    row,
    settings: site.settings,
  });
  const known = await queries.listInvoiceParts(db, invoice.id);
  const changed: string[] = listDifferences<InvoiceValues>(row, values);
  if (invoice.refunds.some((refund) => isRefundChanged(known, refund))) changed.push('refunds');
  if (invoice.disputes.some((dispute) => isDisputeChanged(known, dispute))) changed.push('disputes');
  return { row, values, user, changed, known };
}

/** Writes an invoice that was fetched under the lock of its customer, with its refunds and disputes. Null for one that isn’t ours. */
export async function storeInvoice(deps: SyncDeps, invoice: ProviderInvoice): Promise<Stored<InvoiceRow> | null> {
  const { db, clock } = deps;
  const compared = await compareInvoice(deps, invoice);
  if (compared === null) return null;
  const { row, values, user, changed, known } = compared;
  if (row !== null && changed.length === 0) return { before: row, row, changed };
  const now = clock.now();
  const refunds = invoice.refunds.filter((refund) => isRefundChanged(known, refund));
  const disputes = invoice.disputes.filter((dispute) => isDisputeChanged(known, dispute));
  const subscription = await queries.findSubscriptionRow(db, invoice.subscriptionId);
  const managers = refunds.length + disputes.length === 0 ? [] : await queries.listBillingManagers(db, now);
  const hasEndedUnpaid = subscription?.status === 'canceled' && subscription.cancellationReason === 'payment_failed';
  const receiptNumber = await claimReceiptNumber(deps, row, values);
  await write(db, [
    ...(row === null && values.productId !== null ? [addSoldProductStatement(values.productId, now)] : []),
    queries.upsertInvoiceStatement(db, values, now),
    ...refunds.map((refund) => queries.upsertRefundStatement(db, invoice.id, refund)),
    ...disputes.map((dispute) => queries.upsertDisputeStatement(db, invoice.id, dispute)),
    ...(user ? stampFirstPayment(deps, values, user.email) : []),
    ...invoiceEffectStatements(deps, { row, values, user, hasEndedUnpaid, receiptNumber }),
    ...(row === null && subscription ? await listTrialStart(deps, { subscription, values, user }) : []),
    ...refundEffectStatements(deps, {
      values,
      user,
      refunds,
      all: invoice.refunds,
      known: known.refunds,
      managers,
    }),
    ...disputeEffectStatements(deps, { values, user, disputes, known: known.disputes, managers }),
  ]);
  deps.outboxWorker.wake();
  const stored = await queries.findInvoiceRow(db, invoice.id);
  if (!stored) throw new Error(`The invoice ${invoice.id} has no row.`);
  return { before: row, row: stored, changed };
}

type FirstInvoice = { subscription: SubscriptionRow; values: InvoiceValues; user: queries.BillingUser | null };

/** The email that a trial has begun comes with its invoice of 0, which says what tax its payments have. */
async function listTrialStart(deps: SyncDeps, { subscription, values, user }: FirstInvoice): Promise<Statement[]> {
  const isFirst = values.billingReason === 'subscription_create' && values.amountPaid === 0;
  if (!isFirst || values.createdAt < deps.clock.now() - EMAIL_MAX_AGE_MS) return [];
  const coming = await listComingPayments(deps, { row: subscription, user, taxes: values.taxes });
  return trialStatements(deps, { kind: 'trial-started', row: subscription, user, coming });
}

/** Before the batch, whose receipt names it: after a crash in between the invoice finds its number again. */
async function claimReceiptNumber(
  { db, clock }: SyncDeps,
  row: InvoiceRow | null,
  { stripeInvoiceId: id, status, amountPaid }: InvoiceValues,
): Promise<number | null> {
  if (status !== 'paid' || row?.status === 'paid' || amountPaid === 0) return null;
  await write(db, [queries.claimReceiptNumberStatement(id, clock.now())]);
  return queries.findReceiptNumber(db, id);
}

const isRefundChanged = ({ refunds }: queries.InvoiceParts, { id, status, fee }: ProviderRefund): boolean => {
  const known = refunds.find(({ stripeRefundId }) => stripeRefundId === id);
  return known?.status !== status || known.fee !== fee;
};

const isDisputeChanged = ({ disputes }: queries.InvoiceParts, dispute: ProviderDispute): boolean => {
  const known = disputes.find(({ stripeDisputeId }) => stripeDisputeId === dispute.id);
  return (
    known?.status !== dispute.status ||
    known.dueAt !== dispute.dueAt ||
    known.movements !== queries.toStoredMovements(dispute)
  );
};

const stampFirstPayment = (
  { db }: SyncDeps,
  { productId, status, amountPaid, paidAt }: InvoiceValues,
  email: string,
) =>
  productId !== null && status === 'paid' && amountPaid > 0 && paidAt !== null
    ? [stampPaidStatement(db, { email, productId, paidAt })]
    : [];
