import { z } from 'zod';
import { sitePartKinds } from '#api/domain/enums.ts';
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

export const scheduleResponse = z.object({ schedule: siteScheduleSchema });
