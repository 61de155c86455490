import { PaymentError } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { write } from '#db/write.ts';
import { runExclusive } from './lock.service.ts';
import { cancelDuplicate } from './duplicates.service.ts';
import { isLive } from '#api/domain/entitlements.ts';
import { type SyncDeps, trialStatements } from './effects.service.ts';
import { listComingPayments } from './coming-payments.service.ts';
import { storeInvoice, storeSubscription } from './store.service.ts';
import type { InvoiceRow, SubscriptionRow } from './sync.mapper.ts';
import * as queries from './sync.queries.ts';
import { settleUnpaid, voidOpenInvoices, voidWhatEnded } from './unpaid.service.ts';

/** Calls of one hour; the rest waits for the next. */
const CONTACTS_AT_ONCE = 500;
const INVOICES_AT_ONCE = 500;

/** An object at Stripe; `customerId` saves a call where it is known. */
type SyncTarget = { id: string; customerId: string | null };

/** What a sync did. `changed`: the columns that differed, empty when the row was right already. */
type SyncResult<Row> = { before: Row | null; row: Row; changed: string[] };

/**
 * Fetches a subscription from Stripe and makes its row equal to it, with the emails and audit rows of what changed, in one
 * batch. Everything that changes or reports a subscription ends here: it may be called at any time and any number of times.
 * Null for one that isn’t ours: an account may sell other products, too. @throws PaymentError.
 */
export async function syncSubscription(deps: SyncDeps, target: SyncTarget): Promise<SubscriptionRow | null> {
  return (await applySubscription(deps, target))?.row ?? null;
}

/** As `syncSubscription`, with what differed: for the reconciliation. */
export async function applySubscription(
  deps: SyncDeps,
  target: SyncTarget,
): Promise<SyncResult<SubscriptionRow> | null> {
  const { db, payments } = deps;
  const known = target.customerId ?? (await queries.findSubscriptionRow(db, target.id))?.customerId;
  const customerId = known ?? (await payments.getSubscription(target.id)).customerId;
  return runExclusive(db, customerId, (lockedDb) => fetchAndStore({ ...deps, db: lockedDb }, target.id));
}

/** Under the lock of the customer. */
async function fetchAndStore(deps: SyncDeps, id: string): Promise<SyncResult<SubscriptionRow> | null> {
  const subscription = await deps.payments.getSubscription(id);
  const before = await queries.findSubscriptionRow(deps.db, id);
  await voidWhatEnded(deps, { before, subscription });
  const result = await storeSubscription(deps, subscription);
  if (result === null) return null;
  await settleUnpaid(deps, { before, subscription });
  if (!isLive(result.row.status)) return result;
  const refresh = (otherId: string) => storeFresh(deps, otherId);
  const isCancelled = await cancelDuplicate(deps, { row: result.row, subscription, refresh });
  return isCancelled ? { ...result, row: (await storeFresh(deps, id)) ?? result.row } : result;
}

const storeFresh = async (deps: SyncDeps, id: string): Promise<SubscriptionRow | null> =>
  (await storeSubscription(deps, await deps.payments.getSubscription(id)))?.row ?? null;

/**
 * Fetches an invoice from Stripe and makes its row equal to it, with the receipt or the email about a failed payment.
 * Its subscription is brought up to date first, unless it is among those `alreadySynced`. Null for one that isn’t ours. @throws as `syncSubscription`.
 */
export async function syncInvoice(
  deps: SyncDeps,
  target: SyncTarget,
  alreadySynced: ReadonlySet<string> = new Set(),
): Promise<InvoiceRow | null> {
  const row = await queries.findInvoiceRow(deps.db, target.id);
  const known = row
    ? { customerId: row.customerId, subscriptionId: row.stripeSubscriptionId }
    : await deps.payments.getInvoice(target.id);
  const { customerId, subscriptionId } = known;
  if (subscriptionId !== null && !alreadySynced.has(subscriptionId))
    await syncSubscription(deps, { id: subscriptionId, customerId });
  return (await applyInvoice(deps, { id: target.id, customerId }))?.row ?? null;
}

/** The invoice alone, with what differed: for the reconciliation. */
export async function applyInvoice(
  deps: SyncDeps,
  { id, customerId }: { id: string; customerId: string },
): Promise<SyncResult<InvoiceRow> | null> {
  return runExclusive(deps.db, customerId, async (db) =>
    storeInvoice({ ...deps, db }, await deps.payments.getInvoice(id)),
  );
}

/** Follows a checkout session to its subscription and invoice, and closes its attempt. Works before any webhook came. */
export async function syncCheckoutSession(deps: SyncDeps, sessionId: string): Promise<SubscriptionRow | null> {
  const { db, clock, payments } = deps;
  const session = await payments.getCheckoutSession(sessionId);
  const { customerId, subscriptionId, invoiceId } = session;
  const hasAttempt = await queries.hasAttempt(db, sessionId);
  // One for something else that the account sells.
  if (!hasAttempt && subscriptionId === null) return null;
  if (session.status === 'open') return null;
  const row = subscriptionId ? await syncSubscription(deps, { id: subscriptionId, customerId }) : null;
  if (invoiceId && customerId) await applyInvoice(deps, { id: invoiceId, customerId });
  await write(db, [queries.closeAttemptStatement(db, { sessionId, status: session.status, now: clock.now() })]);
  return row;
}

/** The invoices that a charge, a refund or a dispute is about. False when none is ours. */
export async function syncPayment(
  deps: SyncDeps,
  target: { kind: 'charge' | 'refund' | 'dispute'; id: string },
): Promise<boolean> {
  let isOurs = false;
  for (const { id } of await deps.payments.findInvoicesOfPayment(target.kind, target.id)) {
    if ((await syncInvoice(deps, { id, customerId: null })) !== null) isOurs = true;
  }
  return isOurs;
}

/** Brings all subscriptions and invoices of a customer up to date. `found`: how many are ours; `repaired`: how many rows were wrong. */
export async function syncCustomer(deps: SyncDeps, customerId: string): Promise<{ found: number; repaired: number }> {
  const { db, payments } = deps;
  const listed = (await payments.listSubscriptions(customerId)).map(({ id }) => id);
  const ids = new Set([...listed, ...(await queries.listSubscriptionIdsOfCustomer(db, customerId))]);
  const results: (SyncResult<unknown> | null)[] = [];
  for (const id of ids) results.push(await applySubscription(deps, { id, customerId }));
  for (const { id } of await payments.listInvoices(customerId))
    results.push(await applyInvoice(deps, { id, customerId }));
  const own = results.filter((result) => result !== null);
  return { found: own.length, repaired: own.filter(({ changed }) => changed.length > 0).length };
}

/** Brings everything of a user up to date. Returns how many rows were wrong. */
export async function syncUser(deps: SyncDeps, userId: number): Promise<number> {
  let repaired = 0;
  for (const customerId of await queries.listCustomerIds(deps.db, userId))
    repaired += (await syncCustomer(deps, customerId)).repaired;
  return repaired;
}

/** Reads what subscriptions and invoices lack that an earlier version wrote. One that Stripe doesn’t know stays without. */
export async function syncIncomplete(deps: SyncDeps): Promise<void> {
  for (const target of await queries.listIncompleteSubscriptions(deps.db)) {
    await syncSubscription(deps, target).catch(ignoreNotFound);
  }
  for (const invoice of await queries.listIncompleteInvoices(deps.db, INVOICES_AT_ONCE)) {
    await applyInvoice(deps, invoice).catch(ignoreNotFound);
  }
}

/** Voids what can still be paid of subscriptions whose end was written without that: by an earlier version, or as the first thing seen. */
export async function voidLeftOpen(deps: SyncDeps): Promise<void> {
  const open = Map.groupBy(await queries.listOpenInvoicesOfEnded(deps.db), ({ subscriptionId }) => subscriptionId);
  for (const [subscriptionId, invoices] of open) {
    await voidOpenInvoices(deps, subscriptionId);
    for (const invoice of invoices) await applyInvoice(deps, invoice).catch(ignoreNotFound);
  }
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof PaymentError && error.kind === 'not_found')) throw error;
}

/** Tells Stripe the names and addresses that changed here, so that its receipts and invoices go to the right person. */
export async function syncContacts({ db, payments }: Pick<SyncDeps, 'db' | 'payments'>): Promise<void> {
  for (const { customerId, email, name, contact } of await queries.listMovedCustomers(db, CONTACTS_AT_ONCE)) {
    await payments.updateCustomer(customerId, { email, name }).catch(ignoreNotFound);
    await write(db, [queries.saveContactStatement(db, { customerId, contact })]);
  }
}

/** The same behind a change, without waiting for it: what fails is told within the hour. */
export function announceContacts({ db, payments, log }: Pick<Deps, 'db' | 'payments' | 'log'>): void {
  if (payments === null) return;
  void syncContacts({ db, payments }).catch((error: unknown) =>
    log.warn({ err: error }, 'changed contact not told to Stripe yet'),
  );
}

/** Stripe ends the subscriptions of a customer that is deleted. The next purchase makes a new customer. */
export async function syncDeletedCustomer(deps: SyncDeps, customerId: string): Promise<void> {
  for (const id of await queries.listSubscriptionIdsOfCustomer(deps.db, customerId)) {
    await syncSubscription(deps, { id, customerId });
  }
  await write(deps.db, [queries.unlinkCustomerStatement(deps.db, customerId)]);
}

/** Tells a subscriber that the trial ends soon, from the row that was just synced. */
export async function sendTrialEnding(deps: SyncDeps, subscriptionId: string): Promise<void> {
  const row = await queries.findSubscriptionRow(deps.db, subscriptionId);
  if (row === null) return;
  const user = await queries.findBillingUser(deps.db, row);
  const coming = await listComingPayments(deps, { row, user });
  const statements = trialStatements(deps, { kind: 'trial-ending', row, user, coming });
  if (statements.length === 0) return;
  await write(deps.db, statements);
  deps.outboxWorker.wake();
}
