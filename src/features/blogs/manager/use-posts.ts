import { useCallback, useEffect, useState } from 'react';
import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { fetchPosts, NO_TOKEN_MESSAGE, type ManagedPost, type PostPage } from './posts-api.ts';
import type { ListState } from './list-state.ts';

type State = {
  /** The rows that are shown, and the view that they are of. Null before the first answer. */
  page: (PostPage & { view: ListState }) | null;
  /** Why the view that was asked for last is not there. */
  error: string | null;
  isLoading: boolean;
};

/**
 * The rows of a view. Those before stay until the new ones are here; an answer to an older question is dropped, so it
 * never replaces a newer one.
 */
export function usePosts(view: ListState) {
  const [state, setState] = useState<State>({ page: null, error: null, isLoading: true });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const stop = new AbortController();
    if (attempt > 0) setState((before) => ({ ...before, isLoading: true }));
    fetchPosts(view, stop.signal).then(
      (page) => !stop.signal.aborted && setState({ page: { ...page, view }, error: null, isLoading: false }),
      (cause: unknown) => {
        if (stop.signal.aborted) return;
        const error = formatError(cause);
        showToast(error === NO_TOKEN_MESSAGE ? NO_TOKEN_MESSAGE : 'Failed to fetch blogs', 'error');
        setState((before) => ({ ...before, error, isLoading: false }));
      },
    );
    return () => stop.abort();
  }, [view, attempt]);

  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  /** Takes rows away before the server's new list is here. */
  const remove = useCallback((ids: readonly number[]) => {
    setState((before) => {
      if (!before.page) return before;
      const posts = before.page.posts.filter((post: ManagedPost) => !ids.includes(post.id));
      const total = before.page.total - (before.page.posts.length - posts.length);
      return { ...before, page: { ...before.page, posts, total } };
    });
  }, []);
  return { ...state, reload, remove };
}
