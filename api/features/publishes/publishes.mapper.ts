import type { publishJobs } from '#db/schema/index.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import { MAX_LISTED_PATHS, type PublishJson } from './publishes.contract.ts';

type PublishJobRow = {
  job: typeof publishJobs.$inferSelect;
  user: Parameters<typeof toUserRefJson>[0] | null;
  /** 0 or 1. */
  isSystem: number;
};

/** A publish as JSON, with at most this many of its paths. */
export function toPublishJson({ job, user, isSystem }: PublishJobRow, maxListedPaths = MAX_LISTED_PATHS): PublishJson {
  const paths = job.paths ?? [];
  return {
    id: job.id,
    kind: job.kind,
    subject_id: job.subjectId,
    reason: job.reason,
    is_system: isSystem === 1,
    status: job.status,
    release_id: job.releaseId,
    paths: paths.slice(0, maxListedPaths),
    paths_total: paths.length,
    removed_total: job.removedCount,
    failed_path: job.failedPath,
    error: job.error,
    user: user && toUserRefJson(user),
    created_at: toIso(job.createdAt),
    started_at: toIsoOrNull(job.startedAt),
    finished_at: toIsoOrNull(job.finishedAt),
    milliseconds: job.milliseconds,
  };
}
