import type { Logger } from 'pino';
import type { Clock } from '#api/clock.ts';

/** Interval of probes (ms). */
const PROBE_EVERY_MS = 5_000;
/** A part that doesn't answer within this fails (ms). */
const PROBE_LIMIT_MS = 5_000;
const NO_ANSWER = 'It doesn’t answer.';

/** The parts that are watched without a row of the database: the database itself, and what a server has of its own. */
export const watchedParts = ['database', 'pages', 'disk'] as const;
export type WatchedPart = (typeof watchedParts)[number];

/** Since when a part fails (UTC ms), and why, as a sentence where it is known. */
export type PartFailure = { since: number; reason: string | null };

/** Resolves with a sentence about what is wrong, null when the part works, undefined when that isn't known yet. */
export type PartProbe = () => Promise<string | null | undefined>;

type Options = {
  clock: Clock;
  log: Logger;
  probes: Record<WatchedPart, PartProbe>;
  /** Replaces PROBE_LIMIT_MS in tests. */
  limitMs?: number;
};

/**
 * Watches the parts of one server from its start on, also while its database is away: it needs nothing of what it watches. What it found
 * last is in memory, for `/metrics` and for alerts.
 */
export class PartWatch {
  readonly #options: Options;
  readonly #failures = new Map<WatchedPart, PartFailure | null>();
  readonly #underWay = new Set<WatchedPart>();
  readonly #listeners: (() => Promise<void>)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The parts that were probed; null for one that works. */
  get failures(): ReadonlyMap<WatchedPart, PartFailure | null> {
    return this.#failures;
  }

  /** Calls back after each round of probes. */
  onChecked(listener: () => Promise<void>): void {
    this.#listeners.push(listener);
  }

  /** Once, also where it is called again. */
  start(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => void this.check(), PROBE_EVERY_MS).unref();
    void this.check();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Probes each part now, unless its last probe is still under way. */
  async check(): Promise<void> {
    await Promise.all(watchedParts.map((part) => this.#probe(part)));
    const { log } = this.#options;
    const logError = (error: unknown) => log.error({ err: error }, 'what follows a check of the parts failed');
    for (const listener of this.#listeners) await listener().catch(logError);
  }

  async #probe(part: WatchedPart): Promise<void> {
    if (this.#underWay.has(part)) return;
    this.#underWay.add(part);
    const { probes, limitMs = PROBE_LIMIT_MS } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(NO_ANSWER), limitMs);
    });
    const probe = probes[part]().catch((error: unknown) => toReason(error));
    void probe.finally(() => this.#underWay.delete(part));
    const reason = await Promise.race([probe, limit]);
    clearTimeout(timer);
    if (reason !== undefined) this.#record(part, reason);
  }

  #record(part: WatchedPart, reason: string | null): void {
    const { clock, log } = this.#options;
    const last = this.#failures.get(part) ?? null;
    if (reason === null) {
      if (last) log.info({ part, since: last.since }, 'a part of the server works again');
      this.#failures.set(part, null);
      return;
    }
    if (!last) log.error({ part, reason }, 'a part of the server fails');
    this.#failures.set(part, { since: last?.since ?? clock.now(), reason });
  }
}

/** Messages of errors are for the log and for admins; one without a message says only that the part fails. */
const toReason = (error: unknown): string => (error instanceof Error && error.message ? error.message : 'It fails.');
