import { useEffect, useState } from 'react';
import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api, wordsOfError } from '#src/lib/api-client.ts';
import { durationOf } from '#src/lib/format/duration.ts';
import { paths } from '#src/lib/paths.ts';
import { keep, usePublishes } from '#src/stores/publishes.ts';
import { isOut } from './blog-draft.ts';

/** Long enough to read the proof and to follow its link, milliseconds. */
const SHOWN_MS = 3_000;
/** How often is asked, besides the events, which a proxy may hold back. */
const ASK_EVERY_MS = 2_000;

type Props = { publishId: number; blog: BlogJson; onDone: () => void };

/** From 'waiting' to 'Live in 94 ms', or to the reason why not. */
export function PublishProgress({ publishId, blog, onDone }: Props) {
  const publish = usePublish(publishId);
  const [error, setError] = useState<string | null>(null);
  const [stays, setStays] = useState(false);
  const isLive = publish?.status === 'live';
  const held = usePublishes().site?.held_release ?? null;
  useEffect(() => {
    if (!isLive || stays) return;
    const timer = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isLive, stays, onDone]);
  const retry = () =>
    api.post<PublishJson>(`/api/publishes/${publishId}/retry`).then(
      (again) => {
        setError(null);
        keep(again);
      },
      (cause: unknown) => setError(wordsOfError(cause)),
    );
  const isShown = isOut(blog);

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
        {wordsOf(publish, isShown, held)}
      </p>
      {(isLive || held !== null) && (
        // Whoever reaches for the link is not taken away from it. It may come to stand under a pointer that rests.
        // biome-ignore lint/a11y/noStaticElementInteractions: it reacts to nothing that a person must do
        <div
          className="form-actions"
          onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setStays(true)}
          onFocus={() => setStays(true)}
        >
          {isLive && isShown && (
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

function wordsOf(publish: PublishJson | null, isShown: boolean, held: number | null): string {
  if (publish?.status === 'rendering') return 'Making the pages…';
  if (publish?.status !== 'live' && held !== null)
    return `It is saved, and waits: publishing is held at release ${held} until somebody resumes it.`;
  if (publish?.status !== 'live') return 'Waiting for its turn…';
  const duration = durationOf(publish.milliseconds ?? 0);
  return isShown ? `Live in ${duration}` : `Done in ${duration}: readers do not see it.`;
}

/** One publish as it goes on: by the events, and by asking, whichever is sooner. */
function usePublish(id: number): PublishJson | null {
  const publish = usePublishes().byId.get(id) ?? null;
  const isOver = publish?.status === 'live' || publish?.status === 'failed';
  useEffect(() => {
    if (isOver) return;
    const ask = () => api.get<PublishJson>(`/api/publishes/${id}`).then(keep, () => undefined);
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [id, isOver]);
  return publish;
}
