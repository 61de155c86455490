import { z } from 'zod';
import { releaseKinds } from '#api/domain/enums.ts';
import { pageAndLimit, pagination } from '#api/http/pagination.ts';
import { person } from '#db/queries/user-refs.ts';

const count = z.number().int();

export const release = z.object({
  id: count,
  kind: z.enum(releaseKinds),
  note: z.string(),
  user: person,
  pages_changed: count,
  pages_total: count,
  /** Of what it brought, before compression. */
  bytes: count,
  created_at: z.string(),
  /** What visitors see. */
  is_current: z.boolean(),
  /** Was brought back, and nothing is published until publishing resumes. */
  is_held: z.boolean(),
});

export const releasesQuery = z.object(pageAndLimit(20));
export const releasesAnswer = z.object({ data: z.array(release), pagination });

export const changeKinds = ['added', 'changed', 'removed', 'redirect'] as const;

export const releaseAnswer = z.object({
  release,
  /** At most 500 of them, by path; `changes_total` counts all. */
  changes: z.array(z.object({ path: z.string(), change: z.enum(changeKinds) })),
  changes_total: count,
  /** False for the oldest release that is kept: what was before it is forgotten. */
  is_compared: z.boolean(),
  /** How many addresses would change, and how many would go, if it came back now. */
  restore: z.object({ changed: count, removed: count }),
});

export const restoredAnswer = z.object({
  message: z.string(),
  /** The release that brought it back; null when nothing differed. */
  release_id: count.nullable(),
  changed: count,
  removed: count,
});

export const resumedAnswer = z.object({ message: z.string() });

export type ReleaseJson = z.infer<typeof release>;
export type ReleaseDetailsJson = z.infer<typeof releaseAnswer>;
