import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import type { Deps } from '#api/deps.ts';
import { reconcileNightly } from '#api/features/subscriptions/reconciliation/reconciliation.service.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { write } from '#db/write.ts';
import { applyEvents } from './apply.service.ts';
import { catchUpEvents } from './inbox.service.ts';
import * as queries from './webhooks.queries.ts';

/** Customers whose events are applied at the same time. */
const CONCURRENCY = 4;
/** Events of one read. */
const BATCH_SIZE = 200;
/** Maximum delay after consecutive database errors, such as a full disk (ms). */
const RETRY_MAX_MS = 30_000;
const POLL_INTERVAL_MS = 60_000;
const HOURLY_MS = 60 * 60 * 1000;
/** How long a stop waits for calls in flight (ms). What they leave undone is done after the next start. */
const SHUTDOWN_GRACE_MS = 3_000;

type Options = SyncDeps & Pick<Deps, 'space'>;

/**
 * Applies the events of the inbox, each until it has worked once. Every hour it also asks Stripe for events that were not
 * delivered, and at night it compares everything.
 */
export class BillingWorker {
  readonly #options: Options;
  readonly #customers = new PQueue({ concurrency: CONCURRENCY });
  #running: Promise<void> | null = null;
  #chores: Promise<void> = Promise.resolve();
  #isWoken = false;
  #isStopped = false;
  /** Consecutive polls that failed. */
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #hourlyTimer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Applies what was left over, and asks Stripe for what was sent meanwhile. */
  start(): void {
    const { db, clock } = this.#options;
    this.#runChores(async () => {
      await write(db, [queries.retryFailedStatement(db, clock.now())]);
      this.wake();
      await this.#catchUp(true);
    });
    this.#hourlyTimer = setInterval(() => this.#runChores(() => this.#runHourly()), HOURLY_MS).unref();
  }

  /** Reads the inbox soon; called after each write that puts an event into it. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isStopped) return;
    this.#running ??= this.#drain().finally(() => {
      this.#running = null;
      if (this.#isWoken && this.#failures === 0) this.wake();
      else void this.#scheduleNext();
    });
  }

  /** Resolves when no event is due or being applied. */
  async whenIdle(): Promise<void> {
    this.wake();
    while (this.#running) await this.#running;
  }

  /** Waits a moment for what is being applied. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#hourlyTimer);
    const timeout = new AbortController();
    await Promise.race([
      Promise.all([this.#running, this.#chores]),
      sleep(SHUTDOWN_GRACE_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
  }

  async #drain(): Promise<void> {
    const { db, clock, log, space } = this.#options;
    try {
      do {
        this.#isWoken = false;
        const due = await queries.listDueEvents(db, clock.now(), BATCH_SIZE);
        if (due.length > 0) this.#isWoken = true;
        const groups = Map.groupBy(due, (event) => event.customerId ?? event.objectId ?? event.id);
        await this.#customers.addAll(
          [...groups.values()].map((events) => async () => {
            if (!this.#isStopped) await applyEvents(this.#options, events);
          }),
        );
        this.#failures = 0;
      } while (this.#isWoken && !this.#isStopped);
    } catch (error) {
      if (this.#isStopped) return;
      this.#failures += 1;
      space.recordError(error);
      log.error({ err: error }, 'event inbox failed; trying again');
    }
  }

  async #scheduleNext(): Promise<void> {
    if (this.#isStopped) return;
    const { db, clock, log } = this.#options;
    if (this.#failures > 0) return this.#wakeAfter(computeBackoffMs(this.#failures, { maxMs: RETRY_MAX_MS }));
    try {
      const next = await queries.findNextAttemptAt(db);
      if (next !== null) this.#wakeAfter(Math.min(Math.max(next - clock.now(), 50), POLL_INTERVAL_MS));
    } catch (error) {
      if (!this.#isStopped) log.error({ err: error }, 'event inbox failed; trying again');
      this.#wakeAfter(POLL_INTERVAL_MS);
    }
  }

  #wakeAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), milliseconds).unref();
  }

  async #runHourly(): Promise<void> {
    const { db, clock } = this.#options;
    await this.#catchUp(false);
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
    this.#chores = this.#chores.then(chore).catch((error: unknown) => {
      if (!this.#isStopped) this.#options.log.error({ err: error }, 'billing chore failed');
    });
  }
}
