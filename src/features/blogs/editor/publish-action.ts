import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { BlogDraftFields } from '#api/features/drafts/drafts.contract.ts';
import type { PublishAct } from '#src/features/drafts/publish/use-publish-flow.ts';

type Live = Pick<BlogJson, 'status' | 'published_at'> | null;

const isLater = (iso: string | null, now: number) => iso !== null && Date.parse(iso) > now;

/** What publishing means for what is chosen, given what readers have. `now` in UTC ms. */
export function publishActOf(
  { status, published_at }: Pick<BlogDraftFields, 'status' | 'published_at'>,
  live: Live,
  now: number,
): PublishAct {
  const wasPublished = live?.status === 'published';
  const isScheduled = wasPublished && isLater(live.published_at, now);
  const isLive = wasPublished && !isScheduled;
  const act = (label: string, busyLabel: string, consequence: string, isPublic = false): PublishAct => ({
    ...{ label, busyLabel, consequence, isPublic },
  });
  if (status === 'published' && isLater(published_at, now)) {
    if (isScheduled)
      return act('Update schedule', 'Scheduling...', 'The post goes out by itself at the date given.', true);
    const taken = isLive ? 'It is taken down until then.' : '';
    return act('Schedule', 'Scheduling...', `The post goes out by itself at the date given. ${taken}`.trim(), true);
  }
  if (status === 'published') {
    if (isLive) return act('Publish changes', 'Publishing...', 'Readers see the new version at once.', true);
    return act('Publish', 'Publishing...', 'Readers see the post at once.', true);
  }
  if (status === 'archived') {
    if (live?.status === 'archived') return act('Save', 'Saving...', 'The post stays archived.');
    return act('Archive', 'Archiving...', isLive ? 'Readers no longer see the post.' : 'The post is put away.');
  }
  if (isScheduled) return act('Unschedule', 'Unscheduling...', 'The post does not go out by itself any more.');
  if (isLive) return act('Take down', 'Taking down...', 'Readers no longer see the post. It becomes a draft again.');
  return act('Save draft', 'Saving...', 'The post is kept as a draft. Readers do not see it.');
}
