import type { HostRules } from '#api/adapters/safe-fetch/public-host.ts';
import { createWebhookSender, type WebhookOutcome } from '#api/adapters/webhook-sender.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { WEBHOOK_SIGNATURE_HEADER } from '#api/domain/subscription-webhooks.ts';
import { type WebhookWorkerOptions, WebhookWorker } from '#api/webhook-worker.ts';
import { type EntitlementState, readEntitlementState } from '#api/features/entitlements/entitlements.service.ts';
import { subscriptionWebhooks } from '#db/schema/index.ts';
import { enqueueDue, findNextTimerAt } from './broadcasts.service.ts';
import * as queries from './subscription-webhooks.queries.ts';
import type { DueWebhook } from './subscription-webhooks.queries.ts';

/** Webhooks that are sent at the same time. */
const CONCURRENCY = 8;

type Options = WebhookWorkerOptions &
  Pick<Deps, 'secrets'> & {
    /** Which hosts may be called; replaced in tests, where the receiver is on this machine. */
    hosts: HostRules;
  };

/** Tells the products what their users may do. */
export class SubscriptionWebhookWorker extends WebhookWorker<DueWebhook> {
  readonly #options: Options;

  constructor(options: Options) {
    super(options, { table: subscriptionWebhooks, name: 'webhook to a product', peer: 'product' });
    this.#options = options;
  }

  protected async findNextAt(): Promise<number | null> {
    const next = [await queries.findNextAttemptAt(this.#options.db), await findNextTimerAt(this.#options.db)];
    const times = next.filter((at) => at !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Queues first what has come due by itself and what a publish has changed, so many at a time. */
  protected override async runDue(): Promise<number> {
    const queued = await enqueueDue(this.#options);
    return queued + (await super.runDue());
  }

  protected takeDue(now: number): Promise<DueWebhook[]> {
    return queries.listDueWebhooks(this.#options.db, now, CONCURRENCY);
  }

  protected async deliver(row: DueWebhook): Promise<WebhookOutcome> {
    const { db, clock, hosts } = this.#options;
    const secret = this.#readSecret(row);
    if (secret === null)
      return { statusCode: null, error: 'Its secret was made with another APP_SECRET. Add it anew.' };
    const send = createWebhookSender({
      url: row.url,
      secret,
      signatureHeader: WEBHOOK_SIGNATURE_HEADER,
      now: () => clock.now(),
      hosts,
    });
    return send(toBody(row, await readEntitlementState({ db, clock }, row)));
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

/** The state is read for each attempt: a webhook that waited says what holds when it is sent, and keeps nobody’s address meanwhile. */
const toBody = ({ eventId, type, createdAt, entitlement }: DueWebhook, state: EntitlementState): string =>
  JSON.stringify({
    id: eventId,
    type,
    created_at: toIso(createdAt),
    data: {
      ...state,
      entitlement: entitlement === null ? null : JSON.parse(entitlement),
    },
  });
