import { formatFullDateTime } from '#src/lib/format/dates.ts';
import { useEffect, useRef, useState } from 'react';
import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { CheckWarningJson } from '#api/features/drafts/drafts.contract.ts';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { PublishResultCard } from '#src/features/drafts/publish/PublishResultCard.tsx';
import { CauseList, formatDuration, PublishResultDialog } from '#src/features/drafts/publish/PublishResultDialog.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { mergePublish, usePublishes } from '#src/stores/publishes.ts';
import { usePublish } from '#src/stores/use-publish.ts';
import { isPublicPost } from './blog-draft.ts';
import { isScheduledPost } from './publish-action.ts';
import { CoverPreview } from './CoverPreview.tsx';

type Props = {
  publishId: number;
  blog: BlogJson;
  isUpdate: boolean;
  /** Back to the manager. */
  onDone: () => void;
  /** Back to the text. */
  onStay: () => void;
  /** Asks for another time. */
  onChangeTime: () => void;
  /** After a failure: what of the text may be its cause, such as an image that is gone. */
  findCauses: () => Promise<CheckWarningJson[]>;
  /** Shows the place of a cause. */
  onShowCause: (cause: CheckWarningJson) => void;
};

/** From 'In the queue...' to the live post, or to the reason why not. */
export function PublishProgress({ publishId, blog, isUpdate, onDone, onStay, onChangeTime, ...failure }: Props) {
  const publish = usePublish(publishId);
  const pinnedRelease = usePublishes().site?.pinned_release ?? null;
  const isPublic = isPublicPost(blog);
  const isFailed = publish?.status === 'failed';
  const [retryError, setRetryError] = useState<string | null>(null);
  const retry = () =>
    api.post('/api/publishes/:id/retry', { param: { id: publishId } }).then(
      (retried) => {
        setRetryError(null);
        mergePublish(retried);
      },
      (cause: unknown) => setRetryError(formatError(cause)),
    );
  return (
    <PublishResultDialog
      title={getTitle(publish, blog, isUpdate)}
      status={
        isFailed ? (
          <FailedPublish publish={publish} retryError={retryError} {...failure} />
        ) : (
          <p role="status" className="publish-state" data-state={publish?.status ?? 'queued'}>
            {formatProgress(publish, blog, pinnedRelease)}
          </p>
        )
      }
      isFinished={publish?.status === 'live'}
      canLeave={isFailed || pinnedRelease !== null}
      card={<PostCard blog={blog} isPublic={isPublic} />}
      listName="posts"
      view={isPublic ? { label: 'View post', href: paths.blog(blog.slug) } : null}
      retry={isFailed && <Button onClick={() => void retry()}>Retry</Button>}
      onChangeTime={isScheduledPost(blog, Date.now()) ? onChangeTime : undefined}
      onDone={onDone}
      onStay={onStay}
    />
  );
}

const PostCard = ({
  blog: { title, slug, status, cover, categories },
  isPublic,
}: {
  blog: BlogJson;
  isPublic: boolean;
}) => (
  <PublishResultCard
    title={title}
    path={paths.blog(slug)}
    cover={<CoverPreview image={cover} seed={slug} categoryId={categories[0]?.id} />}
    hasPage={status === 'published'}
    isShareable={isPublic}
  />
);

type FailedProps = Pick<Props, 'findCauses' | 'onShowCause'> & { publish: PublishJson; retryError: string | null };

function FailedPublish({ publish, retryError, findCauses, onShowCause }: FailedProps) {
  const [causes, setCauses] = useState<CheckWarningJson[]>([]);
  const find = useRef(findCauses);
  useEffect(() => void find.current().then(setCauses), []);
  return (
    <>
      <Notice tone="error">
        <p>
          Your post is saved, but it couldn’t be published. Visitors still see the previous version.
          {publish.failed_path && ` Page: ${publish.failed_path}.`}
        </p>
        <p>{publish.error ?? 'An error occurred'}</p>
        {retryError && <p>{retryError}</p>}
      </Notice>
      {causes.length > 0 && <CauseList causes={causes} onShow={onShowCause} />}
    </>
  );
}

function getTitle(publish: PublishJson | null, blog: BlogJson, isUpdate: boolean): string {
  if (publish?.status === 'failed') return 'Not published';
  if (publish?.status !== 'live') return 'Publishing';
  if (isScheduledPost(blog, Date.now())) return 'Scheduled';
  if (!isPublicPost(blog)) return blog.status === 'archived' ? 'Archived' : 'Unpublished';
  return isUpdate ? 'Updated' : 'Published';
}

function formatProgress(publish: PublishJson | null, blog: BlogJson, pinnedRelease: number | null): string {
  if (publish?.status === 'rendering') return 'Publishing...';
  if (publish?.status !== 'live' && pinnedRelease !== null)
    return `Saved. Publishing is paused at release ${pinnedRelease}. This goes live when someone resumes it.`;
  if (publish?.status !== 'live') return 'In the queue...';
  if (isScheduledPost(blog, Date.now()))
    return `We’ll publish it on ${formatFullDateTime(blog.published_at ?? '')}. Changes you make until then go live with it.`;
  const duration = formatDuration(publish.milliseconds ?? 0);
  return isPublicPost(blog) ? `Live (took ${duration})` : `Done (took ${duration}). This post isn’t on the site.`;
}
