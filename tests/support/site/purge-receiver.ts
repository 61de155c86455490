import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type PurgeBody = {
  type: string;
  release: number;
  paths: string[];
  everything: boolean;
  published_at: string;
};

type Call = { body: string; signature: string; type: string };

/** A CDN’s receiver of purges. It responds with `status`; 0 closes the connection. */
export class PurgeReceiver {
  status = 204;
  readonly calls: Call[] = [];
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  #waiters: { count: number; resolve: () => void }[] = [];

  /** Listens, and returns its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/purge`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  get purges(): PurgeBody[] {
    return this.calls.map(({ body }) => JSON.parse(body) as PurgeBody);
  }

  /** Resolves when so many purges have come. */
  async whenCalled(count: number): Promise<void> {
    if (this.calls.length >= count) return;
    await new Promise<void>((resolve) => {
      this.#waiters.push({ count, resolve });
    });
  }

  async #handle(...[request, response]: Parameters<NonNullable<Parameters<typeof createServer>[1]>>): Promise<void> {
    const body = await text(request);
    this.calls.push({
      body,
      signature: String(request.headers['x-site-signature']),
      type: String(request.headers['content-type']),
    });
    if (this.status === 0) request.socket.destroy();
    else response.writeHead(this.status).end('<h1>Sorry</h1>');
    for (const waiter of this.#waiters) if (this.calls.length >= waiter.count) waiter.resolve();
  }
}
