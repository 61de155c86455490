import { write } from '#db/write.ts';
import { runExclusive } from './lock.service.ts';
import { cancelDuplicate } from './duplicates.service.ts';
import { isLive, type SyncDeps } from './effects.service.ts';
import { storeInvoice, storeSubscription } from './store.service.ts';
import type { InvoiceRow, SubscriptionRow } from './sync.mapper.ts';
import * as queries from './sync.queries.ts';

/** An object at Stripe; `customerId` saves a call where it is known. */
type SyncTarget = { id: string; customerId: string | null };

/** What a sync did. `changed`: the columns that differed, empty when the row was right already. */
type SyncResult<Row> = { before: Row | null; row: Row; changed: string[] };

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
  return runExclusive(db, customerId, async () => {
    const subscription = await payments.getSubscription(target.id);
    const result = await storeSubscription(deps, subscription);
    if (!isLive(result.row.status)) return result;
    const refresh = (id: string) => storeFresh(deps, id);
    const isCancelled = await cancelDuplicate(deps, { row: result.row, subscription, refresh });
    return isCancelled ? { ...result, row: await storeFresh(deps, target.id) } : result;
  });
}

const storeFresh = async (deps: SyncDeps, id: string): Promise<SubscriptionRow> =>
  (await storeSubscription(deps, await deps.payments.getSubscription(id))).row;

/**
 * Fetches an invoice from Stripe and makes its row equal to it, with the receipt or the email about a failed payment.
 * Its subscription is brought up to date first, unless it is among those `alreadySynced`. @throws as `syncSubscription`.
 */
export async function syncInvoice(
  deps: SyncDeps,
  target: SyncTarget,
  alreadySynced: ReadonlySet<string> = new Set(),
): Promise<InvoiceRow> {
  const row = await queries.findInvoiceRow(deps.db, target.id);
  const known = row
    ? { customerId: row.customerId, subscriptionId: row.stripeSubscriptionId }
    : await deps.payments.getInvoice(target.id);
  const { customerId, subscriptionId } = known;
  if (subscriptionId !== null && !alreadySynced.has(subscriptionId))
    await syncSubscription(deps, { id: subscriptionId, customerId });
  return (await applyInvoice(deps, { id: target.id, customerId })).row;
}

/** The invoice alone, with what differed: for the reconciliation. */
export async function applyInvoice(
  deps: SyncDeps,
  { id, customerId }: { id: string; customerId: string },
): Promise<SyncResult<InvoiceRow>> {
  return runExclusive(deps.db, customerId, async () => storeInvoice(deps, await deps.payments.getInvoice(id)));
}

/** Follows a checkout session to its subscription and invoice, and closes its attempt. Works before any webhook came. */
export async function syncCheckoutSession(deps: SyncDeps, sessionId: string): Promise<SubscriptionRow | null> {
  const { db, clock, payments } = deps;
  const session = await payments.getCheckoutSession(sessionId);
  if (session.status === 'open') return null;
  const { customerId, subscriptionId, invoiceId } = session;
  const row = subscriptionId ? await syncSubscription(deps, { id: subscriptionId, customerId }) : null;
  if (invoiceId && customerId) await applyInvoice(deps, { id: invoiceId, customerId });
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
    repaired += (await applyInvoice(deps, { id, customerId })).changed.length > 0 ? 1 : 0;
  }
  return repaired;
}

/** Brings everything of a user up to date. Returns how many rows were wrong. */
export async function syncUser(deps: SyncDeps, userId: number): Promise<number> {
  let repaired = 0;
  for (const customerId of await queries.listCustomerIds(deps.db, userId))
    repaired += await syncCustomer(deps, customerId);
  return repaired;
}

/** Stripe ends the subscriptions of a customer that is deleted. The next purchase makes a new customer. */
export async function syncDeletedCustomer(deps: SyncDeps, customerId: string): Promise<void> {
  for (const id of await queries.listSubscriptionIdsOfCustomer(deps.db, customerId)) {
    await syncSubscription(deps, { id, customerId });
  }
  await write(deps.db, [queries.unlinkCustomerStatement(deps.db, customerId)]);
}
