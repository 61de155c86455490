import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { createClientErrors } from './client-errors.ts';
import { ClosingResponse } from './closing-response.ts';
import { type ConnectionLimits, createConnectionLimits } from './connection-limits.ts';
import { Connection } from './connections.ts';

const MAX_HEADER_BYTES = 16 * 1024;
/** Above the limit of connections, for those that are accepted before the system has closed the ones they replace. */
const SPARE_CONNECTIONS = 64;

type Options = { siteUrl: string; log: Logger; limits?: ConnectionLimits };

export type HttpServer = {
  server: Server;
  /** Sets what answers requests. Each connection has one of them handled at a time. */
  handle(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** From now on each response ends its connection, so that no client sends a request over one that is about to be closed. */
  endConnections(): void;
  countConnections(): number;
};

/** Node's server with limits for connections (SECURITY.md T33, T40), and security headers on what Node itself refuses. */
export function createHttpServer({ siteUrl, log, limits = createConnectionLimits() }: Options): HttpServer {
  const clientErrors = createClientErrors(siteUrl);
  const connections = createConnections(limits, log);
  const server = createServer({
    ServerResponse: ClosingResponse,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Answered below, with all headers.
    requireHostHeader: false,
  });
  server.timeout = limits.noProgressMs;
  server.maxConnections = limits.connections + SPARE_CONNECTIONS;

  let isEnding = false;

  // Before that, `listen` reports the error.
  server.once('listening', () => {
    server.on('error', (error) => log.error({ err: error }, 'connection error on the listening socket'));
  });
  server.on('connection', connections.add);
  server.on('timeout', (socket) => {
    // The client has received everything so far: the response is still being produced.
    if (connections.get(socket)?.isBusy && socket.writableLength === 0) return;
    socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connections.get(socket as Socket);
    if (!socket.writable || error.code === 'ECONNRESET' || connection?.hasStartedResponse) {
      socket.destroy();
      return;
    }
    connection?.stop();
    clientErrors.sendRaw(socket as Socket, error.code);
  });
  server.on('checkExpectation', (_request, response) => clientErrors.send(response, 417));

  return {
    server,
    handle(handler) {
      const handle = (request: IncomingMessage, response: ServerResponse) => {
        if (request.headers.host === undefined && request.httpVersion === '1.1') clientErrors.send(response, 400);
        else handler(request, response);
      };
      server.on('request', (request, response) => {
        if (isEnding) response.shouldKeepAlive = false;
        connections.touch(request.socket)?.accept(request, response, { limits, handle });
      });
    },
    endConnections() {
      isEnding = true;
    },
    countConnections: () => connections.count(),
  };
}

/** The open connections, the one whose last request is the oldest first. */
function createConnections(limits: ConnectionLimits, log: Logger) {
  const open = new Map<Socket, Connection>();
  let isFull = false;

  function makeRoom(): void {
    const oldest = open.keys().next().value;
    if (!oldest) return;
    open.delete(oldest);
    oldest.destroy();
    if (!isFull)
      log.warn({ connections: limits.connections }, 'connection limit reached; closing the oldest connections');
    isFull = true;
  }

  return {
    get: (socket: Socket) => open.get(socket),
    count: () => open.size,

    add(socket: Socket): void {
      // A client that has reset the connection before it was accepted: without this its requests would be parsed.
      if (socket.remoteAddress === undefined) {
        socket.destroy();
        return;
      }
      if (open.size >= limits.connections) makeRoom();
      open.set(socket, new Connection(socket));
      socket.once('close', () => {
        open.delete(socket);
        if (open.size < limits.connections / 2) isFull = false;
      });
    },

    /** The connection of a request that has just arrived. */
    touch(socket: Socket): Connection | undefined {
      const connection = open.get(socket);
      if (connection) {
        open.delete(socket);
        open.set(socket, connection);
      }
      return connection;
    },
  };
}
