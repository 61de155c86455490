import type { OverviewPostJson } from '#api/features/overview/overview.contract.ts';
import { PostThumb } from '#src/ui/covers/PostThumb.tsx';
import { formatDateTime } from '#src/lib/format/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';

/** Posts with their cover, author and state; a live one leads to its page, any other to the editor. */
export function PostRows({ posts }: { posts: readonly OverviewPostJson[] }) {
  return (
    <ul>
      {posts.map((post) => (
        <li key={post.id} className="overview-row">
          <PostThumb slug={post.slug} coverUrl={post.cover_url} categoryId={post.main_category_id} />
          <div>
            <p className="row-title">
              <a href={post.state === 'live' ? paths.blog(post.slug) : paths.editBlog(post.id)}>
                {post.title || 'Untitled post'}
              </a>
            </p>
            <p className="row-note">
              <PostNote post={post} />
            </p>
          </div>
          <PostState post={post} />
        </li>
      ))}
    </ul>
  );
}

function PostNote({ post: { author_name, state, published_at, updated_at } }: { post: OverviewPostJson }) {
  const author = author_name || 'No author';
  if (state === 'live') return author;
  if (state === 'scheduled') return `${author}. Goes live ${formatDateTime(published_at ?? updated_at)}`;
  const verb = state === 'in_review' ? 'Waiting for an editor. Edited' : 'Edited';
  return (
    <>
      {author}. {verb} <Time iso={updated_at} />
    </>
  );
}

function PostState({ post: { state, published_at, updated_at } }: { post: OverviewPostJson }) {
  if (state === 'scheduled') return <Badge tone="grey">Scheduled</Badge>;
  if (state === 'draft') return <Badge tone="yellow">Draft</Badge>;
  if (state === 'in_review') return <Badge tone="yellow">In review</Badge>;
  if (state === 'returned') return <Badge tone="yellow">Changes asked for</Badge>;
  if (state === 'changed') return <span className="live-state live-waiting">Unpublished changes</span>;
  return (
    <span className="row-note">
      <Time iso={published_at ?? updated_at} />
    </span>
  );
}
