import type { WebhookOutcome, WebhookSender } from '#api/adapters/webhook-sender.ts';
import { toIso } from '#api/clock.ts';
import { type WebhookWorkerOptions, WebhookWorker } from '#api/webhook-worker.ts';
import { purges } from '#db/schema/index.ts';
import * as queries from './purges.queries.ts';
import type { PurgeRow } from './purges.queries.ts';

type Options = WebhookWorkerOptions & {
  send: WebhookSender;
  /** The release that visitors get. */
  release: () => number;
};

/** Tells the CDN which paths each release changed, one purge at a time. */
export class PurgeWorker extends WebhookWorker<PurgeRow> {
  readonly #options: Options;

  constructor(options: Options) {
    super(options, { table: purges, name: 'purge webhook', peer: 'cdn' });
    this.#options = options;
  }

  /** Also tries again what was given up before the restart. */
  start(): void {
    const { db, clock, log } = this.#options;
    queries
      .requeueFailedPurges(db, clock.now())
      .catch((error: unknown) => log.error({ err: error }, 'failed purges couldn’t be queued again'))
      .finally(() => this.wake());
  }

  findFailure(): Promise<{ since: number; error: string } | null> {
    return queries.findPurgeFailure(this.#options.db, this.#options.clock.now());
  }

  protected findNextAt(): Promise<number | null> {
    return queries.findNextPurgeAt(this.#options.db, this.#options.release());
  }

  protected async takeDue(now: number): Promise<PurgeRow[]> {
    const purge = await queries.takeDuePurge(this.#options.db, { release: this.#options.release(), now });
    return purge ? [purge] : [];
  }

  protected deliver({ releaseId, paths, publishedAt }: PurgeRow): Promise<WebhookOutcome> {
    const body = {
      type: 'site.published',
      release: releaseId,
      paths: paths ?? [],
      everything: paths === null,
      published_at: toIso(publishedAt),
    };
    return this.#options.send(JSON.stringify(body));
  }
}
