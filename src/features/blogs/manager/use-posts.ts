import { useCallback } from 'react';
import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { fetchCounts, fetchPosts, NO_TOKEN_MESSAGE } from './posts-api.ts';
import { toBulkFilter, toListUrl, type ListState } from './list-state.ts';

/** The rows of a list state, the state that they belong to, and how many posts each view holds. */
export function usePosts(listState: ListState) {
  const filter = listState.isTrash ? {} : toBulkFilter(listState);
  const { status: _, ...counted } = filter;
  const counts = useListQuery(`counts ${JSON.stringify(counted)}`, (signal) => fetchCounts(filter, signal));
  const {
    value,
    update,
    reload: reloadPosts,
    ...query
  } = useListQuery(toListUrl(listState), async (signal) => {
    try {
      return { ...(await fetchPosts(listState, signal)), listState };
    } catch (error) {
      const isSignedOut = formatError(error) === NO_TOKEN_MESSAGE;
      if (!signal.aborted) showToast(isSignedOut ? NO_TOKEN_MESSAGE : 'Failed to fetch blogs', 'error');
      throw error;
    }
  });
  /** Takes rows away before the server's new list is here. */
  const remove = (ids: readonly number[]) =>
    update((page) => {
      const posts = page.posts.filter(({ id }) => !ids.includes(id));
      return { ...page, posts, total: page.total - (page.posts.length - posts.length) };
    });
  const reloadCounts = counts.reload;
  const reload = useCallback(() => {
    reloadPosts();
    reloadCounts();
  }, [reloadPosts, reloadCounts]);
  /** Null while the counts are those of a search or filter. */
  const allCount = Object.values(counted).some((value) => value !== undefined) ? null : (counts.value?.all ?? null);
  return { ...query, page: value, counts: counts.value, allCount, remove, reload };
}
