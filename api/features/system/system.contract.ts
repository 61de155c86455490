import { z } from 'zod';
import { backupKinds } from '#api/domain/backup-record.ts';
import { queueNames } from '#api/domain/queues.ts';

/** In the order of the screen. */
export const systemParts = ['mail', 'uploads', 'publishing', 'cdn', 'billing', 'backups', 'disk'] as const;
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
  /** Several servers of one site, those that are gone last; none where the database is a file. */
  servers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      build: z.string(),
      started_at: z.string(),
      seen_at: z.string(),
      release: z.number().int(),
      /** It has not taken up the release of the site yet. */
      is_behind: z.boolean(),
      is_leader: z.boolean(),
      is_alive: z.boolean(),
    }),
  ),
  server: z.object({
    release: z.number().int(),
    started_at: z.string(),
    memory_bytes: z.number().int(),
    disk: z.object({ free_bytes: z.number(), total_bytes: z.number() }),
    /** A file of this server, or on a libSQL server that others may share. */
    database: z.object({ bytes: z.number().int(), is_file: z.boolean() }),
  }),
  /** The worst times since the start in which the event loop of this server was held for 0.2 s or longer, the newest first. */
  pauses: z.array(
    z.object({
      at: z.string(),
      milliseconds: z.number().int(),
      /** Milliseconds in which the thread itself was at work; in the others it waited for the disk or for other programs. */
      busy_milliseconds: z.number().int(),
      /** Name of the work that ran: one of `workNames`, or the method and pattern of a route. */
      work: z.string().nullable(),
    }),
  ),
  /** What waits to be done in the background, and since when its oldest does; null where nothing waits. */
  queues: z.array(z.object({ queue: z.enum(queueNames), length: z.number().int(), oldest_at: z.string().nullable() })),
  /** Who is mailed when a part fails; `is_sent`: there is a mail server. */
  alerts: z.object({ emails: z.array(z.string()), is_sent: z.boolean() }),
  backups: z.object({
    /** The newest first. */
    list: z.array(backupSchema),
    place: z.enum(['bucket', 'folder', 'data-directory']),
    is_running: z.boolean(),
    /** Of the last try, as a sentence, when it failed. */
    last_failure: z.string().nullable(),
    /** Changes since the last backup; null where none are kept. */
    changes: z
      .object({
        /** Every change up to then can be restored; null before the first backup. */
        copied_until: z.string().nullable(),
        /** Why later ones can’t, as a sentence. */
        failure: z.string().nullable(),
      })
      .nullable(),
  }),
});

export const backUpResponse = z.object({ message: z.string() });

export type SystemJson = z.infer<typeof systemResponse>;
