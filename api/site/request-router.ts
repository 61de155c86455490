import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { Metrics } from '#api/adapters/request-metrics.ts';
import { enforceBodyTimeout } from '#api/http/connection-limits.ts';
import { findRequestRoute, type RequestRoute, UPLOADS_API_PATH } from '#api/http/request-paths.ts';
import type { SiteHandler } from './site-handler.ts';

/** How long requests for pages may hold up one step of the start (ms). */
const MAX_YIELD_MS = 50;
/** One accepts a connection, the next reads its request, the one after that begins to answer. */
const MIN_TURNS = 3;

/** What answers requests that are not for pages. */
export type ApiHandlers = Record<
  Exclude<RequestRoute, 'pages'>,
  (request: IncomingMessage, response: ServerResponse) => unknown
>;

/**
 * Pages are answered at once; every other request that comes before the API is made waits for it, or is answered by what stands in
 * for it while the API can't be made.
 */
export function createRequestRouter({ pages, metrics }: { pages: SiteHandler; metrics: Metrics | null }) {
  let waiting: ((handlers: ApiHandlers) => void)[] = [];
  let handlers: ApiHandlers | null = null;
  let pagesUnderWay = 0;

  function noteUnderWay(response: ServerResponse): void {
    pagesUnderWay += 1;
    response.once('close', () => {
      pagesUnderWay -= 1;
    });
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      const url = request.url ?? '/';
      const route = findRequestRoute(url);
      // The API counts its own routes.
      if (metrics && route !== 'api') observeResponse(metrics, { route, request, response });
      if (url !== UPLOADS_API_PATH) enforceBodyTimeout(request);
      if (route === 'pages') {
        if (handlers === null) noteUnderWay(response);
        pages.handle(request, response);
      } else if (handlers) handlers[route](request, response);
      else {
        waiting.push((api) => {
          if (!response.destroyed) api[route](request, response);
        });
      }
    },

    /** From now on nothing waits any more. Called again when the API takes over from what stood in for it. */
    serveApi(api: ApiHandlers): void {
      handlers = api;
      const early = waiting;
      waiting = [];
      for (const handle of early) handle(api);
    },

    /** Lets the requests for pages that have arrived be answered: loading code holds up all of them. */
    async yieldToPages(): Promise<void> {
      const deadline = performance.now() + MAX_YIELD_MS;
      for (let turn = 1; turn <= MIN_TURNS || pagesUnderWay > 0; turn += 1) {
        await turnOfEventLoop();
        if (performance.now() >= deadline) return;
      }
    },
  };
}

function observeResponse(
  metrics: Metrics,
  { route, request, response }: { route: string; request: IncomingMessage; response: ServerResponse },
): void {
  const started = performance.now();
  response.once('close', () => {
    const { method = '' } = request;
    metrics.observeRequest({ route, method, status: response.statusCode, milliseconds: performance.now() - started });
  });
}
