import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Signatures are accepted for so long (ms). */
const SIGNATURE_AGE_MAX_MS = 5 * 60 * 1000;

export type WebhookEvent = {
  id: string;
  type: string;
  created_at: string;
  data: {
    publication_id: number;
    version_number: number;
    status: string;
    decision: string;
    comments: string | null;
    reasons: string[];
    changes_requested: boolean;
  };
};

/**
 * How it answers. `down`: it closes the connection. `slow`: not before `release`. `twice`: it handles the webhook and then
 * loses the connection, so that the webhook comes again; that one it answers.
 */
export type ReceiverMode = 'ok' | 'down' | 'slow' | 'twice' | 'error' | 'redirect';

type Options = { serviceKey: string; now?: () => number; onEvent?: (event: WebhookEvent) => Promise<void> | void };

/** The publishing service’s receiver of webhooks: it verifies signature and age, and ignores events that it knows. */
export class WebhookReceiver {
  mode: ReceiverMode = 'ok';
  /** Every webhook with a valid signature, also those that came before. */
  readonly deliveries: WebhookEvent[] = [];
  /** Each event once. */
  readonly events: WebhookEvent[] = [];
  refusedCount = 0;
  readonly #options: Options;
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  #held: (() => void)[] = [];
  #waiters: { count: number; resolve: () => void }[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Listens, and returns its address. */
  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/webhooks`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  /** Resolves when so many webhooks have come. */
  async whenDelivered(count: number): Promise<void> {
    if (this.deliveries.length >= count) return;
    await new Promise<void>((resolve) => {
      this.#waiters.push({ count, resolve });
    });
  }

  /** Answers those that `slow` holds. */
  release(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mode } = this;
    if (mode === 'down') {
      request.socket.destroy();
      return;
    }
    const body = await text(request);
    if (!this.#isSigned(body, String(request.headers['x-openshelf-signature'] ?? ''))) {
      this.refusedCount += 1;
      response.writeHead(401).end('wrong signature');
      return;
    }
    const event = JSON.parse(body) as WebhookEvent;
    const isNew = !this.events.some(({ id }) => id === event.id);
    this.deliveries.push(event);
    if (mode === 'error')
      response.writeHead(500, { 'content-type': 'text/html' }).end(`<h1>Sorry</h1>\n\n${'x'.repeat(1_000)}`);
    else if (mode === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end();
    else {
      if (isNew) this.events.push(event);
      if (isNew) await this.#options.onEvent?.(event);
      if (mode === 'slow') this.#held.push(() => response.writeHead(200).end());
      else if (mode === 'twice' && isNew) request.socket.destroy();
      else response.writeHead(204).end();
    }
    for (const waiter of this.#waiters) if (this.deliveries.length >= waiter.count) waiter.resolve();
  }

  #isSigned(body: string, signature: string): boolean {
    const { serviceKey, now = Date.now } = this.#options;
    const [, seconds = '', digest = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    const expected = createHmac('sha256', serviceKey).update(`${seconds}.${body}`).digest();
    const age = Math.abs(now() - Number(seconds) * 1000);
    return digest !== '' && timingSafeEqual(Buffer.from(digest, 'hex'), expected) && age <= SIGNATURE_AGE_MAX_MS;
  }
}
