import { formatLocalDay, getStartOfDay } from '#api/domain/local-time.ts';
import { region } from '#api/domain/region.ts';
import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { computeMonthlyAmount, readPrice } from '#api/domain/subscription-price.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import { summarizeBillingProblems } from '#db/queries/billing-problems.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type {
  billingStatusResponse,
  CurrencyRevenueJson,
  DisputesJson,
  eventDetailResponse,
  eventsResponse,
  pastDueResponse,
  ReconciliationsJson,
  replayResponse,
  RevenueJson,
} from './billing.contract.ts';
import {
  toDisputeJson,
  toDriftJson,
  toEventJson,
  toMonthJson,
  toPastDueJson,
  toProblemCountsJson,
  toProblemsJson,
  toRefundJson,
  toRunJson,
} from './billing.mapper.ts';
import * as queries from './billing.queries.ts';

type ReadDeps = Pick<Deps, 'db'>;
type ReplayDeps = Pick<Deps, 'db' | 'clock' | 'billingWorker'>;

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_MONTHS = 12;
const LISTED_DISPUTES = 100;
const LISTED_RUNS = 30;
const LISTED_DRIFTS = 500;
const DRIFTS_SINCE_MS = 30 * DAY_MS;

const eventNotFoundError = () => notFoundError('Event not found');

export async function getStatus({
  db,
  payments,
  stripeCheck,
}: Pick<Deps, 'db' | 'payments' | 'stripeCheck'>): Promise<z.infer<typeof billingStatusResponse>> {
  const { received } = await queries.countEventsByStatus(db);
  return {
    is_configured: payments !== null,
    is_sandbox: payments?.isSandbox ?? false,
    sandbox_url: payments?.sandboxUrl ?? null,
    waiting_events: received,
    ...toProblemCountsJson(await summarizeBillingProblems(db)),
    stripe_check: toProblemsJson(await stripeCheck.readReport()),
  };
}

export async function listEvents(
  { db }: ReadDeps,
  query: queries.EventFilters & { page: number; limit: number },
): Promise<z.infer<typeof eventsResponse>> {
  const [rows, total, counts] = await Promise.all([
    queries.listEventRows(db, query, query),
    queries.countEvents(db, query),
    queries.countEventsByStatus(db),
  ]);
  return { data: rows.map(toEventJson), pagination: toPaginationJson(query, total), counts };
}

/** @throws not_found. */
export async function getEvent({ db }: ReadDeps, id: string): Promise<z.infer<typeof eventDetailResponse>> {
  const row = await queries.findEventRow(db, id);
  if (!row) throw eventNotFoundError();
  return { ...toEventJson(row), payload: row.payload };
}

/** Applies an event again, also one that was applied: its object is fetched from Stripe as it is now. @throws not_found. */
export async function replayEvent(
  { db, clock, billingWorker }: ReplayDeps,
  actorId: number,
  id: string,
): Promise<z.infer<typeof replayResponse>> {
  const now = clock.now();
  const subject = `event:${id}`;
  await write(db, [
    insertAuditStatement(db, {
      at: now,
      action: 'billing.event_replayed',
      actorId,
      subject,
      before: queries.selectEventValues(id),
      after: { status: 'received', attempts: 0 },
    }),
    queries.replayStatement(db, { id }, now),
    rollbackIfNoRows,
  ]).catch(onGuardRollback(eventNotFoundError));
  billingWorker.wake();
  return { message: 'The event is being applied again.', replayed: 1 };
}

export async function replayFailedEvents(
  { db, clock, billingWorker }: ReplayDeps,
  actorId: number,
): Promise<z.infer<typeof replayResponse>> {
  const now = clock.now();
  const [, result] = await write(db, [
    insertAuditStatement(db, {
      at: now,
      action: 'billing.event_replayed',
      actorId,
      subject: 'events:failed',
      detail: queries.selectFailedEventCount(),
    }),
    queries.replayStatement(db, { status: 'failed' }, now),
  ]);
  billingWorker.wake();
  const replayed = result?.rowsAffected ?? 0;
  const verb = replayed === 1 ? 'is' : 'are';
  const message =
    replayed === 0 ? 'No event has failed.' : `${formatCount(replayed, 'event')} ${verb} being applied again.`;
  return { message, replayed };
}

/** By the month of each payment in the company's time zone, the oldest month first, months without payments included. */
export async function getRevenue(
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  monthCount = DEFAULT_MONTHS,
): Promise<RevenueJson> {
  const starts = listMonthStarts(clock.now(), { timeZone: site.timeZone, count: monthCount });
  const [rows, live] = await Promise.all([queries.sumRevenue(db, starts), queries.listRecurringPrices(db)]);
  const prices = live.map(readPrice).filter((price) => price !== null);
  const main = region.currency.toLowerCase();
  const others = new Set([...rows, ...prices].map(({ currency }) => currency));
  others.delete(main);
  const toRevenue = (currency: string): CurrencyRevenueJson => {
    const recurring = prices.filter((price) => price.currency === currency);
    const paid = rows.filter((row) => row.currency === currency);
    return {
      currency,
      months: starts.map(({ month }) => toMonthJson(month, paid)),
      monthly_recurring: recurring.reduce((sum, price) => sum + computeMonthlyAmount(price, clock.now()), 0),
      live_subscriptions: recurring.length,
    };
  };
  return { ...toRevenue(main), other_currencies: [...others].sort().map(toRevenue) };
}

/** Disputes and refunds, those first that someone must act on. */
export async function listDisputes({ db }: ReadDeps): Promise<DisputesJson> {
  const [disputes, refunds] = await Promise.all([
    queries.listDisputeRows(db, LISTED_DISPUTES),
    queries.listRefundRows(db, LISTED_DISPUTES),
  ]);
  return { disputes: disputes.map(toDisputeJson), refunds: refunds.map(toRefundJson) };
}

/**
 * Notes that a refund that failed was paid back another way, which Stripe can't know, or takes that back.
 * @throws not_found; conflict when it didn’t fail, or is so already.
 */
export async function settleRefund(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actorId: number,
  { id, isSettled }: { id: string; isSettled: boolean },
): Promise<{ message: string }> {
  const row = await queries.findRefundRow(db, id);
  if (!row) throw notFoundError('Refund not found');
  const now = clock.now();
  const entry = {
    at: now,
    action: 'billing.refund_settled',
    actorId,
    subject: `invoice:${row.stripeInvoiceId}`,
  } as const;
  const changed = { before: { settled: !isSettled }, after: { settled: isSettled } };
  const detail = { refund: id, cents: row.amount, currency: row.currency };
  await write(db, [
    insertAuditStatement(db, { ...entry, ...changed, detail }),
    queries.settleRefundStatement(db, id, isSettled ? now : null),
    rollbackIfNoRows,
  ]).catch(onGuardRollback(() => conflictError('This refund has changed meanwhile. Reload the page.')));
  return { message: isSettled ? 'Marked as paid back.' : 'The refund is open again.' };
}

function listMonthStarts(now: number, { timeZone, count }: { timeZone: string; count: number }): queries.MonthStart[] {
  const current = formatLocalDay(now, timeZone).slice(0, 7);
  return Array.from({ length: count }, (_, index) => {
    const first = new Date(`${current}-01T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() - (count - 1 - index));
    const day = first.toISOString().slice(0, 10);
    return { month: day.slice(0, 7), startsAt: getStartOfDay(day, timeZone) };
  });
}

export const listPastDue = async ({ db }: ReadDeps): Promise<z.infer<typeof pastDueResponse>> => ({
  data: (await queries.listPastDueRows(db)).map(toPastDueJson),
});

export async function getReconciliations({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<ReconciliationsJson> {
  const [runs, drifts] = await Promise.all([
    queries.listRunRows(db, LISTED_RUNS),
    queries.listDriftRows(db, clock.now() - DRIFTS_SINCE_MS, LISTED_DRIFTS),
  ]);
  return { runs: runs.map(toRunJson), drifts: drifts.map(toDriftJson) };
}
