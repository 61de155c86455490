import { createWebhookSender, type WebhookOutcome } from '#api/adapters/webhook-sender.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { WEBHOOK_SIGNATURE_HEADER } from '#api/domain/subscription-webhooks.ts';
import { type WebhookWorkerOptions, WebhookWorker } from '#api/webhook-worker.ts';
import { subscriptionWebhooks } from '#db/schema/index.ts';
import * as queries from './subscription-webhooks.queries.ts';
import type { DueWebhook } from './subscription-webhooks.queries.ts';

/** Webhooks that are sent at the same time. */
const CONCURRENCY = 8;

type Options = WebhookWorkerOptions &
  Pick<Deps, 'secrets'> & {
    /** Why an address may not be called, or null; replaced in tests, where the receiver is on this machine. */
    findObstacle: (host: string) => Promise<string | null>;
  };

/** Tells the products about subscriptions: to each address what is about one subscription in its order. */
export class SubscriptionWebhookWorker extends WebhookWorker<DueWebhook> {
  readonly #options: Options;

  constructor(options: Options) {
    super(options, { table: subscriptionWebhooks, name: 'webhook about a subscription', peer: 'product' });
    this.#options = options;
  }

  protected findNextAt(): Promise<number | null> {
    return queries.findNextAttemptAt(this.#options.db);
  }

  protected takeDue(now: number): Promise<DueWebhook[]> {
    return queries.listDueWebhooks(this.#options.db, now, CONCURRENCY);
  }

  protected async deliver(row: DueWebhook): Promise<WebhookOutcome> {
    const { clock, findObstacle } = this.#options;
    const obstacle = await findObstacle(new URL(row.url).hostname);
    if (obstacle !== null) return { statusCode: null, error: obstacle };
    const secret = this.#readSecret(row);
    if (secret === null)
      return { statusCode: null, error: 'Its secret was made with another APP_SECRET. Add it anew.' };
    const send = createWebhookSender({
      url: row.url,
      secret,
      signatureHeader: WEBHOOK_SIGNATURE_HEADER,
      now: () => clock.now(),
    });
    return send(toBody(row));
  }

  /** Null when it can’t be read: one such address holds up no other. */
  #readSecret({ secret }: DueWebhook): string | null {
    try {
      return this.#options.secrets.decrypt(secret);
    } catch {
      return null;
    }
  }
}

/** The address of the user is read when it is sent: what waits keeps nobody’s address. */
const toBody = ({ eventId, type, createdAt, userId, email, entitlement }: DueWebhook): string =>
  JSON.stringify({
    id: eventId,
    type,
    created_at: toIso(createdAt),
    data: {
      user: userId === null ? null : { id: userId, email },
      entitlement: entitlement === null ? null : JSON.parse(entitlement),
    },
  });
