import { useCallback } from 'react';
import type { BlogCountsJson } from '#api/features/blogs/blogs.contract.ts';
import { postList } from '#api/domain/post-list.ts';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useList } from '#src/ui/lists/use-list.ts';
import { fetchCounts, fetchPosts, type ManagedPost, type PostListState, toBulkFilter } from './posts-api.ts';

/** The trash has the search only. */
const trashList: typeof postList = {
  ...postList,
  search: { label: 'Search trash' },
  filters: {
    ...postList.filters,
    categoryId: { ...postList.filters.categoryId, label: null },
    tagId: { ...postList.filters.tagId, label: null },
    author: { ...postList.filters.author, label: null },
  },
  sort: {} as typeof postList.sort,
};
const NO_POSTS: readonly ManagedPost[] = [];

/** The posts, or those in the trash, and how many posts each view holds. */
export function usePosts() {
  const list = useList(postList, paths.blogManager, fetchPosts);
  const { state, page, update, reload: reloadPosts } = list;
  const isTrash = state.view === 'trash';
  const filter = isTrash ? {} : toBulkFilter(state);
  const { status: _, ...counted } = filter;
  const { value: counts, reload: reloadCounts } = useQuery(
    `counts ${JSON.stringify(counted)}`,
    (signal) => fetchCounts(filter, signal),
    { keepsPrevious: true },
  );
  const reload = useCallback(() => {
    reloadPosts();
    reloadCounts();
  }, [reloadPosts, reloadCounts]);
  /** Takes rows away before the server's new list is here. */
  const remove = (ids: readonly number[]) =>
    update((before) => {
      const rows = before.rows.filter(({ id }) => !ids.includes(id));
      return { ...before, rows, total: before.total - (before.rows.length - rows.length) };
    });
  /** Between posts and trash nothing but the view is kept. */
  const withOthers = (next: Partial<PostListState>): Partial<PostListState> =>
    next.view !== undefined && next.view !== state.view ? { search: '', sort: INITIAL_SORT, ...next } : next;
  // Rows of the other view have other columns: they are never shown.
  const isShown = page !== null && page.isTrash === isTrash;
  return {
    list: {
      ...list,
      definition: isTrash ? trashList : { ...postList, views: listViews(state, counts) },
      change: (next: Partial<PostListState>) => list.change(withOthers(next)),
      toHref: (next: Partial<PostListState>) => list.toHref(withOthers(next)),
      clear: () => (isTrash ? list.change({ search: '' }) : list.clear()),
      isFiltered: isTrash ? state.search.trim() !== '' : list.isFiltered,
      rows: isShown ? list.rows : NO_POSTS,
      total: isShown ? list.total : 0,
      isLoading: list.isLoading || (page !== null && !isShown && list.error === null),
      reload,
    },
    isTrash,
    counts,
    /** Null while the counts are those of a search or filter. */
    allCount: Object.values(counted).some((value) => value !== undefined) ? null : (counts?.all ?? null),
    remove,
  };
}

/** Where nobody submits posts, no view of those in review takes room. */
const listViews = ({ status }: PostListState, counts: BlogCountsJson | null) =>
  (postList.views ?? []).filter(
    ({ count }) => count !== 'in_review' || status === count || (counts?.in_review ?? 0) > 0,
  );

const INITIAL_SORT = { by: 'updated_at', order: 'DESC' } as const;
