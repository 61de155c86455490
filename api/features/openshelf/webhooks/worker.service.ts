import type { WebhookSender } from '#api/adapters/openshelf-webhook.ts';
import type { Deps } from '#api/deps.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import { DueWorker } from '#api/due-worker.ts';
import * as queries from './webhooks.queries.ts';
import type { WebhookRow } from './webhooks.queries.ts';

/** Webhooks that are sent at the same time, each of another publication. */
const CONCURRENCY = 8;
/** Delays between attempts (ms): 10 s, doubled up to 4 hours. */
const ATTEMPT_BACKOFF = { baseMs: 10_000, maxMs: 4 * 60 * 60_000 };
/** After so many attempts, at most three days, a webhook is given up. */
export const WEBHOOK_ATTEMPTS_MAX = 28;

type Options = Pick<Deps, 'db' | 'clock' | 'log' | 'space'> & { send: WebhookSender };

/**
 * Sends the queued webhooks at least once, those of one publication in their order. One is marked as delivered after its
 * response, so after a crash it may be sent again, with the same event id.
 */
export class OpenshelfWebhookWorker extends DueWorker {
  readonly #options: Options;

  constructor(options: Options) {
    super(options, 'webhooks to the publishing service failed; trying again');
    this.#options = options;
  }

  protected findNextAt(): Promise<number | null> {
    return queries.findNextAttemptAt(this.#options.db);
  }

  protected async runDue(): Promise<number> {
    const { db, clock } = this.#options;
    await queries.advanceMisdatedWebhooks(db, clock.now(), ATTEMPT_BACKOFF.maxMs);
    const due = await queries.listDueWebhooks(db, clock.now(), CONCURRENCY);
    const rows = await queries.closeDecisions(db, due);
    await Promise.all(rows.map((row) => this.#send(row)));
    return due.length;
  }

  async #send(row: WebhookRow): Promise<void> {
    const { db, clock, log, send } = this.#options;
    const { statusCode, error } = await send(row.payload);
    const now = clock.now();
    if (error === null && statusCode !== null) {
      await queries.markDelivered(db, row.id, { statusCode, now });
      return;
    }
    // An attempt that a stop cut off does not count.
    if (this.isStopped) return;
    const attempt = row.attempts + 1;
    log.warn({ webhook: row.id, statusCode, attempt }, 'webhook to the publishing service failed');
    await queries.markFailed(db, row.id, {
      statusCode,
      error: error ?? '',
      nextAttemptAt: now + computeBackoffMs(attempt, ATTEMPT_BACKOFF),
      isGivenUp: attempt >= WEBHOOK_ATTEMPTS_MAX,
    });
  }
}
