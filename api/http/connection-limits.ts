import type { IncomingMessage } from 'node:http';

/** What one client may take of the server (SECURITY.md T33, T40). Times in milliseconds. */
export type ConnectionLimits = {
  /** Open connections. At this number a new one replaces the one whose last request is the oldest. */
  connections: number;
  /** Requests over one connection; the response to the last one says `Connection: close`. */
  requestsPerConnection: number;
  /** Requests of one connection that wait for the response to an earlier one; the rest is not taken. */
  pipelinedRequests: number;
  /** The headers of a request must be complete within this time. */
  headersMs: number;
  /** A request must be complete within this time, whatever its route; most routes allow less. */
  requestMs: number;
  /** How often the two limits above are checked. */
  checkIntervalMs: number;
  /** A client that takes none of a response for this long is disconnected, after twice this time at the latest. */
  noProgressMs: number;
};

/** How long a request may take to arrive, milliseconds; a video on a slow line takes its time. */
const UPLOAD_TIMEOUT_MS = 20 * 60_000;
const BODY_TIMEOUT_MS = 30_000;
/** Open connections where the system allows enough descriptors. */
const MAX_CONNECTIONS = 4_096;
/** Descriptors for the database, stores, uploads, workers and logs. */
const RESERVED_DESCRIPTORS = 128;
/** A connection needs one descriptor, and another one while a file is sent over it. */
const DESCRIPTORS_PER_CONNECTION = 2;
const MIN_CONNECTIONS = 16;

/** The limits of this process. The number of connections depends on the descriptors that the system allows it. */
export function createConnectionLimits(descriptors = readDescriptorLimit()): ConnectionLimits {
  const affordable = Math.floor((descriptors - RESERVED_DESCRIPTORS) / DESCRIPTORS_PER_CONNECTION);
  return {
    connections: Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, affordable)),
    requestsPerConnection: 100_000,
    pipelinedRequests: 16,
    headersMs: 10_000,
    requestMs: UPLOAD_TIMEOUT_MS,
    checkIntervalMs: 1_000,
    noProgressMs: 15_000,
  };
}

/** The soft limit of open descriptors; infinite where there is none, as on Windows. */
function readDescriptorLimit(): number {
  // A report would otherwise look up the name of each peer.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : Number.POSITIVE_INFINITY;
}

/** Cuts off a request whose body does not arrive in time. Node knows one limit for all, which is that of uploads. */
export function enforceBodyTimeout(request: IncomingMessage, ms = BODY_TIMEOUT_MS): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  const timer = setTimeout(() => request.complete || request.destroy(), ms);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}
