import { z } from 'zod';
import { sitePartKinds } from '#api/domain/enums.ts';
import { OUTDATED_PAGE_MESSAGE, outdatedPageError } from '#api/http/fields.ts';
import { undoSchema } from '#api/http/undo-fields.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';
import { siteScheduleSchema } from './schedule/schedule.contract.ts';

const partSchema = z.strictObject(
  {
    kind: z.enum(sitePartKinds),
    id: z.number().int().positive(),
    /** Of the draft. */
    version: z.number().int().positive(),
  },
  { error: outdatedPageError },
);
export type SitePartRef = z.output<typeof partSchema>;

const PARTS_MAX = 500;

/** Drafts, as the screen showed them: one that was saved since is refused. */
export const sitePartsRequest = z.strictObject({
  parts: z
    .array(partSchema, { error: OUTDATED_PAGE_MESSAGE })
    .min(1, { error: 'Choose at least one change.' })
    .max(PARTS_MAX, { error: `Publish ${PARTS_MAX} changes or fewer together.` }),
});

/** The changes as they are now. */
export const scheduleRequest = sitePartsRequest.extend({
  publish_at: z.iso.datetime({ offset: true, error: 'Choose a day and a time.' }),
});

export const siteChangesResponse = z.object({
  /** What is published at a time, and what couldn’t be, the next one first; their drafts are among the changes. */
  schedules: z.array(siteScheduleSchema),
  changes: z.array(
    partSchema.extend({
      title: z.string(),
      /** Visitors never saw it: discarding its draft deletes it. */
      is_new: z.boolean(),
      fields: z.array(z.object({ label: z.string(), value: z.string() })),
      /** What keeps it from being published. */
      faults: z.array(z.object({ path: z.string(), message: z.string() })),
      updated_at: z.string(),
      user: userRefSchema,
    }),
  ),
});
export type SiteChangesJson = z.infer<typeof siteChangesResponse>;

/** The undo of each page that was deleted. */
export const discardSiteResponse = z.object({ undos: z.array(undoSchema.unwrap()) });
export type DiscardedSiteJson = z.infer<typeof discardSiteResponse>;

export const publishSiteResponse = z.object({ publish_id: z.number().int(), undo: undoSchema });
export type PublishedSiteJson = z.infer<typeof publishSiteResponse>;
