import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { durationOf } from '#src/lib/format/duration.ts';
import { momentOf } from '#src/lib/format/date-time.ts';
import type { BadgeTone } from '#src/ui/feedback/Badge.tsx';
import type { Post } from './posts-api.ts';

/** What is told of the newest publish of a post. */
export type LatestPublish = Pick<PublishJson, 'status' | 'failed_path' | 'error' | 'finished_at' | 'milliseconds'>;

export type LiveState = { words: string; tone: 'live' | 'waiting' | 'off' | 'failed'; hasChanges: boolean };

/** For this long the proof of a publish stands beside its post. */
const FRESH_MS = 10 * 60 * 1000;

/** What readers have of a post just now, in words. */
export function liveStateOf(post: Post, publish: LatestPublish | undefined, now: number): LiveState {
  const hasChanges = post.has_draft && post.status === 'published';
  if (publish?.status === 'queued') return { words: 'Waiting to be published', tone: 'waiting', hasChanges: false };
  if (publish?.status === 'rendering') return { words: 'Publishing…', tone: 'waiting', hasChanges: false };
  if (publish?.status === 'failed') {
    const where = publish.failed_path ? ` (${publish.failed_path})` : '';
    return { words: `Failed: ${publish.error ?? 'no reason was given'}${where}`, tone: 'failed', hasChanges };
  }
  if (isScheduled(post)) {
    return { words: `Scheduled for ${momentOf(post.published_at ?? '')}`, tone: 'waiting', hasChanges };
  }
  if (!post.is_live) return { words: 'Not public', tone: 'off', hasChanges };
  const proof = publish && isFresh(publish, now) ? publish.milliseconds : null;
  return { words: proof === null ? 'Live' : `Live in ${durationOf(proof)}`, tone: 'live', hasChanges };
}

export const isScheduled = (post: Post) => post.status === 'published' && !post.is_live && post.published_at !== null;

function isFresh(publish: LatestPublish, now: number): boolean {
  return publish.finished_at !== null && now - Date.parse(publish.finished_at) < FRESH_MS;
}

/** The badge of a status (specification, Blog manager): published green, draft yellow, any other grey. */
export function badgeOf(post: Post): { words: string; tone: BadgeTone } {
  if (isScheduled(post)) return { words: 'Scheduled', tone: 'grey' };
  if (post.status === 'published') return { words: 'Published', tone: 'green' };
  return post.status === 'draft' ? { words: 'Draft', tone: 'yellow' } : { words: 'Archived', tone: 'grey' };
}
