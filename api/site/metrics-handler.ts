import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '#api/adapters/request-metrics.ts';
import { hasBearerToken } from '#api/http/bearer-token.ts';
import { createHeaderLists } from './header-lists.ts';
import { sendText } from './responses.ts';

/** `/metrics` of a server whose API can't be made yet: what measures an outage must not wait for its end. */
export function createMetricsHandler(metrics: Metrics & { token: string }, siteUrl: string) {
  const { base } = createHeaderLists(siteUrl);
  const headers = [...base, 'Cache-Control', 'no-store'];
  return async function handleMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!hasBearerToken(request.headers.authorization, metrics.token))
      return sendText(response, 401, 'Send the METRICS_TOKEN of the server as a bearer token.', headers);
    const { text, contentType } = await metrics.read();
    const body = Buffer.from(text);
    response.writeHead(200, [...headers, 'Content-Type', contentType, 'Content-Length', String(body.length)]);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
