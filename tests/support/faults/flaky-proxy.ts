import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type FlakyProxy = Awaited<ReturnType<typeof startFlakyProxy>>;

/** A TCP proxy to a local port whose connections can be broken at any time, and restored. */
export async function startFlakyProxy(port: number) {
  const sockets = new Set<Socket>();
  let isDisconnected = false;
  const server = createServer((client) => {
    if (isDisconnected) {
      client.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    for (const [source, target] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(source);
      source.on('error', () => target.destroy());
      source.on('close', () => {
        sockets.delete(source);
        target.destroy();
      });
      source.pipe(target);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnect() {
      isDisconnected = true;
      for (const socket of sockets) socket.destroy();
    },
    reconnect() {
      isDisconnected = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
