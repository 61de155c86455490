import { z } from 'zod';

/** `degraded`: pages and reads are served, but nothing can be saved for the given reason. */
export const healthResponse = z.object({
  status: z.enum(['ok', 'degraded']),
  reason: z.literal('disk_full').optional(),
  release: z.number().int(),
  uptime_seconds: z.number(),
});

export type HealthJson = z.infer<typeof healthResponse>;
