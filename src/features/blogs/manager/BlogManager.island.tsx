import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useMemo, useRef } from 'react';
import { pluralize } from '#api/domain/plurals.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { BulkActions } from '#src/features/blogs/manager/bulk/BulkActions.tsx';
import { BulkResult } from '#src/features/blogs/manager/bulk/BulkResult.tsx';
import { PostDialogs } from './PostDialogs.tsx';
import { PostFilters } from './PostFilters.tsx';
import { PostList } from './PostList.tsx';
import type { ManagedPost, PostSelection } from './posts-api.ts';
import { createShortcuts } from './shortcuts.ts';
import { usePostActions } from './use-post-actions.ts';
import { usePosts } from './use-posts.ts';
import { useConfirmations } from './use-confirmations.ts';
import { usePostUndo } from './use-post-undo.ts';
import { useLatestPublishes, useRefreshWhenDue } from './use-refresh.ts';
import { usePostBulkRun } from '#src/features/blogs/manager/bulk/use-post-bulk-run.ts';
import { useSelection } from '#src/ui/tables/use-selection.ts';
import { PAGE_SIZE, parseListState, toBulkFilter, toListUrl } from './list-state.ts';

const NO_POSTS: ManagedPost[] = [];

/** All posts for admins: search, state of publication, actions on one or on many. */
export function BlogManagerIsland() {
  return <RequireAuth access="posts.write">{({ id }) => <BlogManager userId={id} />}</RequireAuth>;
}

function BlogManager({ userId }: { userId: number }) {
  const { listState, change } = useListState({ parse: parseListState, toUrl: toListUrl });
  const list = usePosts(listState);
  useNavigationCount('posts', list.allCount);
  // The trash has other columns: its rows are never shown as posts, nor posts as its rows.
  const page = list.page?.listState.isTrash === listState.isTrash ? list.page : null;
  const posts = page?.posts ?? NO_POSTS;
  const total = page?.total ?? 0;
  const { selected, isAllMatching, select, selectAllMatching, clear } = useSelection(toListUrl(listState), posts);
  const selection: PostSelection = {
    posts: posts.filter(({ id }) => selected.has(id)),
    count: isAllMatching ? total : selected.size,
    filter: isAllMatching ? toBulkFilter(listState) : null,
  };
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const resultRef = useRef<HTMLDivElement>(null);
  const showUndo = usePostUndo(list.reload);
  const rows = { remove: list.remove, reload: list.reload, showUndo };
  const actions = usePostActions(rows);
  const bulk = usePostBulkRun({ userId, ...rows });
  const confirmations = useConfirmations({
    posts,
    actions,
    search,
    table,
    result: resultRef,
    onBulk: async (request, chosen) => {
      await bulk.start(request, chosen);
      // What is still in the list stays selected, for the next act.
      if (request.action === 'delete' || chosen.filter) clear();
    },
  });
  const publishes = useLatestPublishes(posts, list.reload);
  useRefreshWhenDue(posts, list.reload);
  const shortcuts = useMemo(() => createShortcuts({ search, table }), []);
  useClampedPage(
    listState.page,
    page && toListUrl(page.listState) === toListUrl(listState) ? Math.ceil(total / PAGE_SIZE) : null,
    change,
  );

  return (
    <div className="screen-parts">
      {list.counts && <ScreenCount>{list.counts.all}</ScreenCount>}
      <PostFilters listState={listState} counts={list.counts} onChange={change} searchRef={search} />
      {bulk.notice && (
        <BulkResult
          run={bulk.notice}
          focusRef={resultRef}
          onStop={bulk.stop}
          onResume={bulk.resume}
          onRetrySkipped={bulk.retrySkipped}
          onClose={bulk.close}
        />
      )}
      {list.error !== null && <ErrorPanel title="Failed to fetch blogs" message={list.error} onRetry={list.reload} />}
      <PostList
        page={page}
        listState={listState}
        isLoading={list.isLoading}
        hasFailed={list.error !== null}
        selected={selected}
        publishes={publishes}
        tableRef={table}
        onSelect={select}
        onSort={(sort) => change({ sort })}
        handlers={{
          onUnpublish: (post) => confirmations.open({ kind: 'unpublish', post }),
          onDelete: (post) => confirmations.open({ kind: listState.isTrash ? 'delete-permanently' : 'trash', post }),
        }}
        onRestore={(post) => void actions.restore(post)}
        onClear={() => change({ search: '', status: null, categoryId: null, author: '' })}
      />
      {!listState.isTrash && !bulk.run?.isRunning && (
        <BulkActions
          count={selection.count}
          matches={
            selected.size === posts.length && total > posts.length
              ? { total, isSelected: isAllMatching, onSelect: selectAllMatching }
              : undefined
          }
          onClear={clear}
          onAct={(action) => confirmations.open({ kind: 'bulk', action, selection })}
        />
      )}
      <div className="manager-foot">
        {posts.length > 0 && (
          <Pager
            page={listState.page}
            limit={PAGE_SIZE}
            total={total}
            noun={pluralize(total, 'post')}
            toHref={(page) => toListUrl({ ...listState, page })}
            onPage={(page) => change({ page })}
          />
        )}
        <KeyboardShortcuts items={shortcuts} />
      </div>
      <PostDialogs
        prompt={confirmations.prompt}
        onClose={confirmations.close}
        onAct={confirmations.act}
        onBulk={confirmations.bulkUpdate}
      />
    </div>
  );
}
