import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { computeBackoffMs, withoutJitter } from '#api/domain/backoff.ts';
import type { Delivery } from '../objects/kinds.ts';
import type { Engine } from '../state/engine.ts';
import type { Transaction } from '../state/transaction.ts';
import { type DeliveryPlan, sendOnceMore } from './endpoints.ts';
import { createPayload, type DeliveryFlaw } from './payload.ts';

const TIMEOUT_MS = 10_000;
const ATTEMPTS_MAX = 12;
const POLL_MS = 5;
const RETRY = { baseMs: 5_000, maxMs: 3600_000, random: withoutJitter };

/** A delivery that is not held. */
type Waiting = Delivery & { attemptAt: number };

/** `hold` sends nothing until `deliverHeld`. `delayMs` is the longest delay, by chance for each event; `duplicate`: further copies. */
export type DeliverySettings = {
  mode: 'auto' | 'hold';
  delayMs?: number;
  duplicate?: number;
  shuffle?: boolean;
  seed?: number;
  flaw?: DeliveryFlaw | null;
};

type DelivererOptions = {
  engine: () => Engine;
  /** Dates the signatures, which the receiver compares with its own clock. Waiting is in time of the machine. */
  realNow: () => number;
  log?: Logger | undefined;
};

/** Sends events to endpoints, one after the other, in the order of the events unless set otherwise; again after a failure. */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #stopping = new AbortController();
  #settings: DeliverySettings = { mode: 'auto' };
  #random = createRandom(1);
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | null = null;

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  get settings(): DeliverySettings {
    return this.#settings;
  }

  set(settings: DeliverySettings): void {
    this.#settings = settings;
    this.#random = createRandom(settings.seed ?? 1);
  }

  /** For events as they are written. */
  plan(): DeliveryPlan {
    const { mode, delayMs = 0, duplicate = 0 } = this.#settings;
    return {
      copies: duplicate,
      attemptAt: () => (mode === 'hold' ? null : Date.now() + Math.floor(this.#random() * delayMs)),
    };
  }

  /** Starts sending what is due, and a timer for what is due later. */
  wake(): void {
    if (this.#isStopped || this.#sending) return;
    clearTimeout(this.#timer);
    const nextAt = this.#listWaiting().reduce((earliest, { attemptAt }) => Math.min(earliest, attemptAt), Infinity);
    if (nextAt === Infinity) return;
    const delay = nextAt - Date.now();
    if (delay > 0) {
      this.#timer = setTimeout(() => this.wake(), Math.min(delay, 2 ** 31 - 1)).unref();
      return;
    }
    this.#sending = this.#sendDue()
      .catch((error: unknown) => this.#options.log?.error({ err: error }, 'webhook delivery failed'))
      .finally(() => {
        this.#sending = null;
        this.wake();
      });
  }

  /** Sends everything that is held or waits for another try; `order` names events in the order to send them first. */
  async release(order: readonly string[] = []): Promise<void> {
    for (const event of order) {
      await this.#release((each) => each.event === event);
      await this.whenSent();
    }
    await this.#release(() => true);
  }

  /** Sends an event once more to every endpoint, whatever became of it. */
  sendAgain(event: string): Promise<void> {
    return this.#engine.run((tx) => {
      for (const { id } of tx.list('webhook_endpoint', ({ status }) => status === 'enabled')) {
        sendOnceMore(tx, { event, endpoint: id, attemptAt: Date.now() });
      }
    });
  }

  /** Resolves when every event that is not held has had its first attempt. */
  async whenSent(): Promise<void> {
    const isWaiting = () =>
      this.#listWaiting().some(({ attempts, attemptAt }) => attempts === 0 || attemptAt <= Date.now());
    await this.#engine.whenIdle();
    while (isWaiting() && !this.#isStopped) {
      this.wake();
      await (this.#sending ?? sleep(POLL_MS));
      await this.#engine.whenIdle();
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#sending;
  }

  get #engine(): Engine {
    return this.#options.engine();
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #listWaiting(): Waiting[] {
    return this.#engine.store
      .list('sandbox.delivery')
      .filter((each): each is Waiting => each.status === 'pending' && each.attemptAt !== null);
  }

  async #sendDue(): Promise<void> {
    const list = () => this.#listWaiting().filter(({ attemptAt }) => attemptAt <= Date.now());
    for (let due = list(); due.length > 0; due = list()) {
      const ordered = this.#settings.shuffle ? shuffle(due, this.#random) : due;
      for (const delivery of ordered) {
        if (this.#isStopped) return;
        await this.#attempt(delivery);
      }
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    if (this.#engine.store.get('sandbox.delivery', delivery.id)?.status !== 'pending') return;
    const isDelivered = await this.#post(delivery);
    if (this.#isStopped && !isDelivered) return;
    await this.#engine.record((tx) => recordAttempt(tx, delivery, { isDelivered, now: Date.now() }));
  }

  async #post({ event: eventId, endpoint: endpointId }: Delivery): Promise<boolean> {
    const { store } = this.#engine;
    const endpoint = store.get('webhook_endpoint', endpointId);
    const secret = store.get('sandbox.endpoint_secret', endpointId)?.secret;
    const event = store.get('event', eventId);
    if (!endpoint || !secret || !event) return true;
    const { log, realNow } = this.#options;
    const payload = createPayload(event, { secret, realNow: realNow(), flaw: this.#settings.flaw ?? null });
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        body: payload.body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': payload.signature,
          'user-agent': 'Stripe/1.0',
        },
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#stopping.signal]),
      });
      await response.body?.cancel();
      if (!response.ok) log?.debug({ event: event.type, status: response.status }, 'webhook refused');
      return response.ok;
    } catch (error) {
      log?.debug({ event: event.type, err: error }, 'webhook not delivered');
      return false;
    }
  }

  async #release(isSelected: (delivery: Delivery) => boolean): Promise<void> {
    await this.#engine.run((tx) => {
      for (const { id } of tx.list('sandbox.delivery', (each) => each.status === 'pending' && isSelected(each))) {
        tx.update('sandbox.delivery', id, { attemptAt: Date.now() });
      }
    });
  }
}

/** A delivery that arrived is removed; the event counts the endpoints that it has not reached yet. */
function recordAttempt(
  tx: Transaction,
  { id }: Delivery,
  { isDelivered, now }: { isDelivered: boolean; now: number },
): void {
  const delivery = tx.find('sandbox.delivery', id);
  if (!delivery) return;
  const attempts = delivery.attempts + 1;
  if (!isDelivered) {
    const isOver = attempts >= ATTEMPTS_MAX;
    const attemptAt = isOver ? null : now + computeBackoffMs(attempts, RETRY);
    tx.update('sandbox.delivery', id, { attempts, attemptAt, status: isOver ? 'failed' : 'pending' });
    return;
  }
  tx.delete('sandbox.delivery', id);
  const event = tx.find('event', delivery.event);
  if (!event || delivery.isCopy) return;
  tx.update('event', event.id, { pending_webhooks: Math.max(0, event.pending_webhooks - 1) });
}

/** Numbers from 0 to below 1 that repeat for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A copy in random order (Fisher and Yates). */
function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}
