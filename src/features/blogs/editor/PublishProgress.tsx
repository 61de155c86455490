import { useEffect, useState } from 'react';
import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { formatDuration } from '#src/lib/format/units.ts';
import { paths } from '#src/lib/paths.ts';
import { mergePublish, usePublishes } from '#src/stores/publishes.ts';
import { isPublicPost } from './blog-draft.ts';

/** Long enough to read the proof and to follow its link, milliseconds. */
const SHOWN_MS = 3_000;
/** How often is asked, besides the events, which a proxy may hold back. */
const POLL_INTERVAL_MS = 2_000;

type Props = { publishId: number; blog: BlogJson; onDone: () => void };

/** From 'waiting' to 'Live in 94 ms', or to the reason why not. */
export function PublishProgress({ publishId, blog, onDone }: Props) {
  const publish = usePublish(publishId);
  const [error, setError] = useState<string | null>(null);
  const [isInteracting, setInteracting] = useState(false);
  const isLive = publish?.status === 'live';
  const pinnedRelease = usePublishes().site?.pinned_release ?? null;
  useEffect(() => {
    if (!isLive || isInteracting) return;
    const timer = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isLive, isInteracting, onDone]);
  const retry = () =>
    api.post('/api/publishes/:id/retry', { param: { id: publishId } }).then(
      (again) => {
        setError(null);
        mergePublish(again);
      },
      (cause: unknown) => setError(formatError(cause)),
    );
  const isPublic = isPublicPost(blog);

  if (publish?.status === 'failed') {
    return (
      <>
        <Notice tone="error">
          <p>
            The post is saved, but the pages could not be made. Readers still see what was there before.
            {publish.failed_path && ` Page: ${publish.failed_path}.`}
          </p>
          <p>{publish.error ?? 'An error occurred'}</p>
          {error && <p>{error}</p>}
        </Notice>
        <div className="form-actions">
          <Button onClick={() => void retry()}>Retry</Button>
          <Button variant="secondary" onClick={onDone}>
            Back to the blog manager
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p role="status" className="publish-state" data-state={publish?.status ?? 'queued'}>
        {formatProgress(publish, isPublic, pinnedRelease)}
      </p>
      {(isLive || pinnedRelease !== null) && (
        // Whoever reaches for the link is not taken away from it. It may come to stand under a pointer that rests.
        // biome-ignore lint/a11y/noStaticElementInteractions: it reacts to nothing that a person must do
        <div
          className="form-actions"
          onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setInteracting(true)}
          onFocus={() => setInteracting(true)}
        >
          {isLive && isPublic && (
            <a className="button button-secondary" href={paths.blog(blog.slug)}>
              See it
            </a>
          )}
          <Button variant="secondary" onClick={onDone}>
            Back to the blog manager
          </Button>
        </div>
      )}
    </>
  );
}

function formatProgress(publish: PublishJson | null, isPublic: boolean, pinnedRelease: number | null): string {
  if (publish?.status === 'rendering') return 'Making the pages…';
  if (publish?.status !== 'live' && pinnedRelease !== null)
    return `It is saved, and waits: publishing is held at release ${pinnedRelease} until somebody resumes it.`;
  if (publish?.status !== 'live') return 'Waiting for its turn…';
  const duration = formatDuration(publish.milliseconds ?? 0);
  return isPublic ? `Live in ${duration}` : `Done in ${duration}: readers do not see it.`;
}

/** One publish as it goes on: by the events, and by asking, whichever is sooner. */
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
