import { hasPermission } from '#api/domain/permissions.ts';
import { useSession } from '#src/stores/use-session.ts';
import { PostThumb } from '#src/ui/covers/PostThumb.tsx';
import { MarkedText } from '#src/ui/content/MarkedText.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import type { ListColumn } from '#src/ui/lists/ListTable.tsx';
import { Person } from '#src/ui/tables/Person.tsx';
import { paths } from '#src/lib/paths.ts';
import { useRenderAt } from '#src/lib/use-render-at.ts';
import { formatPostTitle } from './bulk-action-copy.ts';
import {
  findRecentEnd,
  formatChanges,
  getPublishStatus,
  getStatusBadge,
  type LatestPublish,
} from './publish-status.ts';
import { type ManagedPost, toThumb } from './posts-api.ts';

type Column = ListColumn<ManagedPost>;

const cover: Column = {
  label: 'Cover',
  isHeadHidden: true,
  width: 'narrow',
  className: 'lead-cell',
  cell: (post) => <PostThumb {...toThumb(post)} />,
};
const Categories = ({ post: { categories } }: { post: ManagedPost }) =>
  categories.map(({ name }) => name).join(', ') || <span className="none">None</span>;

/** `search` is what was searched for. */
export const createPostColumns = (search: string, publishes: ReadonlyMap<number, LatestPublish>): readonly Column[] => [
  cover,
  {
    sort: 'title',
    className: 'title-cell',
    cell: (post) => (
      <>
        <a className="row-title" href={paths.editBlog(post.id)}>
          {formatPostTitle(post)}
        </a>
        <span className="row-note">{paths.blog(post.slug)}</span>
        {post.match && <PostMatch match={post.match} search={search} />}
      </>
    ),
  },
  { label: 'Author', width: 'mid', cell: ({ author_name: name }) => <Person name={name} /> },
  { label: 'Categories', width: 'wide', cell: (post) => <Categories post={post} /> },
  {
    sort: 'status',
    className: 'status-cell',
    cell: (post) => {
      const { tone, label } = getStatusBadge(post);
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          <PublishStatusLine post={post} publish={publishes.get(post.id)} />
        </>
      );
    },
  },
  {
    sort: 'published_at',
    className: 'date-cell',
    cell: ({ published_at: at, status, is_live: isLive }) =>
      at !== null && status !== 'draft' ? (
        <Time iso={at} isFull isDate={isLive} />
      ) : (
        <span className="none">Not yet</span>
      ),
  },
];

export const trashColumns: readonly Column[] = [
  cover,
  {
    label: 'Title',
    className: 'title-cell',
    cell: (post) => (
      <>
        <span className="row-title">{formatPostTitle(post)}</span>
        <span className="row-note">{paths.blog(post.slug)}</span>
      </>
    ),
  },
  { label: 'Categories', width: 'mid', cell: (post) => <Categories post={post} /> },
  {
    label: 'Deleted',
    className: 'date-cell',
    cell: (post) => <Time iso={post.trashed_at ?? post.updated_at} />,
  },
];

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

/** The live state of a post, below its badge. */
function PublishStatusLine({ post, publish }: { post: ManagedPost; publish: LatestPublish | undefined }) {
  useRenderAt(findRecentEnd(publish));
  const { label, tone, hasChanges } = getPublishStatus(post, publish, Date.now());
  // That it is live is said by its badge.
  if (hasChanges && tone === 'live') return <span className="live-state live-waiting">{formatChanges(post)}</span>;
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
      {hasChanges && <span className="row-note changes">{formatChanges(post)}</span>}
    </>
  );
}
