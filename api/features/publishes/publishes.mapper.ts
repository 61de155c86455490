import type { publishJobs } from '#db/schema/index.ts';
import { toIso } from '#api/clock.ts';
import { toPerson } from '#db/queries/user-refs.ts';
import { PATHS_NAMED, type PublishJson } from './publishes.contract.ts';

type JobWithPerson = { job: typeof publishJobs.$inferSelect; person: Parameters<typeof toPerson>[0] | null };

/** A publish on the wire; with all its paths only when it is asked for by itself. */
export function toPublishJson({ job, person }: JobWithPerson, pathsNamed = PATHS_NAMED): PublishJson {
  const moment = (instant: number | null) => (instant === null ? null : toIso(instant));
  const paths = job.paths ?? [];
  return {
    id: job.id,
    kind: job.kind,
    subject_id: job.subjectId,
    reason: job.reason,
    status: job.status,
    release_id: job.releaseId,
    paths: paths.slice(0, pathsNamed),
    paths_total: paths.length,
    removed_total: job.removed,
    failed_path: job.failedPath,
    error: job.error,
    user: person && toPerson(person),
    created_at: toIso(job.createdAt),
    started_at: moment(job.startedAt),
    finished_at: moment(job.finishedAt),
    milliseconds: job.milliseconds,
  };
}
