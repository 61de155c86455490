import { createServer, request as requestHttp, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { createSafeFetches } from '#api/adapters/safe-fetch/safe-fetch.ts';

/** What host names of a test resolve to, one list for each resolution; the last one stays. */
type Names = Record<string, string[][]>;
type FetchOptions = { names?: Names; timeoutMs?: number };

/**
 * A server for texts and images on this machine, and fetches to whose host names the test gives addresses. 192.0.2.1 stands for a public
 * one: only it is allowed, and connections to it reach the server.
 */
export async function startTextServer() {
  let listener: RequestListener = (_request, response) => void response.end();
  const requests: { host: string | undefined; url: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = [];
  const server = createServer((request, response) => {
    requests.push({ host: request.headers.host, url: request.url, headers: request.headers });
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    setListener: (changed: RequestListener) => {
      listener = changed;
    },
    createFetch: (options?: FetchOptions) => createFetches(options).safeFetch,
    createImageFetch: (options?: FetchOptions) => createFetches(options).safeImageFetch,
    createFileFetch: (options?: FetchOptions) => createFetches(options).safeFileFetch,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function createFetches({ names = {}, timeoutMs = 10_000 }: FetchOptions = {}) {
    const queues = new Map(Object.entries(names).map(([host, lists]) => [host, [...lists]]));
    return createSafeFetches({
      userAgent: 'Mateworks (+https://mateworks.example)',
      port,
      timeoutMs,
      isAllowed: (ip) => ip === PUBLIC_IP,
      async resolve(host) {
        const lists = queues.get(host) ?? [[PUBLIC_IP]];
        const list = (lists.length > 1 ? lists.shift() : lists[0]) ?? [];
        return list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
      request: ({ lookup, ...options }) => requestHttp({ ...options, lookup: lookup && toLoopback(lookup) }),
    });
  }
}

export const PUBLIC_IP = '192.0.2.1';

/** Connects to this machine where the fetch has chosen the public address, and fails where it has chosen another. */
const toLoopback =
  (lookup: LookupFunction): LookupFunction =>
  (host, options, callback) =>
    lookup(host, { ...options, all: false }, (error, address) => {
      if (address !== PUBLIC_IP) throw new Error(`The fetch would have connected to ${String(address)}.`);
      callback(error, options.all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1', 4);
    });
