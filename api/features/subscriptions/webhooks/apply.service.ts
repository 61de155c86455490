import { PaymentError } from '#api/adapters/payments.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import {
  syncCheckoutSession,
  syncCustomer,
  syncDeletedCustomer,
  syncInvoice,
  syncSubscription,
} from '#api/features/subscriptions/sync/sync.service.ts';
import { type Statement, write } from '#db/write.ts';
import { alertStatements } from './alerts.service.ts';
import { type EventTarget, isAlert, listTargets } from './targets.service.ts';
import {
  type EventRow,
  markAppliedStatement,
  markUnappliedStatement,
  redactEventsStatement,
} from './webhooks.queries.ts';

/** Maximum delay between two attempts at an event (ms). */
const RETRY_MAX_MS = 60 * 60 * 1000;
const ERROR_MAX_LENGTH = 500;
/** An event that comes so long after it happened is late (ms). */
const LATE_MS = 60_000;

const KINDS: readonly EventTarget['kind'][] = ['session', 'subscription', 'invoice', 'customer', 'deletedCustomer'];
const toKey = ({ kind, id }: EventTarget) => `${kind} ${id}`;

/**
 * Applies events of one customer: fetches each object that they are about once, whatever the events say about it, in
 * whatever order they came. An event whose object could not be fetched is tried again later.
 */
export async function applyEvents(deps: SyncDeps, events: readonly EventRow[]): Promise<void> {
  const targets = new Map(events.flatMap(listTargets).map((target) => [toKey(target), target]));
  const failures = new Map<string, unknown>();
  const customerId = events.find((event) => event.customerId !== null)?.customerId ?? null;
  const ordered = [...targets.values()].sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
  const synced = new Set<string>();
  for (const target of ordered) {
    await applyTarget({ ...deps, happenedAt: findLateTime(deps, events) }, target, { customerId, synced }).catch(
      (error: unknown) => failures.set(toKey(target), error),
    );
  }
  const outcomes = events.map((event) => ({ event, error: findFailure(event, failures) }));
  const applied = outcomes.filter(({ error }) => error === null).map(({ event }) => event);
  await write(deps.db, [
    ...applied.filter(({ type }) => isAlert(type)).flatMap((event) => alertStatements(deps, event)),
    ...(applied.length > 0
      ? [
          markAppliedStatement(
            deps.db,
            applied.map(({ id }) => id),
            deps.clock.now(),
          ),
        ]
      : []),
    ...outcomes.flatMap(({ event, error }) => (error === null ? [] : [failureStatement(deps, event, error)])),
    ...(customerId === null ? [] : [redactEventsStatement(deps.db, customerId)]),
  ]);
}

/** When late events happened, the last of them; null where they are news, which our clock dates better. */
function findLateTime({ clock }: SyncDeps, events: readonly EventRow[]): number | null {
  const happenedAt = Math.max(...events.map(({ createdAt }) => createdAt));
  return clock.now() - happenedAt > LATE_MS ? happenedAt : null;
}

/** `synced`: subscriptions that were fetched after these events came in; once is enough. */
type Group = { customerId: string | null; synced: Set<string> };

async function applyTarget(deps: SyncDeps, { kind, id }: EventTarget, { customerId, synced }: Group): Promise<void> {
  if (kind === 'session') {
    const row = await syncCheckoutSession(deps, id);
    if (row) synced.add(row.stripeSubscriptionId);
  } else if (kind === 'subscription') {
    if (!synced.has(id)) await syncSubscription(deps, { id, customerId });
    synced.add(id);
  } else if (kind === 'invoice') await syncInvoice(deps, { id, customerId }, synced);
  else if (kind === 'customer') await syncCustomer(deps, id);
  else await syncDeletedCustomer(deps, id);
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
  const delayMs = computeBackoffMs(attempts + 1, { maxMs: RETRY_MAX_MS });
  return markUnappliedStatement(db, {
    id,
    status: isGone ? 'ignored' : 'failed',
    lastError,
    nextAttemptAt: clock.now() + delayMs,
  });
}
