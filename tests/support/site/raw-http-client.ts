import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SiteHandler } from '#api/site/site-handler.ts';

type RawResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** Serves the site on a socket, for request targets that client libraries would change. */
export async function startRawHttpClient(site: SiteHandler) {
  const server = createServer({ maxHeaderSize: 16 * 1024 }, (incoming, outgoing) => site.handle(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    /** Sends the target unchanged: not normalised and not escaped. */
    ask(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<RawResponse> {
      return new Promise((resolve, reject) => {
        const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (incoming) => {
          const parts: Buffer[] = [];
          incoming.on('data', (part: Buffer) => parts.push(part));
          incoming.on('error', reject);
          incoming.on('end', () => {
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes: Buffer.concat(parts) });
          });
        });
        outgoing.on('error', reject);
        outgoing.end();
      });
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
