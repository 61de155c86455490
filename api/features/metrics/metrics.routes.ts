import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { hasBearerToken } from '#api/http/bearer-token.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';

/** For Prometheus, which sends METRICS_TOKEN. Without that setting the address doesn’t exist. */
export function metricsRoutes(deps: Deps) {
  const { metrics } = deps;
  return endpoints(deps, { tag: 'Health', access: 'anyone' })
    .get(
      '/',
      {
        summary: 'Read metrics in the text format of Prometheus',
        description: 'Send `METRICS_TOKEN` as a bearer token. Without that setting the address doesn’t exist.',
        answer: z.string(),
        contentType: 'text/plain',
        fails: ['unauthenticated', 'not_found'],
      },
      async ({ context }) => {
        if (metrics === null) throw notFoundError('There is no such address.');
        if (!hasBearerToken(context.req.header('Authorization'), metrics.token)) {
          throw new AppError('unauthenticated', 'Send the METRICS_TOKEN of the server as a bearer token.');
        }
        const { text, contentType } = await metrics.read();
        return context.text(text, 200, { 'Content-Type': contentType });
      },
    )
    .build();
}
