import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { findPlan } from '#api/domain/catalogue.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { notFoundError } from '#api/http/errors.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type {
  billingStatusResponse,
  eventDetailResponse,
  eventsResponse,
  pastDueResponse,
  ReconciliationsJson,
  replayResponse,
  RevenueJson,
} from './billing.contract.ts';
import { toDriftJson, toEventJson, toMonthJson, toPastDueJson, toRunJson } from './billing.mapper.ts';
import * as queries from './billing.queries.ts';

type ReadDeps = Pick<Deps, 'db'>;
type ReplayDeps = Pick<Deps, 'db' | 'clock' | 'billingWorker'>;

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_MONTHS = 12;
const LISTED_RUNS = 30;
const LISTED_DRIFTS = 500;
const DRIFTS_SINCE_MS = 30 * DAY_MS;

const eventNotFoundError = () => notFoundError('Event not found');

export async function getStatus({
  db,
  payments,
}: Pick<Deps, 'db' | 'payments'>): Promise<z.infer<typeof billingStatusResponse>> {
  const { failed, received } = await queries.countEventsByStatus(db);
  return {
    is_configured: payments !== null,
    is_sandbox: payments?.isSandbox ?? false,
    sandbox_url: payments?.sandboxUrl ?? null,
    failed_events: failed,
    waiting_events: received,
    past_due: await queries.countPastDue(db),
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
      ...{ at: now, action: 'billing.event_replayed', actorId, subject },
      ...{ before: queries.selectEventValues(id), after: { status: 'received', attempts: 0 } },
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
      ...{ at: now, action: 'billing.event_replayed', actorId, subject: 'events:failed' },
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

/** By the UTC month of each payment, the oldest month first, months without payments included. */
export async function getRevenue(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  monthCount = DEFAULT_MONTHS,
): Promise<RevenueJson> {
  const today = new Date(clock.now());
  const starts = Array.from({ length: monthCount }, (_, index) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (monthCount - 1 - index)),
  );
  const [rows, live] = await Promise.all([queries.sumRevenue(db, starts[0] ?? 0), queries.countLiveByPlan(db)]);
  return {
    currency: 'usd',
    months: starts.map((start) => toMonthJson(new Date(start).toISOString().slice(0, 7), rows)),
    monthly_recurring: live.reduce((sum, plan) => sum + plan.count * (findPlan(plan.planName)?.price ?? 0) * 100, 0),
    live_subscriptions: live.reduce((sum, plan) => sum + plan.count, 0),
  };
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
