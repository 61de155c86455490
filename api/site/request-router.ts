import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { Metrics } from '#api/adapters/request-metrics.ts';
import { enforceBodyTimeout } from '#api/http/connection-limits.ts';
import { findRequestRoute, METRICS_PATH, type RequestRoute, UPLOADS_API_PATH } from '#api/http/request-paths.ts';
import type { SiteHandler } from './site-handler.ts';
import { runAs } from '#api/loop-watch.ts';

/** How long requests for pages may hold up one step of the start (ms). */
const MAX_YIELD_MS = 50;
/** One accepts a connection, the next reads its request, the one after that begins to answer. */
const MIN_TURNS = 3;

/** What answers requests that are not for pages. */
export type ApiHandlers = Record<
  Exclude<RequestRoute, 'pages'>,
  (request: IncomingMessage, response: ServerResponse) => unknown
>;

type Options = {
  pages: SiteHandler;
  metrics: Metrics | null;
  /** Answers `/metrics` before the API is made. */
  handleMetrics?: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined;
};

/**
 * Pages are answered at once, as metrics are; every other request that comes before the API is made waits for it, or is answered by what
 * stands in for it while the API can't be made.
 */
export function createRequestRouter({ pages, metrics, handleMetrics }: Options) {
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
        runAs('pages', () => pages.handle(request, response));
      } else if (url === METRICS_PATH && handleMetrics && handlers === null) handleMetrics(request, response);
      else if (handlers) runRoute(handlers, route, request, response);
      else {
        waiting.push((api) => {
          if (!response.destroyed) runRoute(api, route, request, response);
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

/** The API names its routes itself. */
function runRoute(
  handlers: ApiHandlers,
  route: keyof ApiHandlers,
  request: IncomingMessage,
  response: ServerResponse,
): unknown {
  const handle = () => handlers[route](request, response);
  return route === 'api' ? handle() : runAs(route, handle);
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
