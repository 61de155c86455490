import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from './deps.ts';
import { computeBackoffMs } from './domain/backoff.ts';
import type { WorkName } from './domain/work-names.ts';
import { runAs } from './loop-watch.ts';

/** Maximum delay after consecutive database errors, such as a full disk (ms). */
const RETRY_MAX_MS = 30_000;
const POLL_INTERVAL_MS = 60_000;
/** How long a stop waits for calls in flight (ms). What they leave undone is done after the next start. */
const SHUTDOWN_GRACE_MS = 3_000;

type WorkerDeps = Pick<Deps, 'clock' | 'log' | 'space'>;

/** Carries out durable work of the database when it is due, one poll at a time; a poll that fails is repeated with backoff. */
export abstract class PollingWorker {
  readonly #deps: WorkerDeps;
  readonly #failureMessage: string;
  readonly #name: WorkName;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;
  /** Consecutive polls that failed. */
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param failureMessage the log message of a failed poll */
  constructor(deps: WorkerDeps, name: WorkName, failureMessage: string) {
    this.#deps = deps;
    this.#failureMessage = failureMessage;
    this.#name = name;
  }

  /** Does what is due, and resolves with how much that was; more may be due afterwards. It stops early once `isStopped`. */
  protected abstract runDue(): Promise<number>;

  /** When the next piece of work is due (UTC ms), or null. */
  protected abstract findNextAt(): Promise<number | null>;

  protected get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Polls now; called at the start, and after each write that adds work. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isStopped) return;
    this.#running ??= runAs(this.#name, () => this.#drain()).finally(() => {
      this.#running = null;
      if (this.#isWoken && this.#failures === 0) this.wake();
      else void this.#scheduleNext();
    });
  }

  /** Polls now if the last poll failed: its cause has ended. */
  retry(): void {
    if (this.#failures > 0) this.wake();
  }

  /** Resolves when nothing is due or being done. */
  async whenIdle(): Promise<void> {
    this.wake();
    while (this.#running) await this.#running;
  }

  /** Waits a moment for what is being done, here and in `others`. */
  async stop(...others: Promise<unknown>[]): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const timeout = new AbortController();
    await Promise.race([
      Promise.all([this.#running, ...others]),
      sleep(SHUTDOWN_GRACE_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
  }

  async #drain(): Promise<void> {
    try {
      do {
        this.#isWoken = false;
        if ((await this.runDue()) > 0) this.#isWoken = true;
        this.#failures = 0;
      } while (this.#isWoken && !this.#isStopped);
    } catch (error) {
      if (this.#isStopped) return;
      this.#failures += 1;
      this.#deps.space.recordError(error);
      this.#logFailure(error);
    }
  }

  async #scheduleNext(): Promise<void> {
    if (this.#isStopped) return;
    if (this.#failures > 0) return this.#wakeAfter(computeBackoffMs(this.#failures, { maxMs: RETRY_MAX_MS }));
    try {
      const next = await this.findNextAt();
      if (next !== null) this.#wakeAfter(Math.min(Math.max(next - this.#deps.clock.now(), 50), POLL_INTERVAL_MS));
    } catch (error) {
      if (!this.#isStopped) this.#logFailure(error);
      this.#wakeAfter(POLL_INTERVAL_MS);
    }
  }

  #logFailure(error: unknown): void {
    this.#deps.log.error({ err: error }, this.#failureMessage);
  }

  #wakeAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), milliseconds).unref();
  }
}
