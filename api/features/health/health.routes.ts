import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import { describe } from '../../http/openapi.ts';
import { anyone } from '../../middleware/access.ts';

/** `degraded`: pages and reads are served, but nothing can be saved for the given reason. */
const health = z.object({
  status: z.enum(['ok', 'degraded']),
  reason: z.literal('disk_full').optional(),
  release: z.number().int(),
  uptime_seconds: z.number(),
});

export function healthRoutes(deps: Deps) {
  return new Hono().get(
    '/',
    anyone,
    describe({ summary: 'Whether the server can answer', tag: 'Health', ok: health }),
    async (context) => {
      if (!deps.site.isReady()) throw new AppError('unavailable', 'The server is starting.', { retryAfterSeconds: 1 });
      await deps.db.client.execute('SELECT 1');
      const state = (await deps.space.isFull())
        ? { status: 'degraded' as const, reason: 'disk_full' as const }
        : { status: 'ok' as const };
      // 200 also while degraded: taking the server out of service would take the pages away, too.
      const uptime = Math.round(process.uptime());
      return context.json({ ...state, release: deps.site.release(), uptime_seconds: uptime });
    },
  );
}
