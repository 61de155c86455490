import { z } from 'zod';
import { sitePartKinds } from '#api/domain/enums.ts';
import { undoSchema } from '#api/http/undo-fields.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

export const siteScheduleSchema = z.object({
  id: z.number().int(),
  state: z.enum(['waiting', 'failed']),
  publish_at: z.string(),
  parts: z.array(
    z.object({
      kind: z.enum(sitePartKinds),
      id: z.number().int(),
      /** Of the draft that was scheduled. */
      version: z.number().int(),
      title: z.string(),
      fields: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
  ),
  /** Why it couldn’t be published. */
  error: z.string().nullable(),
  user: userRefSchema,
});
export type SiteScheduleJson = z.infer<typeof siteScheduleSchema>;

/** Of a schedule that is published at once; both are null when visitors see all of it already. */
export const publishedScheduleResponse = z.object({ publish_id: z.number().int().nullable(), undo: undoSchema });
export type PublishedScheduleJson = z.infer<typeof publishedScheduleResponse>;

export const scheduleResponse = z.object({ schedule: siteScheduleSchema });
