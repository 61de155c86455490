import { z } from 'zod';
import { backupKinds } from '#api/domain/backup-record.ts';

/** In the order of the screen. */
export const systemParts = ['mail', 'uploads', 'publishing', 'cdn', 'backups', 'disk'] as const;
export type SystemPart = (typeof systemParts)[number];

const partSchema = z.object({
  part: z.enum(systemParts),
  /** Since when it fails; null while it works. */
  failing_since: z.string().nullable(),
  /** Why, as a sentence, where it is known. */
  reason: z.string().nullable(),
});

const backupSchema = z.object({
  /** Of its file, as `npm run restore` takes it. */
  name: z.string(),
  kind: z.enum(backupKinds),
  created_at: z.string(),
  /** Until when it is kept at least. */
  kept_until: z.string(),
  /** Of its file. */
  bytes: z.number().int(),
  /** What its restore into an empty database found wrong, as a sentence; null for one that is proven. */
  failure: z.string().nullable(),
  /** How long that restore took, with its checks. */
  proof_ms: z.number(),
});

export const systemResponse = z.object({
  /** Those that the server has: one without a CDN has no such part. */
  parts: z.array(partSchema),
  server: z.object({
    release: z.number().int(),
    started_at: z.string(),
    memory_bytes: z.number().int(),
    disk: z.object({ free_bytes: z.number(), total_bytes: z.number() }),
    /** Null where it is no file of this server. */
    database_bytes: z.number().int().nullable(),
  }),
  backups: z.object({
    /** The newest first. */
    list: z.array(backupSchema),
    /** `none`: the database is no file of this server, so its own server has to make them. */
    place: z.enum(['bucket', 'folder', 'data-directory', 'none']),
    is_running: z.boolean(),
    /** Of the last try, as a sentence, when it failed. */
    last_failure: z.string().nullable(),
  }),
});

export const backUpResponse = z.object({ message: z.string() });

export type SystemJson = z.infer<typeof systemResponse>;
