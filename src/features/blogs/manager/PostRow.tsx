import { hasPermission } from '#api/domain/permissions.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { MarkedText } from '#src/ui/content/MarkedText.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { Person } from '#src/ui/tables/Person.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { paths } from '#src/lib/paths.ts';
import { useRenderAt } from '#src/lib/use-render-at.ts';
import { useSession } from '#src/stores/use-session.ts';
import { formatPostTitle } from './bulk-action-copy.ts';
import { createPostActions, type PostHandlers } from './post-actions.ts';
import { PostThumb } from '#src/ui/covers/PostThumb.tsx';
import { findRecentEnd, getPublishStatus, getStatusBadge, type LatestPublish } from './publish-status.ts';
import { type ManagedPost, toThumb } from './posts-api.ts';

type Props = {
  post: ManagedPost;
  publish: LatestPublish | undefined;
  isSelected: boolean;
  /** What was searched for. */
  search: string;
  onSelect: (isOn: boolean) => void;
  handlers: PostHandlers;
};

const formatCategories = (post: ManagedPost) => post.categories.map(({ name }) => name).join(', ');

export function PostRow({ post, publish, isSelected, search, onSelect, handlers }: Props) {
  const title = formatPostTitle(post);
  const badge = getStatusBadge(post);
  const isDated = post.published_at !== null && post.status !== 'draft';
  return (
    <tr className={isSelected ? 'is-selected' : undefined} data-post={post.id}>
      <td className="check-cell narrow">
        <CheckField
          label={`Select ${title}`}
          isLabelHidden
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </td>
      <td className="lead-cell narrow">
        <PostThumb {...toThumb(post)} />
      </td>
      <td className="title-cell">
        <a className="row-title" href={paths.editBlog(post.id)}>
          {title}
        </a>
        <span className="row-note">{paths.blog(post.slug)}</span>
        {post.match && <PostMatch match={post.match} search={search} />}
      </td>
      <td className="mid">
        <Person name={post.author_name} />
      </td>
      <td className="wide">{formatCategories(post) || <span className="none">None</span>}</td>
      <td className="status-cell">
        <Badge tone={badge.tone}>{badge.label}</Badge>
        <PublishStatusLine post={post} publish={publish} />
      </td>
      <td className="date-cell">
        {isDated ? (
          <Time iso={post.published_at ?? ''} isFull isDate={post.is_live} />
        ) : (
          <span className="none">Not yet</span>
        )}
      </td>
      <td className="menu-cell narrow">
        <RowMenu name={title} note={paths.blog(post.slug)} groups={createPostActions(post, handlers)} />
      </td>
    </tr>
  );
}

type MatchProps = { match: NonNullable<ManagedPost['match']>; search: string };

/** Why a post is among the results, where its title doesn't say so. */
const PostMatch = ({ match, search }: MatchProps) => (
  <span className="row-note post-match">
    {match.is_draft && (match.text === '' ? 'In its draft' : 'Draft: ')}
    <MarkedText text={match.text} query={search} />
  </span>
);

/** To the screen where the publish can be tried again. */
function FailedPublishLink() {
  const { user } = useSession();
  const canManage = user !== null && hasPermission(user.role, 'publishes.manage');
  return (
    <a className="row-note" href={canManage ? paths.adminPublishing : paths.admin}>
      {canManage ? 'See details in Publishing' : 'Retry on the start page'}
    </a>
  );
}

const CHANGES = 'Unpublished changes';

/** The live state of a post, below its badge. */
function PublishStatusLine({ post, publish }: { post: ManagedPost; publish: LatestPublish | undefined }) {
  useRenderAt(findRecentEnd(publish));
  const { label, tone, hasChanges } = getPublishStatus(post, publish, Date.now());
  // That it is live is said by its badge.
  if (hasChanges && tone === 'live') return <span className="live-state live-waiting">{CHANGES}</span>;
  return (
    <>
      <span className={`live-state live-${tone}`}>
        <span>
          {post.status !== 'draft' || tone !== 'off' ? (
            label
          ) : (
            <>
              Edited <Time iso={post.updated_at} isInSentence />
            </>
          )}
        </span>
      </span>
      {tone === 'failed' && <FailedPublishLink />}
      {hasChanges && <span className="row-note changes">{CHANGES}</span>}
    </>
  );
}
