import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import { documentRoute } from '#api/http/openapi.ts';
import { allowAnyone } from '#api/middleware/access.ts';
import { readMetrics } from './metrics.service.ts';

export const METRICS_PATH = '/metrics';

/** For Prometheus, which sends METRICS_TOKEN. Without that setting the address doesn’t exist. */
export function metricsRoutes(deps: Deps) {
  const { metrics } = deps;
  return new Hono().get(
    '/',
    allowAnyone,
    documentRoute({
      summary: 'Read metrics in the text format of Prometheus',
      description: 'Send `METRICS_TOKEN` as a bearer token. Without that setting the address doesn’t exist.',
      tag: 'Health',
      ok: z.string(),
      contentType: 'text/plain',
      fails: ['unauthenticated', 'not_found'],
    }),
    async (context) => {
      if (metrics === null) throw notFoundError('There is no such address.');
      if (!isToken(context.req.header('Authorization'), metrics.token)) {
        throw new AppError('unauthenticated', 'Send the METRICS_TOKEN of the server as a bearer token.');
      }
      const { text, contentType } = await readMetrics(deps, metrics);
      return context.text(text, 200, { 'Content-Type': contentType });
    },
  );
}

function isToken(authorization = '', token: string): boolean {
  const toHash = (value: string) => createHash('sha256').update(value).digest();
  // Of equal length, and compared in constant time.
  return timingSafeEqual(toHash(authorization), toHash(`Bearer ${token}`));
}
