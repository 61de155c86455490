import { PaymentError } from '#api/adapters/payments.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import {
  syncCheckoutSession,
  syncCustomer,
  sendTrialEnding,
  syncDeletedCustomer,
  syncInvoice,
  syncPayment,
  syncSubscription,
} from '#api/features/subscriptions/sync/sync.service.ts';
import { type Statement, write } from '#db/write.ts';
import { hasAttempt, isOwnCustomer } from '#api/features/subscriptions/sync/sync.queries.ts';
import { logAlert } from './alerts.service.ts';
import { type EventTarget, isAlert, listTargets } from './targets.service.ts';
import {
  type EventRow,
  markAppliedStatement,
  markUnappliedStatement,
  redactEventsStatement,
} from './webhooks.queries.ts';

/** Maximum delay between two attempts at an event (ms). */
export const EVENT_RETRY_MAX_MS = 60 * 60 * 1000;
/** Three days before a trial ends. The subscription itself doesn’t change with it. */
const TRIAL_WILL_END = 'customer.subscription.trial_will_end';
const ERROR_MAX_LENGTH = 500;
/** An event that comes so long after it happened is late (ms). */
const LATE_MS = 60_000;

const KINDS: readonly EventTarget['kind'][] = [
  'session',
  'subscription',
  'invoice',
  'charge',
  'refund',
  'dispute',
  'customer',
  'deletedCustomer',
];
const toKey = ({ kind, id }: EventTarget) => `${kind} ${id}`;

/**
 * Applies events of one customer: fetches each object that they are about once, whatever the events say about it, in
 * whatever order they came. An event whose object could not be fetched is tried again later; one about something else that the
 * account sells is ignored.
 */
export async function applyEvents(deps: SyncDeps, events: readonly EventRow[]): Promise<void> {
  const targets = new Map(events.flatMap(listTargets).map((target) => [toKey(target), target]));
  const failures = new Map<string, unknown>();
  const foreign = new Set<string>();
  const customerId = events.find((event) => event.customerId !== null)?.customerId ?? null;
  const ordered = [...targets.values()].sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
  const synced = new Set<string>();
  for (const target of ordered) {
    await applyTarget({ ...deps, happenedAt: findLateTime(deps, events) }, target, { customerId, synced }).then(
      (isOurs) => isOurs || foreign.add(toKey(target)),
      (error: unknown) => failures.set(toKey(target), error),
    );
  }
  for (const { type, objectId } of events)
    if (type === TRIAL_WILL_END && objectId !== null) await sendTrialEnding(deps, objectId);
  const outcomes: Outcome[] = [];
  for (const event of events) outcomes.push({ event, ...(await conclude(deps, event, { failures, foreign })) });
  const applied = outcomes.filter(({ error, isOurs }) => error === null && isOurs).map(({ event }) => event.id);
  await write(deps.db, [
    ...(applied.length > 0 ? [markAppliedStatement(deps.db, applied, deps.clock.now())] : []),
    ...outcomes.flatMap((outcome) => unappliedStatements(deps, outcome)),
    ...(customerId === null ? [] : [redactEventsStatement(deps.db, customerId)]),
  ]);
}

type Outcome = { event: EventRow; error: unknown; isOurs: boolean };
type Results = { failures: ReadonlyMap<string, unknown>; foreign: ReadonlySet<string> };

/** What became of an event: its targets are applied, and it alerts if it is one that does. */
async function conclude(
  deps: SyncDeps,
  event: EventRow,
  { failures, foreign }: Results,
): Promise<Omit<Outcome, 'event'>> {
  const error = findFailure(event, failures);
  if (error !== null) return { error, isOurs: true };
  if (listTargets(event).some((target) => foreign.has(toKey(target)))) return { error: null, isOurs: false };
  if (!isAlert(event.type)) return { error: null, isOurs: true };
  return logAlert(deps, event).then(
    (isOurs) => ({ error: null, isOurs }),
    (failure: unknown) => ({ error: failure, isOurs: true }),
  );
}

function unappliedStatements(deps: SyncDeps, { event, error, isOurs }: Outcome): Statement[] {
  if (error !== null) return [failureStatement(deps, event, error)];
  if (isOurs) return [];
  const nextAttemptAt = deps.clock.now();
  return [markUnappliedStatement(deps.db, { id: event.id, status: 'ignored', lastError: null, nextAttemptAt })];
}

/** When late events happened, the last of them; null where they are news, which our clock dates better. */
function findLateTime({ clock }: SyncDeps, events: readonly EventRow[]): number | null {
  const happenedAt = Math.max(...events.map(({ createdAt }) => createdAt));
  return clock.now() - happenedAt > LATE_MS ? happenedAt : null;
}

/** `synced`: subscriptions that were fetched after these events came in; once is enough. */
type Group = { customerId: string | null; synced: Set<string> };

/** False when the object is not ours. */
async function applyTarget(deps: SyncDeps, { kind, id }: EventTarget, { customerId, synced }: Group): Promise<boolean> {
  switch (kind) {
    case 'session': {
      const row = await syncCheckoutSession(deps, id);
      if (row) synced.add(row.stripeSubscriptionId);
      return row !== null || hasAttempt(deps.db, id);
    }
    case 'subscription': {
      if (synced.has(id)) return true;
      const row = await syncSubscription(deps, { id, customerId });
      if (row) synced.add(id);
      return row !== null;
    }
    case 'invoice':
      return (await syncInvoice(deps, { id, customerId }, synced)) !== null;
    case 'charge':
    case 'refund':
    case 'dispute':
      return syncPayment(deps, { kind, id });
    case 'customer':
      return (await syncCustomer(deps, id)).found > 0;
    case 'deletedCustomer': {
      const isOurs = await isOwnCustomer(deps.db, id);
      if (isOurs) await syncDeletedCustomer(deps, id);
      return isOurs;
    }
  }
}

const findFailure = (event: EventRow, failures: ReadonlyMap<string, unknown>): unknown =>
  listTargets(event)
    .map((target) => failures.get(toKey(target)) ?? null)
    .find((error) => error !== null) ?? null;

function failureStatement({ db, clock, log }: SyncDeps, { id, type, attempts }: EventRow, error: unknown): Statement {
  const lastError = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX_LENGTH);
  // Of another account, or deleted: trying again can't help.
  const isGone = error instanceof PaymentError && error.kind === 'not_found';
  log.warn({ event: id, type, err: error }, isGone ? 'event about an unknown object' : 'event failed; trying again');
  const delayMs = computeBackoffMs(attempts + 1, { maxMs: EVENT_RETRY_MAX_MS });
  return markUnappliedStatement(db, {
    id,
    status: isGone ? 'ignored' : 'failed',
    lastError,
    nextAttemptAt: clock.now() + delayMs,
  });
}
