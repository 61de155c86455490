import { computeBackoffMs, withoutJitter } from '#api/domain/backoff.ts';
import type { AutosaveClock } from './save-state.ts';

const BACKOFF = { baseMs: 2_000, maxMs: 60_000, random: withoutJitter };

/** Save scheduler: one request at a time, debounced, with exponential backoff after a failure. */
export class SaveScheduler {
  readonly #clock: AutosaveClock;
  readonly #attempt: () => Promise<void>;
  #timer: unknown = null;
  #running: Promise<void> | null = null;
  #failures = 0;
  #isStopped = false;

  /** `attempt` never rejects. */
  constructor(clock: AutosaveClock, attempt: () => Promise<void>) {
    this.#clock = clock;
    this.#attempt = attempt;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** The last ones failed, and the next one is planned. */
  get isRetrying(): boolean {
    return this.#failures > 0;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Tries at once, or joins the attempt under way. */
  runNow(): Promise<void> {
    if (this.#running) return this.#running;
    if (this.#isStopped) return Promise.resolve();
    this.cancel();
    this.#running = this.#attempt().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Makes another call in the place of an attempt: none is under way beside it. */
  async runExclusive<Result>(call: () => Promise<Result>): Promise<Result> {
    await this.#running;
    this.cancel();
    const result = call();
    this.#running = Promise.allSettled([result]).then(() => {
      this.#running = null;
    });
    await this.#running;
    return result;
  }

  /** Plans the next attempt, milliseconds UTC. */
  schedule(dueAt: number): void {
    this.#scheduleIn(Math.max(0, dueAt - this.#clock.now()));
  }

  /** The attempt failed: plans the next one, after `minDelayMs` at least. */
  scheduleRetry(minDelayMs: number): void {
    this.#failures += 1;
    this.#scheduleIn(Math.max(computeBackoffMs(this.#failures, BACKOFF), minDelayMs));
  }

  /** The server has judged what it was sent: the next failure is a first one. */
  resetBackoff(): void {
    this.#failures = 0;
  }

  cancel(): void {
    this.#clock.clearTimer(this.#timer);
  }

  stop(): void {
    this.#isStopped = true;
    this.cancel();
  }

  #scheduleIn(milliseconds: number): void {
    this.cancel();
    if (!this.#isStopped) this.#timer = this.#clock.setTimer(() => void this.runNow(), milliseconds);
  }
}
