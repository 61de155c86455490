import { computeBackoffMs } from '#api/domain/backoff.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import type { ReleaseWriter } from '#api/releases/release-writer.ts';

/** Maximum delay between attempts, milliseconds; also how late it is noticed that someone else has freed space. */
const RETRY_MAX_MS = 30_000;

/** Frees a full disk of old releases: more of them at each attempt, until a probe finds space. */
export class SpaceRecovery {
  readonly #options: Pick<PublisherOptions, 'log' | 'space'>;
  readonly #writer: Pick<ReleaseWriter, 'freeSpace'>;
  #isNeeded = false;
  /** Consecutive attempts that were not enough. */
  #attempts = 0;

  constructor(options: Pick<PublisherOptions, 'log' | 'space'>, writer: Pick<ReleaseWriter, 'freeSpace'>) {
    this.#options = options;
    this.#writer = writer;
  }

  /** A write found no space: here, or anywhere in the server. */
  request(): void {
    this.#isNeeded = true;
  }

  /** How long to wait before the next attempt, milliseconds; null when none is needed. */
  get delayMs(): number | null {
    if (!this.#isNeeded) return null;
    return this.#attempts === 0 ? 0 : computeBackoffMs(this.#attempts, { maxMs: RETRY_MAX_MS });
  }

  /** Deletes old releases if space is needed. Runs before anything is written: on a full disk nothing else can be. */
  async run(): Promise<void> {
    if (!this.#isNeeded) return;
    const { log, space } = this.#options;
    const attempt = this.#attempts;
    this.#attempts += 1;
    const freed = await this.#writer.freeSpace(attempt);
    if (freed.deleted > 0) log.warn(freed, 'disk full; old releases deleted');
    this.#isNeeded = (await space?.isStillFull()) ?? false;
  }

  /** Everything could be written since `run`. */
  recordSuccess(): void {
    if (!this.#isNeeded) this.#attempts = 0;
  }
}
