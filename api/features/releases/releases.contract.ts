import { z } from 'zod';
import { releaseKinds } from '#api/domain/enums.ts';
import { pageLimitFields, paginationSchema } from '#api/http/pagination.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

const countSchema = z.number().int();

export const releaseSchema = z.object({
  id: countSchema,
  kind: z.enum(releaseKinds),
  note: z.string(),
  user: userRefSchema,
  pages_changed: countSchema,
  pages_total: countSchema,
  /** Size of its new objects before compression. */
  bytes: countSchema,
  created_at: z.string(),
  /** The release that visitors see. */
  is_current: z.boolean(),
  /** Restored: nothing is published until publishing resumes. */
  is_pinned: z.boolean(),
});

export const listReleasesQuery = z.object(pageLimitFields(20));
export const releasesResponse = z.object({ data: z.array(releaseSchema), pagination: paginationSchema });

export const releaseChangeKinds = ['added', 'changed', 'removed', 'redirect'] as const;

export const releaseDetailsResponse = z.object({
  release: releaseSchema,
  /** At most 500 of them, by path; `changes_total` counts all. */
  changes: z.array(z.object({ path: z.string(), change: z.enum(releaseChangeKinds) })),
  changes_total: countSchema,
  /** False for the oldest retained release: the one before it is deleted. */
  is_compared: z.boolean(),
  /** How many addresses would change, and how many would be removed, if it were restored now. */
  restore: z.object({ changed: countSchema, removed: countSchema }),
});

export const restoreReleaseResponse = z.object({
  message: z.string(),
  /** The new release with the old content; null when nothing differed. */
  release_id: countSchema.nullable(),
  changed: countSchema,
  removed: countSchema,
});

export const resumePublishingResponse = z.object({ message: z.string() });

export type ReleaseJson = z.infer<typeof releaseSchema>;
export type ReleaseDetailsJson = z.infer<typeof releaseDetailsResponse>;
