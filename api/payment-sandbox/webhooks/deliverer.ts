import type { Logger } from 'pino';
import { computeBackoffMs, withoutJitter } from '#api/domain/backoff.ts';
import type { Engine } from '../state/engine.ts';
import type { Delivery } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';
import { type DeliveryPlan, putDelivery } from './endpoints.ts';
import { createPayload, type DeliveryFlaw } from './payload.ts';
import { createRandom } from './random.ts';

const TIMEOUT_MS = 10_000;
const ATTEMPTS_MAX = 12;
const RETRY = { baseMs: 5_000, maxMs: 3600_000, random: withoutJitter };

/** `hold` sends nothing until `deliverHeld`. `delayMs` is the longest delay, by chance for each event; `duplicate`: further copies. */
export type DeliverySettings = {
  mode: 'auto' | 'hold';
  delayMs?: number;
  duplicate?: number;
  shuffle?: boolean;
  seed?: number;
  flaw?: DeliveryFlaw | null;
};

export type Deliverer = ReturnType<typeof createDeliverer>;

/** Sends events to endpoints one after the other, in the order of their events, and again after a failure. */
export function createDeliverer({
  engine,
  realNow,
  log,
}: {
  engine: () => Engine;
  realNow: () => number;
  log?: Logger;
}) {
  let settings: DeliverySettings = { mode: 'auto' };
  let random = createRandom(1);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let sending: Promise<void> | null = null;
  const stopping = new AbortController();

  const listWaiting = (): Delivery[] =>
    engine()
      .store.list('sandbox.delivery')
      .filter((each): each is Delivery => each.status === 'pending' && each.attemptAt !== null);

  const pickNext = (): Delivery | null => {
    const due = listWaiting().filter(({ attemptAt }) => (attemptAt ?? 0) <= realNow());
    return due[settings.shuffle ? Math.floor(random() * due.length) : 0] ?? null;
  };

  const sendAll = async (): Promise<void> => {
    for (let next = pickNext(); next !== null && !isStopped; next = pickNext()) await attempt(next);
  };

  const attempt = async (delivery: Delivery): Promise<void> => {
    const isDelivered = await post(delivery);
    if (isStopped && !isDelivered) return;
    await engine().run((tx) => recordAttempt(tx, delivery, { isDelivered, realNow: realNow() }));
  };

  const post = async ({ event: eventId, endpoint: endpointId }: Delivery): Promise<boolean> => {
    const { store } = engine();
    const endpoint = store.get('webhook_endpoint', endpointId);
    const secret = store.get('sandbox.endpoint_secret', endpointId)?.secret;
    const event = store.get('event', eventId);
    if (!endpoint || !secret || !event) return true;
    const { body, signature } = createPayload(store, event, {
      secret,
      realNow: realNow(),
      flaw: settings.flaw ?? null,
    });
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0',
        },
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping.signal]),
      });
      await response.body?.cancel();
      if (!response.ok) log?.debug({ event: event.type, status: response.status }, 'webhook refused');
      return response.ok;
    } catch (error) {
      log?.debug({ event: event.type, err: error }, 'webhook not delivered');
      return false;
    }
  };

  /** Starts sending what is due, and a timer for what is due later. */
  const wake = (): void => {
    if (isStopped || sending) return;
    clearTimeout(timer);
    const nextAt = Math.min(...listWaiting().map(({ attemptAt }) => attemptAt ?? Infinity));
    if (nextAt === Infinity) return;
    if (nextAt > realNow()) {
      timer = setTimeout(wake, Math.min(nextAt - realNow(), 2 ** 31 - 1)).unref();
      return;
    }
    sending = sendAll()
      .catch((error: unknown) => log?.error({ err: error }, 'webhook delivery failed'))
      .finally(() => {
        sending = null;
        wake();
      });
  };

  const release = (select: (delivery: Delivery) => boolean) =>
    engine().run((tx) => {
      for (const { id } of tx.list('sandbox.delivery', (each) => each.status === 'pending' && select(each))) {
        tx.update('sandbox.delivery', id, { attemptAt: realNow() });
      }
    });

  return {
    wake,
    settings: (): DeliverySettings => settings,
    set: (changed: DeliverySettings): void => {
      settings = changed;
      random = createRandom(changed.seed ?? 1);
    },
    /** For events as they are written. */
    plan: (): DeliveryPlan => ({
      copies: settings.duplicate ?? 0,
      attemptAt: () => (settings.mode === 'hold' ? null : realNow() + Math.floor(random() * (settings.delayMs ?? 0))),
    }),
    /** Sends everything that is held or waits for another try; `order` names events in the order to send them first. */
    release: async (order: readonly string[] = []): Promise<void> => {
      for (const event of order) {
        await release((each) => each.event === event);
        await whenSent();
      }
      await release(() => true);
    },
    /** Sends an event once more to every endpoint, whatever became of it. */
    sendAgain: (event: string): Promise<void> =>
      engine().run((tx) => {
        for (const { id } of tx.list('webhook_endpoint', ({ status }) => status === 'enabled')) {
          putDelivery(tx, { event, endpoint: id, attemptAt: realNow() });
        }
      }),
    whenSent,
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      stopping.abort();
      await sending;
    },
  };

  /** Resolves when every event that is not held has had its first attempt. */
  async function whenSent(): Promise<void> {
    const isWaiting = () =>
      listWaiting().some(({ attempts, attemptAt }) => attempts === 0 || (attemptAt ?? 0) <= realNow());
    await engine().whenIdle();
    while (isWaiting() && !isStopped) {
      wake();
      await (sending ?? new Promise((resolve) => setTimeout(resolve, 5)));
      await engine().whenIdle();
    }
  }
}

/** A delivery that arrived is removed; the event counts the endpoints that it has not reached yet. */
function recordAttempt(
  tx: Transaction,
  { id }: Delivery,
  { isDelivered, realNow }: { isDelivered: boolean; realNow: number },
): void {
  const delivery = tx.find('sandbox.delivery', id);
  if (!delivery) return;
  const attempts = delivery.attempts + 1;
  if (!isDelivered) {
    const isOver = attempts >= ATTEMPTS_MAX;
    const attemptAt = isOver ? null : realNow + computeBackoffMs(attempts, RETRY);
    tx.update('sandbox.delivery', id, { attempts, attemptAt, status: isOver ? 'failed' : 'pending' });
    return;
  }
  tx.delete('sandbox.delivery', id);
  const event = tx.find('event', delivery.event);
  const isLastCopy =
    tx.list('sandbox.delivery', (each) => each.event === delivery.event && each.endpoint === delivery.endpoint)
      .length === 0;
  if (event && isLastCopy) tx.update('event', event.id, { pending_webhooks: Math.max(0, event.pending_webhooks - 1) });
}
