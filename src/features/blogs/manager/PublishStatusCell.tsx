import { paths } from '#src/lib/paths.ts';
import { type LatestPublish, getPublishStatus } from './publish-status.ts';
import type { ManagedPost } from './posts-api.ts';

/** What readers have of a post just now; it speaks up when that changes. */
export function PublishStatusCell({ post, publish }: { post: ManagedPost; publish: LatestPublish | undefined }) {
  const { label, tone, hasChanges } = getPublishStatus(post, publish, Date.now());
  return (
    <>
      <span className={`live-state live-${tone}`}>{label}</span>
      {tone === 'failed' && (
        <a className="row-note" href={paths.adminPublishing}>
          See it under Publishing
        </a>
      )}
      {hasChanges && <span className="row-note changes">Changes not published</span>}
    </>
  );
}
