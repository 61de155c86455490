import { PaymentError } from '#api/adapters/payments.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { compareInvoice, compareSubscription } from '#api/features/subscriptions/sync/store.service.ts';
import { applyInvoice, applySubscription, syncCheckoutSession } from '#api/features/subscriptions/sync/sync.service.ts';
import { endUnknownStatement } from '#api/features/subscriptions/sync/sync.queries.ts';
import { hasWaitingEvent } from '#api/features/subscriptions/webhooks/webhooks.queries.ts';
import { conflictError } from '#api/http/errors.ts';
import type { Database } from '#db/client.ts';
import { isSharedDatabase, runWithLease } from '#db/leases.ts';
import { type Statement, write } from '#db/write.ts';
import * as queries from './reconciliation.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Older invoices are final, and their amounts are in the books (ms). */
const INVOICES_SINCE_MS = 45 * DAY_MS;
/** The hour of the nightly run, UTC. */
const NIGHTLY_HOUR = 14;

/** Its progress is stored after so many objects. */
const PROGRESS_STEP = 20;

type Run = { id: number; checked: number };
type Found = { objectId: string; userId: number | null; fields: Difference[]; isRepaired: boolean };
type Difference = { field: string; local: unknown; stripe: unknown };

/** Database files with a running comparison, by their connection; of servers that share a database, it is a lease. */
const running = new WeakSet<Database['client']>();

export type ReconciliationRequest = {
  /** The admin who asked for it; null for the nightly one. */
  actorId: number | null;
  /** Goes into the batch that begins the run. */
  extra?: readonly Statement[];
};

/**
 * Begins to compare everything at Stripe with the database, to list what differs and to repair it by the sync. Returns the run as soon as it has
 * begun; `finished` resolves when it ended, also with an error, which is in its row. @throws conflict while one is running, on any server.
 */
export async function beginReconciliation(deps: SyncDeps, request: ReconciliationRequest): Promise<BegunRun> {
  const begun = await tryBegin(deps, request);
  if (begun === null) throw conflictError('A comparison is already running. Wait until it’s finished.');
  return begun;
}

type BegunRun = { id: number; finished: Promise<void> };

/** Null while one is running. */
async function tryBegin(deps: SyncDeps, request: ReconciliationRequest): Promise<BegunRun | null> {
  const { promise: begun, resolve } = Promise.withResolvers<number>();
  const running = runAlone(deps.db, async (db) => {
    const run = await insertRun({ ...deps, db }, request);
    resolve(run.id);
    await finishRun({ ...deps, db }, run);
  });
  const id = await Promise.race([begun, running.then(() => null)]);
  return id === null ? null : { id, finished: running.then(() => undefined) };
}

/** Null while this work is done already, here or on another server. */
async function runAlone(db: Database, work: (db: Database) => Promise<void>): Promise<object | null> {
  if (isSharedDatabase(db)) return runWithLease(db, queries.RUN_LEASE, work);
  if (running.has(db.client)) return null;
  running.add(db.client);
  return work(db)
    .then(() => ({}))
    .finally(() => running.delete(db.client));
}

async function insertRun({ db, clock }: SyncDeps, { actorId, extra = [] }: ReconciliationRequest): Promise<Run> {
  const [, inserted] = await write(db, [
    queries.failUnfinishedStatement(db, clock.now()),
    queries.insertRunStatement(db, clock.now(), actorId),
    ...extra,
  ]);
  return { id: Number(inserted?.lastInsertRowid), checked: 0 };
}

async function finishRun(deps: SyncDeps, run: Run): Promise<void> {
  const { db, clock, log } = deps;
  const error = await compareAll(deps, run).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error !== null) log.error({ err: error }, 'reconciliation failed');
  await write(db, [queries.finishRunStatement(db, { ...run, finishedAt: clock.now(), error: describeFailure(error) })]);
}

function describeFailure(error: unknown): string | null {
  if (error === null) return null;
  if (error instanceof PaymentError && error.kind === 'unavailable')
    return 'Stripe couldn’t be reached. Try again in a few minutes.';
  return error instanceof Error ? error.message : String(error);
}

/** Compares everything now. Returns the id of the run. @throws conflict while one is running. */
export async function reconcile(deps: SyncDeps, request: ReconciliationRequest): Promise<number> {
  const { id, finished } = await beginReconciliation(deps, request);
  await finished;
  return id;
}

/** A run that the end of its process cut off has failed. Called before the first of this process. */
export const failCutOffRuns = ({ db, clock }: Pick<SyncDeps, 'db' | 'clock'>) =>
  write(db, [queries.failCutOffStatement(db, clock.now())]);

/** Once a day, at night; also later, when the server was not running then. */
export async function reconcileNightly(deps: SyncDeps): Promise<void> {
  const { db, clock } = deps;
  const last = await queries.findLastNightlyAt(db);
  if (last !== null && last >= findLastNight(clock.now())) return;
  await (
    await tryBegin(deps, { actorId: null })
  )?.finished;
}

/** When the last night's run should have begun. */
function findLastNight(now: number): number {
  const today = Math.floor(now / DAY_MS) * DAY_MS + NIGHTLY_HOUR * 60 * 60 * 1000;
  return today <= now ? today : today - DAY_MS;
}

async function compareAll(deps: SyncDeps, run: Run): Promise<void> {
  const { db, clock, payments } = deps;
  const seen = new Set<string>();
  for await (const subscription of payments.listAllSubscriptions()) {
    seen.add(subscription.id);
    await checkObject(deps, run, subscription, async () => {
      const compared = await compareSubscription(deps, subscription);
      if (compared === null) return 'foreign';
      const { changed, row } = compared;
      return changed.length === 0 ? null : { userId: row?.userId ?? subscription.userId, apply: applySubscription };
    });
  }
  for (const listed of await queries.listLiveSubscriptions(db)) {
    if (!seen.has(listed.id)) await checkMissing(deps, run, listed);
  }
  for await (const invoice of payments.listAllInvoices(clock.now() - INVOICES_SINCE_MS)) {
    await checkObject(deps, run, invoice, async () => {
      const compared = await compareInvoice(deps, invoice);
      if (compared === null) return 'foreign';
      const { changed, row, values } = compared;
      return changed.length === 0 ? null : { userId: row?.userId ?? values.userId, apply: applyInvoice };
    });
  }
  for (const { sessionId } of await queries.listOverdueSessions(db, clock.now())) {
    if (sessionId !== null) await syncCheckoutSession(deps, sessionId).catch(() => null);
  }
}

type Repair = {
  userId: number | null;
  apply(
    deps: SyncDeps,
    target: { id: string; customerId: string },
  ): Promise<{ before: object | null; row: object; changed: string[] } | null>;
};

/** Repairs an object whose row differs, and records it, unless its event is still waiting. */
async function checkObject(
  deps: SyncDeps,
  run: Run,
  { id, customerId }: { id: string; customerId: string },
  findRepair: () => Promise<Repair | null | 'foreign'>,
): Promise<void> {
  const isLate = await hasWaitingEvent(deps.db, customerId);
  try {
    const repair = await findRepair();
    // Something else that the account sells is nothing that we could compare.
    if (repair === 'foreign') return;
    await countChecked(deps, run);
    if (repair === null) return;
    const applied = await repair.apply(deps, { id, customerId });
    if (applied === null) return;
    const { before, row, changed } = applied;
    if (isLate || changed.length === 0) return;
    const fields = before === null ? [toMissing(row)] : changed.map((field) => toDifference(field, before, row));
    await recordDrift(deps, run, { objectId: id, userId: repair.userId, fields, isRepaired: true });
  } catch (error) {
    // Stripe's absence ends the run; one object that can't be applied does not.
    if (error instanceof PaymentError && error.kind === 'unavailable') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const fields = [{ field: 'error', local: null, stripe: reason }];
    await recordDrift(deps, run, { objectId: id, userId: null, fields, isRepaired: false });
  }
}

/** Stores how far it is now and then, for the screen. */
async function countChecked({ db }: SyncDeps, run: Run): Promise<void> {
  run.checked += 1;
  if (run.checked % PROGRESS_STEP === 0) await write(db, [queries.saveProgressStatement(db, run)]);
}

const toDifference = (field: string, before: object, row: object): Difference => ({
  field,
  local: before[field as never],
  stripe: row[field as never],
});

const toMissing = (row: object): Difference => ({ field: 'row', local: null, stripe: row['status' as never] });

/** A row that exists here and was not in Stripe's list. */
async function checkMissing(deps: SyncDeps, run: Run, listed: { id: string; customerId: string }): Promise<void> {
  await countChecked(deps, run);
  try {
    await applySubscription(deps, listed);
  } catch (error) {
    if (!(error instanceof PaymentError && error.kind === 'not_found')) throw error;
    await write(deps.db, [endUnknownStatement(deps.db, listed.id, deps.clock.now())]);
    const fields = [{ field: 'status', local: 'active', stripe: null }];
    await recordDrift(deps, run, { objectId: listed.id, userId: null, fields, isRepaired: true });
  }
}

async function recordDrift({ db, clock, log }: SyncDeps, run: Run, found: Found): Promise<void> {
  const { objectId, userId, fields, isRepaired } = found;
  const now = clock.now();
  log.error({ run: run.id, object: objectId, fields: fields.map(({ field }) => field) }, 'billing drift');
  const toJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
  const drifts = fields.map(({ field, local, stripe }) => ({
    reconciliationId: run.id,
    userId,
    objectId,
    field,
    localValue: toJson(local),
    stripeValue: toJson(stripe),
    foundAt: now,
    repairedAt: isRepaired ? now : null,
  }));
  const audit = insertAuditStatement(db, {
    at: now,
    action: 'billing.drift_repaired',
    actorId: null,
    subject: `${objectId.startsWith('in_') ? 'invoice' : 'subscription'}:${objectId}`,
    detail: { fields: fields.map(({ field }) => field) },
    dedupeKey: `billing.drift_repaired:${run.id}:${objectId}`,
  });
  await write(db, [queries.insertDriftsStatement(db, drifts), ...(isRepaired ? [audit] : [])]);
}
