import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { documentRoute } from '#api/http/openapi.ts';
import { allowAnyone } from '#api/middleware/access.ts';

/** `degraded`: pages and reads are served, but nothing can be saved for the given reason. */
const healthResponse = z.object({
  status: z.enum(['ok', 'degraded']),
  reason: z.literal('disk_full').optional(),
  release: z.number().int(),
  uptime_seconds: z.number(),
});

export function healthRoutes(deps: Deps) {
  return new Hono().get(
    '/',
    allowAnyone,
    documentRoute({ summary: 'Whether the server can answer', tag: 'Health', ok: healthResponse }),
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
