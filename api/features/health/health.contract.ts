import { z } from 'zod';

const partSchema = z.object({
  /** `unknown` while the database, which says it, can’t be reached. */
  status: z.enum(['ok', 'failing', 'unknown']),
  /** Since when it fails. */
  since: z.string().nullable(),
});

/**
 * `degraded`: pages and reads are served, but a part fails. `reason` is for monitors that know no parts: nothing can be saved.
 */
export const healthResponse = z.object({
  status: z.enum(['ok', 'degraded']),
  reason: z.enum(['disk_full', 'database_unreachable', 'database_locked']).optional(),
  /**
   * The database answers, emails are sent, images and videos can be stored and read, changes go live, the CDN takes what changed, billing agrees with
   * Stripe, there is a proven backup, and there is space to save.
   */
  parts: z.object({
    database: partSchema,
    mail: partSchema,
    uploads: partSchema,
    publishing: partSchema,
    cdn: partSchema,
    billing: partSchema,
    backups: partSchema,
    disk: partSchema,
  }),
  release: z.number().int(),
  uptime_seconds: z.number(),
});

/** For proxies, and for what restarts servers: 200 while this server sends pages, also without its database and its bucket. */
export const liveResponse = z.object({ status: z.literal('live'), release: z.number().int() });

/** For updates: 200 when this server can send the whole current release. */
export const readyResponse = z.object({ status: z.literal('ready'), release: z.number().int() });

export type LiveJson = z.infer<typeof liveResponse>;
export type ReadyJson = z.infer<typeof readyResponse>;
export type HealthJson = z.infer<typeof healthResponse>;
