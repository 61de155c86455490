import type { WebhookOutcome } from '#api/adapters/webhook-sender.ts';
import {
  advanceMisdatedDeliveries,
  type DeliveryTable,
  markDelivered,
  markFailed,
} from '#db/queries/webhook-deliveries.ts';
import type { Deps } from './deps.ts';
import { computeBackoffMs } from './domain/backoff.ts';
import { PollingWorker } from './polling-worker.ts';

/** Delays between attempts (ms): 10 s, doubled up to 4 hours. */
const ATTEMPT_BACKOFF = { baseMs: 10_000, maxMs: 4 * 60 * 60_000 };
/** After so many attempts, at most three days, a webhook is given up. */
export const WEBHOOK_ATTEMPTS_MAX = 28;

export type WebhookWorkerOptions = Pick<Deps, 'db' | 'clock' | 'log' | 'space'> & Partial<Pick<Deps, 'metrics'>>;
/** Who gets a webhook, for metrics. */
type Peer = 'openshelf' | 'product' | 'cdn';

type QueuedWebhook = { id: number; attempts: number };

/**
 * Delivers the webhooks of one table (`deliveryColumns`) at least once. One is marked as delivered after its response, so after
 * a crash it may be sent again.
 */
export abstract class WebhookWorker<Row extends QueuedWebhook> extends PollingWorker {
  readonly #options: WebhookWorkerOptions;
  readonly #table: DeliveryTable;
  readonly #failureMessage: string;
  readonly #peer: Peer;

  /** @param name what is sent, for the log; @param peer who gets it, for metrics */
  constructor(
    options: WebhookWorkerOptions,
    { table, name, peer }: { table: DeliveryTable; name: string; peer: Peer },
  ) {
    super(options, 'webhooks', `${name}: the queue couldn’t be read; trying again`);
    this.#options = options;
    this.#table = table;
    this.#failureMessage = `${name} failed`;
    this.#peer = peer;
  }

  /** Those that are sent now, at the same time. */
  protected abstract takeDue(now: number): Promise<Row[]>;

  /** Makes one attempt. */
  protected abstract deliver(row: Row): Promise<WebhookOutcome>;

  protected async runDue(): Promise<number> {
    const { db, clock } = this.#options;
    await advanceMisdatedDeliveries(db, this.#table, { now: clock.now(), longestWaitMs: ATTEMPT_BACKOFF.maxMs });
    const rows = await this.takeDue(clock.now());
    await Promise.all(rows.map((row) => this.#send(row)));
    return rows.length;
  }

  async #send(row: Row): Promise<void> {
    const { db, clock, log } = this.#options;
    const { statusCode, error } = await this.deliver(row);
    const now = clock.now();
    if (error === null && statusCode !== null) {
      this.#count('delivered');
      await markDelivered(db, this.#table, { id: row.id, statusCode, now });
      return;
    }
    // An attempt that a stop cut off does not count.
    if (this.isStopped) return;
    const attempt = row.attempts + 1;
    const isGivenUp = attempt >= WEBHOOK_ATTEMPTS_MAX;
    log.warn({ webhook: row.id, statusCode, attempt }, this.#failureMessage);
    this.#count(isGivenUp ? 'given_up' : 'retried');
    await markFailed(db, this.#table, {
      id: row.id,
      statusCode,
      error: error ?? '',
      nextAttemptAt: now + computeBackoffMs(attempt, ATTEMPT_BACKOFF),
      isGivenUp,
    });
  }

  #count(result: 'delivered' | 'retried' | 'given_up'): void {
    this.#options.metrics?.count('webhooks_total', { direction: 'out', peer: this.#peer, result });
  }
}
