import { useCallback } from 'react';
import { useListQuery } from '#src/lib/use-query.ts';
import { fetchCounts, fetchPosts } from './posts-api.ts';
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
  } = useListQuery(toListUrl(listState), async (signal) => ({
    ...(await fetchPosts(listState, signal)),
    listState,
  }));
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
