import PQueue from 'p-queue';
import type { Deps } from '#api/deps.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import {
  beginReconciliation,
  failCutOffRuns,
  reconcileNightly,
  type ReconciliationRequest,
} from '#api/features/subscriptions/reconciliation/reconciliation.service.ts';
import { runWaitingChanges } from '#api/features/subscriptions/changes/staff-change.service.ts';
import { findNextChangeAt } from '#api/features/subscriptions/changes/waiting-change.queries.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { syncContacts, syncIncomplete, voidLeftOpen } from '#api/features/subscriptions/sync/sync.service.ts';
import { write } from '#db/write.ts';
import { applyEvents, EVENT_RETRY_MAX_MS } from './apply.service.ts';
import { catchUpEvents } from './inbox.service.ts';
import * as queries from './webhooks.queries.ts';

/** Customers whose events are applied at the same time. */
const CONCURRENCY = 4;
/** Events of one read. */
const BATCH_SIZE = 200;
const HOURLY_MS = 60 * 60 * 1000;

type Options = SyncDeps & Pick<Deps, 'space'>;

/**
 * Applies the events of the inbox, each until it has worked once, and makes the changes of plans that staff can’t undo any more. Every hour it also asks Stripe for events that were not
 * delivered, and at night it compares everything.
 */
export class BillingWorker extends PollingWorker {
  readonly #options: Options;
  readonly #customers = new PQueue({ concurrency: CONCURRENCY });
  #chores: Promise<void> = Promise.resolve();
  #hourlyTimer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    super(options, 'billing', 'event inbox failed; trying again');
    this.#options = options;
  }

  /** Applies what was left over, and asks Stripe for what was sent meanwhile. */
  start(): void {
    const { db, clock } = this.#options;
    this.#runChores(async () => {
      await failCutOffRuns(this.#options);
      await write(db, [queries.retryFailedStatement(db, clock.now())]);
      this.wake();
      await this.#catchUp(true);
      await syncIncomplete(this.#options);
      await voidLeftOpen(this.#options);
    });
    this.#hourlyTimer = setInterval(() => this.#runChores(() => this.#runHourly()), HOURLY_MS).unref();
  }

  /** Waits a moment for what is being applied. */
  override async stop(): Promise<void> {
    clearInterval(this.#hourlyTimer);
    await super.stop(this.#chores);
  }

  protected async findNextAt(): Promise<number | null> {
    const { db } = this.#options;
    const times = [await queries.findNextAttemptAt(db), await findNextChangeAt(db)].filter((at) => at !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  protected async runDue(): Promise<number> {
    const { db, clock } = this.#options;
    const changes = await runWaitingChanges(this.#options);
    await queries.advanceMisdatedEvents(db, clock.now(), EVENT_RETRY_MAX_MS);
    const due = await queries.listDueEvents(db, clock.now(), BATCH_SIZE);
    const groups = Map.groupBy(due, (event) => event.customerId ?? event.objectId ?? event.id);
    await this.#customers.addAll(
      [...groups.values()].map((events) => async () => {
        if (!this.isStopped) await applyEvents(this.#options, events);
      }),
    );
    return changes + due.length;
  }

  /** Begins a comparison with everything at Stripe and goes on with it. Returns the id of its run. @throws conflict while one is running. */
  async reconcile(request: ReconciliationRequest): Promise<number> {
    const { id, finished } = await beginReconciliation(this.#options, request);
    // Handled now: the chore before may take long, and a rejection that nobody handles meanwhile would end the process.
    const outcome = finished.catch((error: unknown) => this.#logFailure(error));
    this.#runChores(() => outcome);
    return id;
  }

  async #runHourly(): Promise<void> {
    const { db, clock } = this.#options;
    await this.#catchUp(false);
    await syncIncomplete(this.#options);
    await voidLeftOpen(this.#options);
    await syncContacts(this.#options);
    await reconcileNightly(this.#options);
    await write(db, [queries.deleteOldEventsStatement(db, clock.now())]);
  }

  async #catchUp(isStart: boolean): Promise<void> {
    const { stored, isFirst } = await catchUpEvents(this.#options, { isStart });
    if (stored === 0) return;
    const message = 'events that Stripe didn’t deliver were read from its list';
    if (!isFirst) this.#options.log.warn({ events: stored }, message);
    this.wake();
  }

  /** One chore after the other; a failure is logged, and the next hour tries again. */
  #runChores(chore: () => Promise<void>): void {
    this.#chores = this.#chores.then(chore).catch((error: unknown) => this.#logFailure(error));
  }

  #logFailure(error: unknown): void {
    if (!this.isStopped) this.#options.log.error({ err: error }, 'billing chore failed');
  }
}
