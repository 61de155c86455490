import type { BlogDraftFields, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { PublishAction } from '#src/features/drafts/publish/use-publish-flow.ts';

type Live = Pick<BlogJson, 'status' | 'published_at'> | null;

const isInFuture = (iso: string | null, now: number) => iso !== null && Date.parse(iso) > now;

/** What publishing means for what is chosen, given what readers have. `now` in UTC ms. */
export function getPublishAction(
  { status, published_at }: Pick<BlogDraftFields, 'status' | 'published_at'>,
  live: Live,
  now: number,
): PublishAction {
  const wasPublished = live?.status === 'published';
  const isScheduled = wasPublished && isInFuture(live.published_at, now);
  const isLive = wasPublished && !isScheduled;
  const createAction = (label: string, busyLabel: string, consequence: string, isPublic = false): PublishAction => ({
    ...{ label, busyLabel, consequence, isPublic },
  });
  if (status === 'published' && isInFuture(published_at, now)) {
    if (isScheduled)
      return createAction('Update schedule', 'Scheduling...', 'The post goes out by itself at the date given.', true);
    const takedownNote = isLive ? 'It is taken down until then.' : '';
    return createAction(
      'Schedule',
      'Scheduling...',
      `The post goes out by itself at the date given. ${takedownNote}`.trim(),
      true,
    );
  }
  if (status === 'published') {
    if (isLive) return createAction('Publish changes', 'Publishing...', 'Readers see the new version at once.', true);
    return createAction('Publish', 'Publishing...', 'Readers see the post at once.', true);
  }
  if (status === 'archived') {
    if (live?.status === 'archived') return createAction('Save', 'Saving...', 'The post stays archived.');
    return createAction(
      'Archive',
      'Archiving...',
      isLive ? 'Readers no longer see the post.' : 'The post is put away.',
    );
  }
  if (isScheduled) return createAction('Unschedule', 'Unscheduling...', 'The post does not go out by itself any more.');
  if (isLive)
    return createAction('Take down', 'Taking down...', 'Readers no longer see the post. It becomes a draft again.');
  return createAction('Save draft', 'Saving...', 'The post is kept as a draft. Readers do not see it.');
}
