import { HtmlTaskError } from '#api/adapters/html/html-processor.ts';
import { WorkerTimeoutError } from '#api/adapters/idle-worker.ts';
import type { Deps } from '#api/deps.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import { type FetchTextDeps, fetchText } from './fetch-text.service.ts';
import { findNextRetryAt, findUnhashedText, listDueTextIds } from './queued-texts.queries.ts';
import { findVersion } from './texts.queries.ts';
import { addWordsHash } from './texts.service.ts';

/** Half of what the fetch takes at once, so that a reviewer who opens a work never waits for the queue. */
const CONCURRENCY = 2;
/** Between a failed fetch and the next, at least (ms). */
const RETRY_MS = 10 * 60_000;

type Options = FetchTextDeps & Pick<Deps, 'space'>;

/**
 * Fetches the texts of the works in the queue, the longest wait first, so that copies are known before anybody opens them. Texts
 * that were stored without a hash of their words get it, each at most once in the life of the process.
 */
export class PublicationTextWorker extends PollingWorker {
  readonly #options: Options;
  #lastHashedId = 0;

  constructor(options: Options) {
    super(options, 'publication-texts', 'fetching the texts of publications failed; trying again');
    this.#options = options;
  }

  protected findNextAt(): Promise<number | null> {
    return findNextRetryAt(this.#options.db, RETRY_MS);
  }

  protected async runDue(): Promise<number> {
    const { db, clock } = this.#options;
    const hashed = await this.#hashNext();
    const ids = await listDueTextIds(db, clock.now(), { retryMs: RETRY_MS, count: CONCURRENCY });
    await Promise.all(ids.map((id) => this.#fetch(id)));
    return hashed + ids.length;
  }

  async #fetch(id: number): Promise<void> {
    const version = await findVersion(this.#options.db, id);
    if (version) await fetchText(this.#options, version);
  }

  async #hashNext(): Promise<0 | 1> {
    const { db, log } = this.#options;
    const text = await findUnhashedText(db, this.#lastHashedId);
    if (!text) return 0;
    try {
      await addWordsHash(this.#options, text);
    } catch (error) {
      if (!(error instanceof HtmlTaskError) && !(error instanceof WorkerTimeoutError)) throw error;
      log.warn({ err: error, version: text.versionId }, 'the words of a text couldn’t be hashed');
    }
    this.#lastHashedId = text.versionId;
    return 1;
  }
}
