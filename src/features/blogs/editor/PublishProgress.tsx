import { useEffect, useState } from 'react';
import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { mergePublish, usePublishes } from '#src/stores/publishes.ts';
import { isPublicPost } from './blog-draft.ts';
import { isScheduledPost } from './publish-action.ts';
import { PublishResultCard } from './PublishResultCard.tsx';

/** Saving returns to the manager (specification); after long enough to read the result, milliseconds. */
const SHOWN_MS = 5_000;
/** How often the state is polled, besides the events, which a proxy may buffer. */
const POLL_INTERVAL_MS = 2_000;

type Props = {
  publishId: number;
  blog: BlogJson;
  isUpdate: boolean;
  /** Back to the manager. */
  onDone: () => void;
  /** Back to the text. */
  onStay: () => void;
};

/** From 'In the queue...' to the live post, or to the reason why not. Escape returns to the text. */
export function PublishProgress({ publishId, blog, isUpdate, onDone, onStay }: Props) {
  const publish = usePublish(publishId);
  const [isInteracting, setInteracting] = useState(false);
  const isFinished = publish?.status === 'live';
  const pinnedRelease = usePublishes().site?.pinned_release ?? null;
  useEffect(() => {
    if (!isFinished || isInteracting) return;
    const timer = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isFinished, isInteracting, onDone]);
  const stayHere = () => setInteracting(true);
  const isPublic = isPublicPost(blog);
  const isFailed = publish?.status === 'failed';
  return (
    <Modal isOpen title={getTitle(publish, blog, isUpdate)} onClose={onStay}>
      {/* A move or a key press stops the automatic redirect. A pointer that merely rests here does not. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it reacts to nothing that a person must do */}
      <div
        className="publish-result"
        onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && stayHere()}
        onPointerDown={stayHere}
        onKeyDown={stayHere}
      >
        {isFailed ? (
          <FailedPublish publish={publish} />
        ) : (
          <p role="status" className="publish-state" data-state={publish?.status ?? 'queued'}>
            {formatProgress(publish, blog, pinnedRelease)}
          </p>
        )}
        {isFinished && <PublishResultCard blog={blog} isPublic={isPublic} />}
        {isFinished && !isInteracting && <p className="field-hint">Going back to Blog manager...</p>}
        <div className="form-actions">
          {(isFailed || isFinished || pinnedRelease !== null) && (
            <Button variant="secondary" onClick={onDone}>
              Back to Blog manager
            </Button>
          )}
          {isFinished && isPublic && (
            <a className="button button-primary" href={paths.blog(blog.slug)}>
              View post
            </a>
          )}
        </div>
      </div>
    </Modal>
  );
}

function FailedPublish({ publish }: { publish: PublishJson }) {
  const [error, setError] = useState<string | null>(null);
  const retry = () =>
    api.post('/api/publishes/:id/retry', { param: { id: publish.id } }).then(
      (retried) => {
        setError(null);
        mergePublish(retried);
      },
      (cause: unknown) => setError(formatError(cause)),
    );
  return (
    <>
      <Notice tone="error">
        <p>
          Your post is saved, but it couldn’t be published. Visitors still see the previous version.
          {publish.failed_path && ` Page: ${publish.failed_path}.`}
        </p>
        <p>{publish.error ?? 'An error occurred'}</p>
        {error && <p>{error}</p>}
      </Notice>
      <Button onClick={() => void retry()}>Retry</Button>
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

const moment = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'full', timeStyle: 'short' });

function formatProgress(publish: PublishJson | null, blog: BlogJson, pinnedRelease: number | null): string {
  if (publish?.status === 'rendering') return 'Publishing...';
  if (publish?.status !== 'live' && pinnedRelease !== null)
    return `Saved. Publishing is paused at release ${pinnedRelease}. This goes live when someone resumes it.`;
  if (publish?.status !== 'live') return 'In the queue...';
  if (isScheduledPost(blog, Date.now()))
    return `Goes live on ${moment.format(new Date(blog.published_at ?? ''))}. You can close this window.`;
  const duration = formatTook(publish.milliseconds ?? 0);
  return isPublicPost(blog) ? `Live (took ${duration})` : `Done (took ${duration}). This post isn’t on the site.`;
}

/** 'under 0.1 s', '0.4 s'. */
const formatTook = (milliseconds: number) =>
  milliseconds < 50 ? 'under 0.1 s' : `${(milliseconds / 1_000).toFixed(1)} s`;

/** The state of one publish, from events or polling, whichever is sooner. */
function usePublish(id: number): PublishJson | null {
  const publish = usePublishes().byId.get(id) ?? null;
  const isFinished = publish?.status === 'live' || publish?.status === 'failed';
  useEffect(() => {
    if (isFinished) return;
    const poll = () => api.get('/api/publishes/:id', { param: { id } }).then(mergePublish, () => undefined);
    void poll();
    const timer = setInterval(() => void poll(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [id, isFinished]);
  return publish;
}
