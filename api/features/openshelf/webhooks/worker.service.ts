import type { WebhookOutcome, WebhookSender } from '#api/adapters/webhook-sender.ts';
import { type WebhookWorkerOptions, WebhookWorker } from '#api/webhook-worker.ts';
import { openshelfWebhooks } from '#db/schema/index.ts';
import * as queries from './webhooks.queries.ts';
import type { WebhookRow } from './webhooks.queries.ts';

/** Webhooks that are sent at the same time, each of another publication. */
const CONCURRENCY = 8;

type Options = WebhookWorkerOptions & { send: WebhookSender };

/** Sends the webhooks to the publishing service, those of one publication in their order, each with its event id in every attempt. */
export class OpenshelfWebhookWorker extends WebhookWorker<WebhookRow> {
  readonly #options: Options;

  constructor(options: Options) {
    super(options, { table: openshelfWebhooks, name: 'webhook to the publishing service', peer: 'openshelf' });
    this.#options = options;
  }

  protected findNextAt(): Promise<number | null> {
    return queries.findNextAttemptAt(this.#options.db);
  }

  protected async takeDue(now: number): Promise<WebhookRow[]> {
    const { db } = this.#options;
    const due = await queries.listDueWebhooks(db, now, CONCURRENCY);
    const rows = await queries.closeDecisions(db, due);
    // All of these decisions were undone in between; there may be others.
    return due.length > 0 && rows.length === 0 ? this.takeDue(now) : rows;
  }

  protected deliver(row: WebhookRow): Promise<WebhookOutcome> {
    return this.#options.send(row.payload);
  }
}
