import { formatCount } from '#api/domain/plurals.ts';
import { formatError } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { formatPostTitle } from './bulk-action-copy.ts';
import { fetchTitles, type PostSelection } from './posts-api.ts';

/** The titles of all posts that a dialog is about, also of those on other pages of the list. */
export function PostTitles({ selection }: { selection: PostSelection }) {
  const { filter, posts, count } = selection;
  const { state, reload } = useQuery(filter && `titles ${JSON.stringify(filter)}`, (signal) =>
    fetchTitles(filter ?? {}, signal),
  );
  if (filter === null) return <TitleList titles={posts.map(({ title }) => title)} count={count} />;
  if (state.status === 'loading') return <Loading message="Loading the titles..." />;
  if (state.status === 'failed') return <ErrorPanel message={formatError(state.error)} onRetry={reload} />;
  return <TitleList titles={state.value.titles} count={count} />;
}

function TitleList({ titles, count }: { titles: readonly string[]; count: number }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it
    <ul className="named named-all" tabIndex={0} aria-label="Posts">
      {titles.map((title, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two posts may have the same title
        <li key={at}>{formatPostTitle({ title })}</li>
      ))}
      {count > titles.length && <li>and {formatCount(count - titles.length, 'more', 'more')}</li>}
    </ul>
  );
}
