import { z } from 'zod';
import { publishKinds, publishStatuses } from '#api/domain/enums.ts';
import { choiceField } from '#api/http/fields.ts';
import { LIMIT_MAX, integerField, positiveIntegerField } from '#api/http/pagination.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

const id = z.number().int();

/** How many paths of one publish a list or an event names; a rebuild changes thousands. */
export const MAX_LISTED_PATHS = 200;

/** A publish. `milliseconds` is the time from the write to the verification of the public URLs. */
export const publishResponse = z.object({
  id,
  kind: z.enum(publishKinds),
  /** Id of the post or category; null for publishes without a subject. */
  subject_id: id.nullable(),
  reason: z.string(),
  status: z.enum(publishStatuses),
  release_id: id.nullable(),
  /** At most 200 but for a single publish; `paths_total` counts all. */
  paths: z.array(z.string()),
  paths_total: z.number().int(),
  /** How many of all paths were removed: the last ones. */
  removed_total: z.number().int(),
  failed_path: z.string().nullable(),
  error: z.string().nullable(),
  user: userRefSchema,
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  milliseconds: z.number().int().nullable(),
});

export const listPublishesQuery = z.object({
  status: choiceField('status', publishStatuses).optional(),
  /** A post. */
  subjectId: positiveIntegerField('subjectId').optional(),
  limit: integerField('limit', { min: 1, max: LIMIT_MAX }).default(50),
});

export const publishesResponse = z.object({ publishes: z.array(publishResponse) });

/**
 * What visitors see: the release, and the earlier one that is pinned, if any; and whether publishing waits for space on the
 * disk. Event `site`.
 */
export const siteStateSchema = z.object({
  current_release: id,
  pinned_release: id.nullable(),
  waiting_for_space: z.boolean(),
});

/** The stream of events: `data` of each is JSON, a publish (event `publish`) or the state of the site (event `site`). */
export const publishEventsResponse = z.string();

export type PublishJson = z.infer<typeof publishResponse>;
export type SiteStateJson = z.infer<typeof siteStateSchema>;
export type ListPublishesQuery = z.infer<typeof listPublishesQuery>;
