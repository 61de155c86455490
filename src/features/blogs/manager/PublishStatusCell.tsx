import { paths } from '#src/lib/paths.ts';
import { type LatestPublish, liveStateOf } from './publish-status.ts';
import type { Post } from './posts-api.ts';

/** What readers have of a post just now; it speaks up when that changes. */
export function LiveCell({ post, publish }: { post: Post; publish: LatestPublish | undefined }) {
  const { words, tone, hasChanges } = liveStateOf(post, publish, Date.now());
  return (
    <>
      <span className={`live-state live-${tone}`}>{words}</span>
      {tone === 'failed' && (
        <a className="row-note" href={paths.adminPublishing}>
          See it under Publishing
        </a>
      )}
      {hasChanges && <span className="row-note changes">Changes not published</span>}
    </>
  );
}
