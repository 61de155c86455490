import type { ReviewState } from '#api/domain/enums.ts';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { formatDuration } from '#src/lib/format/units.ts';
import { formatRelativeTime } from '#src/lib/format/dates.ts';
import type { BadgeTone } from '#src/ui/feedback/Badge.tsx';
import type { ManagedPost } from './posts-api.ts';

/** The text about the newest publish of a post. */
export type LatestPublish = Pick<PublishJson, 'status' | 'failed_path' | 'error' | 'finished_at' | 'milliseconds'>;

export type PostPublishStatus = { label: string; tone: 'live' | 'waiting' | 'off' | 'failed'; hasChanges: boolean };

/** How long the result of a publish is shown beside its post. */
const RECENT_MS = 30 * 1000;

/** The state of a post on the site, as text. */
export function getPublishStatus(
  post: ManagedPost,
  publish: LatestPublish | undefined,
  now: number,
): PostPublishStatus {
  const hasChanges = post.has_draft && post.status === 'published';
  if (publish?.status === 'queued') return { label: 'Queued', tone: 'waiting', hasChanges: false };
  if (publish?.status === 'rendering') return { label: 'Publishing...', tone: 'waiting', hasChanges: false };
  if (publish?.status === 'failed') {
    const where = publish.failed_path ? ` (${publish.failed_path})` : '';
    return { label: `Failed: ${publish.error ?? 'unknown error'}${where}`, tone: 'failed', hasChanges };
  }
  if (isScheduled(post)) {
    return { label: formatRelativeTime(post.published_at ?? '', now), tone: 'waiting', hasChanges };
  }
  if (!post.is_live) return { label: 'Not live', tone: 'off', hasChanges };
  const durationMs = publish && isRecent(publish, now) ? publish.milliseconds : null;
  return {
    label: durationMs === null ? 'Live' : `Live (took ${formatDuration(durationMs)})`,
    tone: 'live',
    hasChanges,
  };
}

export const isScheduled = (post: ManagedPost) =>
  post.status === 'published' && !post.is_live && post.published_at !== null;

/** When the duration of a publish is not shown any more (UTC ms); null where none is shown. */
export const findRecentEnd = (publish: LatestPublish | undefined): number | null =>
  publish?.finished_at ? Date.parse(publish.finished_at) + RECENT_MS : null;

function isRecent(publish: LatestPublish, now: number): boolean {
  return publish.finished_at !== null && now - Date.parse(publish.finished_at) < RECENT_MS;
}

const REVIEW_LABELS: Record<ReviewState, string> = { submitted: 'In review', returned: 'Changes asked for' };

/** What is not published of a post. */
export const formatChanges = ({ review }: Pick<ManagedPost, 'review'>): string =>
  review === null ? 'Unpublished changes' : REVIEW_CHANGES[review];

const REVIEW_CHANGES: Record<ReviewState, string> = { submitted: 'Changes in review', returned: 'Changes asked for' };

/** The badge of a status (specification, Blog manager): published green, draft yellow, any other grey. */
export function getStatusBadge(post: ManagedPost): { label: string; tone: BadgeTone } {
  if (isScheduled(post)) return { label: 'Scheduled', tone: 'grey' };
  if (post.status === 'published') return { label: 'Published', tone: 'green' };
  if (post.status === 'archived') return { label: 'Archived', tone: 'grey' };
  return { label: post.review === null ? 'Draft' : REVIEW_LABELS[post.review], tone: 'yellow' };
}
