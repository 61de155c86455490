/**
 * Delays half of the requests by this many milliseconds. A test that fails with it depends on the order of responses or
 * on a fast machine.
 */
const DELAY_MS = Number(process.env.TEST_NETWORK_DELAY_MS ?? 0);
// Taken before a test replaces the timers.
const { setTimeout: startTimer } = globalThis;
const delay = () => new Promise<void>((resolve) => void startTimer(resolve, Math.random() < 0.5 ? 0 : DELAY_MS));

type Respond = (request: Request) => Response | Promise<Response>;
type Intercept = { method: string; path: string; respond: Respond };
type Call = { method: string; path: string; body: string };

export type FakeNetwork = {
  /** Replaces `fetch`. */
  fetch(address: string, init?: RequestInit): Promise<Response>;
  /** All requests, in order. */
  calls: readonly Call[];
  /** Responds to requests of a path (with or without its query) instead of the API. Returns a function that ends this. */
  intercept(method: string, path: string, respond: Respond): () => void;
  /** Responds with an error status and body. */
  fail(method: string, path: string, status?: number, body?: unknown): () => void;
  /** Fails without a response. */
  disconnect(method: string, path: string): () => void;
  /** Holds requests of a path back. Returns a function that passes them on to the API or an earlier intercept. */
  hold(method: string, path: string): () => void;
};

/** A network whose requests reach the real API in this process, unless the test intercepts them. */
export function createFakeNetwork(origin: string, handle: Respond): FakeNetwork {
  const calls: Call[] = [];
  let intercepts: Intercept[] = [];

  const intercept = (method: string, path: string, respond: Respond) => {
    const added = { method, path, respond };
    intercepts = [added, ...intercepts];
    return () => {
      intercepts = intercepts.filter((each) => each !== added);
    };
  };
  const findResponder = ({ method, url }: Request): Respond => {
    const { pathname, search } = new URL(url);
    const isFor = (each: Intercept) => each.method === method && [pathname, pathname + search].includes(each.path);
    return intercepts.find(isFor)?.respond ?? handle;
  };

  return {
    calls,
    intercept,
    fail: (method, path, status = 500, body = {}) => intercept(method, path, () => Response.json(body, { status })),
    disconnect: (method, path) => intercept(method, path, () => Promise.reject(new TypeError('fetch failed'))),
    hold(method, path) {
      const gate = Promise.withResolvers<void>();
      const remove = intercept(method, path, async (request) => {
        await gate.promise;
        return findResponder(request)(request);
      });
      return () => {
        remove();
        gate.resolve();
      };
    },
    async fetch(address, init) {
      const url = new URL(address, origin);
      const request = new Request(url, init);
      calls.push({ method: request.method, path: url.pathname + url.search, body: String(init?.body ?? '') });
      const respond = findResponder(request);
      if (DELAY_MS > 0) await Promise.race([delay(), rejectOnAbort(request.signal)]);
      return Promise.race([respond(request), rejectOnAbort(request.signal)]);
    },
  };
}

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
