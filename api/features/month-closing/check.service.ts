import { PaymentError, type Payments, type ProviderInvoice } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { parseTaxes } from '#api/domain/invoice-tax.ts';
import type { BookInvoice } from '#api/domain/month-books.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { requirePayments } from '#api/features/subscriptions/provider.service.ts';
import { compareInvoice } from '#api/features/subscriptions/sync/store.service.ts';
import { applyInvoice } from '#api/features/subscriptions/sync/sync.service.ts';
import { conflictError } from '#api/http/errors.ts';
import { write } from '#db/write.ts';
import { getPeriod, listBookInvoices, listRowsWithin, readBooks } from './books.service.ts';
import { describeDifference } from './month-closing.mapper.ts';
import * as queries from './month-closing.queries.ts';

/** An invoice is made up to so long before it gets its number (ms). */
const DRAFT_MS = 3 * 24 * 60 * 60 * 1000;
/** A comparison that takes longer was cut off by the end of its server (ms). */
export const CHECK_MAX_MS = 15 * 60 * 1000;

const STOPPED = 'The comparison stopped. Start it again.';
const UNREACHABLE = 'Stripe couldn’t be reached. Try again in a few minutes.';

/** A check whose server ended before it was finished. */
export const isCutOff = ({ finishedAt, startedAt }: queries.MonthCheck, now: number): boolean =>
  finishedAt === null && startedAt < now - CHECK_MAX_MS;

export const toFinishedCheck = (check: queries.MonthCheck, now: number): queries.MonthCheck =>
  isCutOff(check, now) ? { ...check, finishedAt: now, error: STOPPED } : check;

/**
 * Begins to compare the rows of a month with what Stripe says now, and returns. `repair`: what differed in the last comparison is
 * first written from Stripe. @throws conflict while one runs; unavailable without payments.
 */
export async function beginCheck(
  deps: Deps,
  { month, repair, actorId }: { month: string; repair: boolean; actorId: number },
): Promise<void> {
  const { db, clock, log } = deps;
  const payments = requirePayments(deps);
  const last = await queries.findLastCheck(db, month);
  if (last && last.finishedAt === null && !isCutOff(last, clock.now()))
    throw conflictError('This month is being compared already. Wait until it’s finished.');
  const known = last?.differences ? (JSON.parse(last.differences) as Difference[]) : [];
  const now = clock.now();
  const audit = { at: now, action: 'billing.reconciled', actorId, subject: `month:${month}` } as const;
  const [, inserted] = await write(db, [
    queries.deleteOldChecksStatement(db, month),
    queries.insertCheckStatement(db, month, now),
    ...(repair ? [insertAuditStatement(db, audit)] : []),
  ]);
  const id = Number(inserted?.lastInsertRowid);
  const provided = { ...deps, payments };
  void runCheck(provided, { id, month, repaired: repair ? known.map(({ invoice_id }) => invoice_id) : [] }).catch(
    (error: unknown) => log.error({ err: error, month }, 'comparison of a month failed'),
  );
}

type Difference = { invoice_id: string; text: string };
type CheckDeps = Deps & { payments: Payments };
type Run = { id: number; month: string; repaired: readonly string[] };

async function runCheck(deps: CheckDeps, { id, month, repaired }: Run): Promise<void> {
  const { db, clock } = deps;
  try {
    for (const invoiceId of repaired) await repairInvoice(deps, invoiceId);
    const { compared, differences } = await compareMonth(deps, month);
    const { digest } = await readBooks(deps, month);
    const result = { compared, differences: JSON.stringify(differences), digest };
    await write(db, [queries.saveCheckStatement(db, { id, finishedAt: clock.now(), ...result })]);
  } catch (error) {
    const reason = error instanceof PaymentError && error.kind === 'unavailable' ? UNREACHABLE : STOPPED;
    await write(db, [queries.saveCheckStatement(db, { id, finishedAt: clock.now(), error: reason })]);
    throw error;
  }
}

async function repairInvoice(deps: CheckDeps, id: string): Promise<void> {
  const invoice = await findInvoice(deps, id);
  if (invoice !== null) await applyInvoice(deps, { id, customerId: invoice.customerId });
}

/** Null for one that Stripe doesn't know. @throws PaymentError. */
const findInvoice = ({ payments }: CheckDeps, id: string): Promise<ProviderInvoice | null> =>
  payments.getInvoice(id).catch((error: unknown) => {
    if (error instanceof PaymentError && error.kind === 'not_found') return null;
    throw error;
  });

/** Reads every invoice with a row in the month from Stripe, and names those whose rows would be others. */
async function compareMonth(deps: CheckDeps, month: string): Promise<{ compared: number; differences: Difference[] }> {
  const { db, payments, site } = deps;
  const period = getPeriod(month, site.timeZone);
  const stored = new Map((await listBookInvoices(db, period)).map((invoice) => [invoice.stripeInvoiceId, invoice]));
  const seen = new Set<string>();
  const differences: Difference[] = [];
  const compare = async (id: string, fresh: ProviderInvoice | null) => {
    if (seen.has(id)) return;
    seen.add(id);
    const sides = {
      before: listRows(stored.get(id) ?? null, period),
      after: listRows(fresh === null ? null : await toBookInvoice(deps, fresh), period),
    };
    const text = describeDifference({ ...sides, names: ['here', 'at Stripe'] });
    if (text !== null) differences.push({ invoice_id: id, text });
  };
  for await (const invoice of payments.listAllInvoices(period.since - DRAFT_MS))
    if (invoice.createdAt < period.until) await compare(invoice.id, invoice);
  const others = [...stored.keys(), ...(await payments.listReversedInvoices(period)).map(({ id }) => id)];
  for (const id of new Set(others)) if (!seen.has(id)) await compare(id, await findInvoice(deps, id));
  return { compared: seen.size, differences };
}

const listRows = (invoice: BookInvoice | null, period: queries.Period) =>
  invoice === null ? [] : listRowsWithin(invoice, period);

/** Null for an invoice of something else that the account sells. */
async function toBookInvoice(deps: CheckDeps, invoice: ProviderInvoice): Promise<BookInvoice | null> {
  const compared = await compareInvoice(deps, invoice);
  if (compared === null) return null;
  const { values } = compared;
  const { refunds, creditNotes: credits, disputes } = invoice;
  return { ...values, taxes: parseTaxes(values.taxes), refunds, credits, disputes };
}
