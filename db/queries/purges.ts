import type { Database } from '#db/client.ts';
import { purges } from '#db/schema/index.ts';

/** A purge of more paths than these is a purge of everything. */
export const PURGE_PATHS_MAX = 1_000;

/** The paths of a purge, each once; null, which is everything, when they are too many. */
export function toPurgedPaths(paths: Iterable<string>): string[] | null {
  const unique = new Set(paths);
  return unique.size > PURGE_PATHS_MAX ? null : [...unique];
}

type NewPurge = { releaseId: number; paths: Iterable<string>; now: number };

/** Queues the purge of what a release changes. It belongs to the batch of the release, so that no crash comes between. */
export const queuePurgeStatement = ({ orm }: Database, { releaseId, paths, now }: NewPurge) =>
  orm
    .insert(purges)
    .values({ releaseId, paths: toPurgedPaths(paths), publishedAt: now, nextAttemptAt: now, createdAt: now });
