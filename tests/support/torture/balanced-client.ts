import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductServer } from './product-server.ts';

/** A server that hangs is given up after this; a paused one does. */
const TIMEOUT_MS = 15_000;
const PROBE_MS = 500;
const PROBE_TIMEOUT_MS = 2_000;

export type Reply = { status: number; headers: Headers; bytes: Buffer; hash: string; server: number };
export type SendOptions = { token?: string | undefined; body?: unknown; headers?: Record<string, string> };

export type BalancedClient = ReturnType<typeof createBalancedClient>;

/**
 * What a proxy before several servers does: it asks each in turn, passes over those that don't answer its probe, tries a
 * read again at the next server, and never a write.
 */
export function createBalancedClient(servers: readonly ProductServer[], probePath: string) {
  const ready = new Set<number>();
  let turn = 0;
  let isOpen = true;
  const probing = Promise.all(
    servers.map(async (server) => {
      for (; isOpen; await sleep(PROBE_MS)) {
        const reply = await call(server, 'GET', probePath, {}, PROBE_TIMEOUT_MS);
        if (reply?.status === 200) ready.add(server.index);
        else ready.delete(server.index);
      }
    }),
  );

  /** Those that are ready, beginning with the one whose turn it is; all of them when none is. */
  function listInTurn(): ProductServer[] {
    turn += 1;
    const inTurn = servers.map((_, offset) => servers[(turn + offset) % servers.length] as ProductServer);
    const usable = inTurn.filter(({ index }) => ready.has(index));
    return usable.length > 0 ? usable : inTurn;
  }

  return {
    isReady: (server: ProductServer) => ready.has(server.index),
    /** The reply of the first server that answers below 500; of the last one otherwise; null without any. */
    async read(path: string, options: SendOptions = {}): Promise<Reply | null> {
      let last: Reply | null = null;
      for (const server of listInTurn()) {
        const reply = await call(server, 'GET', path, options);
        if (reply && reply.status < 500) return reply;
        last = reply ?? last;
      }
      return last;
    },
    /** From this server only. */
    readFrom: (server: ProductServer, path: string, options: SendOptions = {}) => call(server, 'GET', path, options),
    /** Null when the outcome is unknown: the connection broke, or nothing came. */
    send(method: string, path: string, options: SendOptions = {}): Promise<Reply | null> {
      return call(listInTurn()[0] as ProductServer, method, path, options);
    },
    async close(): Promise<void> {
      isOpen = false;
      await probing;
    },
  };
}

async function call(
  server: ProductServer,
  method: string,
  path: string,
  { token, body, headers }: SendOptions,
  timeoutMs = TIMEOUT_MS,
): Promise<Reply | null> {
  const isRaw = body instanceof FormData || typeof body === 'string';
  try {
    const response = await fetch(server.origin + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'Accept-Encoding': 'identity',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { status: response.status, headers: response.headers, bytes, hash, server: server.index };
  } catch {
    return null;
  }
}

/** Accepted for good. */
export const isAcknowledged = (reply: Reply | null): reply is Reply => reply !== null && reply.status < 300;
/** Neither accepted nor refused: it may have been written. */
export const isUnknown = (reply: Reply | null): boolean => reply === null || reply.status >= 500;

export const readJson = <Body>(reply: Reply): Body => JSON.parse(reply.bytes.toString('utf8')) as Body;
