import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type FlakyProxy = Awaited<ReturnType<typeof startFlakyProxy>>;

/** A way to a port of this machine that can be cut in the middle of anything, and mended. */
export async function startFlakyProxy(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((visitor) => {
    if (isCut) {
      visitor.destroy();
      return;
    }
    const onward = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [visitor, onward],
      [onward, visitor],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
