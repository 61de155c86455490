import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import { readMetrics } from './metrics.service.ts';

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
        if (!isToken(context.req.header('Authorization'), metrics.token)) {
          throw new AppError('unauthenticated', 'Send the METRICS_TOKEN of the server as a bearer token.');
        }
        const { text, contentType } = await readMetrics(deps, metrics);
        return context.text(text, 200, { 'Content-Type': contentType });
      },
    )
    .build();
}

function isToken(authorization = '', token: string): boolean {
  const toHash = (value: string) => createHash('sha256').update(value).digest();
  // Of equal length, and compared in constant time.
  return timingSafeEqual(toHash(authorization), toHash(`Bearer ${token}`));
}
