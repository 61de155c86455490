import type { ProviderInvoice, ProviderSubscription } from '#api/adapters/payments.ts';
import { addSoldProductStatement } from '#db/queries/catalogue-products.ts';
import { type Statement, write } from '#db/write.ts';
import { runForCustomer } from './customer-lock.service.ts';
import { cancelDuplicate } from './duplicates.service.ts';
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
  listDifferences,
  type SubscriptionRow,
  type SubscriptionValues,
  toInvoiceValues,
  toSubscriptionValues,
} from './sync.mapper.ts';
import * as queries from './sync.queries.ts';

/** An object at Stripe; `customerId` saves a call where it is known. */
export type SyncTarget = { id: string; customerId: string | null };

/** What the sync did. `changed`: the columns that differed; empty when the row was right already. */
export type SyncResult<Row> = { row: Row; changed: string[] };

/**
 * Fetches a subscription from Stripe and makes its row equal to it, with the emails and audit rows of what changed, in one
 * batch. Everything that changes or reports a subscription ends here: it may be called at any time and any number of times.
 * @throws PaymentError; an error for a new subscription with a price that is not in the settings.
 */
export async function syncSubscription(deps: SyncDeps, target: SyncTarget): Promise<SubscriptionRow> {
  return (await applySubscription(deps, target)).row;
}

/** As `syncSubscription`, with what differed: for the reconciliation. */
export async function applySubscription(deps: SyncDeps, target: SyncTarget): Promise<SyncResult<SubscriptionRow>> {
  const { db, payments } = deps;
  const known = target.customerId ?? (await queries.findSubscriptionRow(db, target.id))?.customerId;
  const customerId = known ?? (await payments.getSubscription(target.id)).customerId;
  return runForCustomer(db, customerId, async () => {
    const subscription = await payments.getSubscription(target.id);
    const result = await storeSubscription(deps, subscription);
    if (!isLive(result.row.status)) return result;
    const isCancelled = await cancelDuplicate(deps, result.row, subscription, (id) => storeFresh(deps, id));
    return isCancelled ? { ...result, row: await storeFresh(deps, target.id) } : result;
  });
}

const storeFresh = async (deps: SyncDeps, id: string): Promise<SubscriptionRow> =>
  (await storeSubscription(deps, await deps.payments.getSubscription(id))).row;

async function storeSubscription(
  deps: SyncDeps,
  subscription: ProviderSubscription,
): Promise<SyncResult<SubscriptionRow>> {
  const { db, clock, log, payments } = deps;
  const row = await queries.findSubscriptionRow(db, subscription.id);
  const plan = findPlanOfPrice(payments, subscription.priceId) ?? row;
  if (findPlanOfPrice(payments, subscription.priceId) === null)
    log.error({ subscription: subscription.id, price: subscription.priceId }, 'price of a subscription is not set up');
  if (plan === null)
    throw new Error(`The price ${subscription.priceId} of ${subscription.id} is not in the settings (STRIPE_PRICE_*).`);
  const user = await queries.findBillingUser(db, {
    ...subscription,
    userId: subscription.userId ?? row?.userId ?? null,
  });
  const values = toSubscriptionValues(payments, subscription, { userId: user?.id ?? null, plan });
  const changed = listDifferences<SubscriptionValues>(row, values);
  if (row !== null && changed.length === 0) return { row, changed };
  if (row !== null && isEnded(row.status) && !isEnded(values.status)) return { row, changed: [] };
  const others = await queries.listOtherLiveRows(db, values);
  const now = clock.now();
  await write(db, [
    ...(row === null ? [addSoldProductStatement(values.productId, now)] : []),
    queries.upsertSubscriptionStatement(db, values, now),
    ...(user && isLive(values.status) ? startStatements(deps, { row, values, userId: user.id, now }) : []),
    ...subscriptionEffectStatements(deps, { row, values, user, hasOther: others.length > 0 }),
  ]);
  deps.outboxWorker.wake();
  return { row: await requireRow(deps, subscription.id), changed };
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

async function requireRow({ db }: SyncDeps, subscriptionId: string): Promise<SubscriptionRow> {
  const row = await queries.findSubscriptionRow(db, subscriptionId);
  if (!row) throw new Error(`The subscription ${subscriptionId} has no row.`);
  return row;
}

/**
 * Fetches an invoice from Stripe and makes its row equal to it, with the receipt or the email about a failed payment.
 * Its subscription is brought up to date first. @throws as `syncSubscription`.
 */
export async function syncInvoice(deps: SyncDeps, target: SyncTarget): Promise<InvoiceRow> {
  return (await applyInvoice(deps, target)).row;
}

/** As `syncInvoice`, with what differed: for the reconciliation. */
export async function applyInvoice(
  deps: SyncDeps,
  target: SyncTarget,
  { withSubscription = true } = {},
): Promise<SyncResult<InvoiceRow>> {
  const { db, payments } = deps;
  const row = await queries.findInvoiceRow(db, target.id);
  const first = row === null ? await payments.getInvoice(target.id) : null;
  const customerId = target.customerId ?? row?.customerId ?? first?.customerId ?? '';
  const subscriptionId = row?.stripeSubscriptionId ?? first?.subscriptionId ?? null;
  if (withSubscription && subscriptionId !== null) await applySubscription(deps, { id: subscriptionId, customerId });
  return runForCustomer(db, customerId, async () => storeInvoice(deps, await payments.getInvoice(target.id)));
}

async function storeInvoice(deps: SyncDeps, invoice: ProviderInvoice): Promise<SyncResult<InvoiceRow>> {
  const { db, clock, payments } = deps;
  const row = await queries.findInvoiceRow(db, invoice.id);
  const subscription = await queries.findSubscriptionRow(db, invoice.subscriptionId);
  const userId = invoice.userId ?? subscription?.userId ?? null;
  const user = await queries.findBillingUser(db, { customerId: invoice.customerId, userId });
  const values = toInvoiceValues(payments, invoice, { userId: user?.id ?? null, subscription });
  const changed = listDifferences(row as typeof values | null, values);
  if (row !== null && changed.length === 0) return { row, changed };
  await write(db, [
    ...(row === null && values.productId ? [addSoldProductStatement(values.productId, clock.now())] : []),
    queries.upsertInvoiceStatement(db, values, clock.now()),
    ...invoiceEffectStatements(deps, { row, values, user }),
  ]);
  deps.outboxWorker.wake();
  const stored = await queries.findInvoiceRow(db, invoice.id);
  if (!stored) throw new Error(`The invoice ${invoice.id} has no row.`);
  return { row: stored, changed };
}

/** Follows a checkout session to its subscription and invoice, and closes its attempt. Works before any webhook came. */
export async function syncCheckoutSession(deps: SyncDeps, sessionId: string): Promise<SubscriptionRow | null> {
  const { db, clock, payments } = deps;
  const session = await payments.getCheckoutSession(sessionId);
  if (session.status === 'open') return null;
  const { customerId, subscriptionId, invoiceId } = session;
  const row = subscriptionId ? await syncSubscription(deps, { id: subscriptionId, customerId }) : null;
  if (invoiceId) await applyInvoice(deps, { id: invoiceId, customerId }, { withSubscription: false });
  await write(db, [queries.closeAttemptStatement(db, { sessionId, status: session.status, now: clock.now() })]);
  return row;
}

/** Brings all subscriptions and invoices of a customer up to date. Returns how many rows were wrong. */
export async function syncCustomer(deps: SyncDeps, customerId: string): Promise<number> {
  const { db, payments } = deps;
  const listed = (await payments.listSubscriptions(customerId)).map(({ id }) => id);
  const ids = new Set([...listed, ...(await queries.listSubscriptionIdsOfCustomer(db, customerId))]);
  let repaired = 0;
  for (const id of ids) repaired += (await applySubscription(deps, { id, customerId })).changed.length > 0 ? 1 : 0;
  for (const { id } of await payments.listInvoices(customerId)) {
    const { changed } = await applyInvoice(deps, { id, customerId }, { withSubscription: false });
    repaired += changed.length > 0 ? 1 : 0;
  }
  return repaired;
}
