import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { resolveCsp, createSecurityHeaders } from './security-headers.ts';
import { closeAfterLinger } from './closing-response.ts';

/** Requests that never reach a route: Node itself would refuse them without the headers that every response has. */
const MESSAGES = {
  400: 'The server expected an HTTP request.',
  408: 'This request took too long to arrive.',
  413: 'This request has chunks that are too large.',
  417: 'The server only supports the expectation 100-continue.',
  431: 'The headers of this request are too large.',
} as const;

type Status = keyof typeof MESSAGES;

const STATUSES: Record<string, Status> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Responses to what is not a valid request, with the security headers; each of them ends its connection. */
export function createClientErrors(siteUrl: string) {
  const headers = {
    ...createSecurityHeaders({ isTls: siteUrl.startsWith('https:') }),
    'Content-Security-Policy': resolveCsp(null),
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  };

  function toBytes(status: Status): string {
    const body = `${MESSAGES[status]}\n`;
    const lines = Object.entries({ ...headers, 'Content-Length': body.length }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
  }

  return {
    /** Answers a request that Node has parsed. */
    send(response: ServerResponse<IncomingMessage>, status: Status): void {
      const body = `${MESSAGES[status]}\n`;
      response.writeHead(status, { ...headers, 'Content-Length': body.length });
      response.end(response.req.method === 'HEAD' ? undefined : body);
    },

    /** Answers on the socket what Node could not parse, or what did not come in time. */
    sendRaw(socket: Socket, code: string | undefined): void {
      socket.write(toBytes(STATUSES[code ?? ''] ?? 400));
      closeAfterLinger(socket);
    },
  };
}
