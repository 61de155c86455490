import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** `slow` delays each request, `throttle` lets 20 KB a second through, `cut` breaks every connection. */
export type ProxyMode = 'pass' | '503' | 'slow' | 'throttle' | 'cut';

const SLOW_MS = 20_000;
const THROTTLED_BYTES = 2_000;
const THROTTLED_MS = 100;
const UNAVAILABLE = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** A TCP proxy to an HTTP server on this machine, whose mode can be changed at any time, also for open connections. */
export async function startFaultProxy(targetPort: number) {
  let mode: ProxyMode = 'pass';
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    if (mode === 'cut') return void client.destroy();
    const upstream = connect(targetPort, '127.0.0.1');
    track(client, upstream);
    track(upstream, client);
    forward(client, upstream).catch(() => client.destroy());
    client.on('error', () => undefined);
    upstream.pipe(client);
  });

  function track(socket: Socket, other: Socket): void {
    sockets.add(socket);
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  }

  /** Requests go through here, responses directly: delayed requests delay their responses. */
  async function forward(client: Socket, upstream: Socket): Promise<void> {
    for await (const chunk of client as AsyncIterable<Buffer>) {
      if (mode === '503') {
        client.end(UNAVAILABLE);
        upstream.destroy();
        return;
      }
      if (mode === 'slow') await sleep(SLOW_MS);
      if (mode === 'throttle') await forwardSlowly(chunk, upstream);
      else upstream.write(chunk);
    }
    upstream.end();
  }

  async function forwardSlowly(chunk: Buffer, upstream: Socket): Promise<void> {
    for (let at = 0; at < chunk.length; at += THROTTLED_BYTES) {
      upstream.write(chunk.subarray(at, at + THROTTLED_BYTES));
      await sleep(THROTTLED_MS);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    setMode(next: ProxyMode): void {
      mode = next;
      if (next === 'cut') for (const socket of sockets) socket.destroy();
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
