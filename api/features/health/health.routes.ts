import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import { describe } from '../../http/openapi.ts';
import { anyone } from '../../middleware/access.ts';

const health = z.object({ status: z.literal('ok'), release: z.number().int(), uptime_seconds: z.number() });

export function healthRoutes(deps: Deps) {
  return new Hono().get(
    '/',
    anyone,
    describe({ summary: 'Whether the server can answer', tag: 'Health', ok: health }),
    async (context) => {
      if (!deps.site.isReady()) throw new AppError('unavailable', 'The server is starting.', { retryAfterSeconds: 1 });
      await deps.db.client.execute('SELECT 1');
      const uptime = Math.round(process.uptime());
      return context.json({ status: 'ok' as const, release: deps.site.release(), uptime_seconds: uptime });
    },
  );
}
