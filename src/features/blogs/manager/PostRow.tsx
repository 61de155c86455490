import { Badge } from '#src/ui/feedback/Badge.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { RowButton } from '#src/ui/tables/RowButton.tsx';
import { paths } from '#src/lib/paths.ts';
import { getPublishStatus, getStatusBadge, type LatestPublish } from './publish-status.ts';
import type { ManagedPost } from './posts-api.ts';

type Props = {
  post: ManagedPost;
  publish: LatestPublish | undefined;
  isSelected: boolean;
  onSelect: (isOn: boolean) => void;
  onDelete: () => void;
};

export const formatPostTitle = (post: ManagedPost) => post.title || 'Without a title';

export function PostRow({ post, publish, isSelected, onSelect, onDelete }: Props) {
  const title = formatPostTitle(post);
  const badge = getStatusBadge(post);
  return (
    <tr className={isSelected ? 'is-selected' : undefined} data-post={post.id}>
      <td className="select narrow">
        <CheckField
          label={`Select ${title}`}
          isLabelHidden
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </td>
      <td>
        <a className="row-title" href={paths.editBlog(post.id)}>
          {title}
        </a>
        <span className="row-note">/blogs/{post.slug}</span>
      </td>
      <td data-label="Categories">{post.categories.map(({ name }) => name).join(', ') || 'None'}</td>
      <td data-label="Status">
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </td>
      <td data-label="Last change">
        <Time iso={post.updated_at} />
      </td>
      <td data-label="On the site">
        <PublishStatusCell post={post} publish={publish} />
      </td>
      <td>
        <div className="row-actions">
          <a href={paths.editBlog(post.id)} aria-label={`Edit ${title}`}>
            Edit
          </a>
          {post.is_live && (
            <a href={paths.blog(post.slug)} aria-label={`View ${title}`}>
              View
            </a>
          )}
          <RowButton label="Delete" name={title} isDestructive onClick={onDelete} />
        </div>
      </td>
    </tr>
  );
}

/** What readers have of a post just now. */
function PublishStatusCell({ post, publish }: { post: ManagedPost; publish: LatestPublish | undefined }) {
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
