import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useMemo, useRef, useState } from 'react';
import { pluralize } from '#api/domain/plurals.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { BulkActions } from './BulkActions.tsx';
import { BulkResult, type BulkOutcome } from './BulkResult.tsx';
import { PostDialogs } from './PostDialogs.tsx';
import { PostFilters } from './PostFilters.tsx';
import { PostList } from './PostList.tsx';
import type { ManagedPost } from './posts-api.ts';
import { createShortcuts } from './shortcuts.ts';
import { usePostActions } from './use-post-actions.ts';
import { usePosts } from './use-posts.ts';
import { useConfirmations } from './use-confirmations.ts';
import { useLatestPublishes, useRefreshWhenDue } from './use-refresh.ts';
import { useSelection } from './use-selection.ts';
import { PAGE_SIZE, parseListState, toListUrl } from './list-state.ts';

const NO_POSTS: ManagedPost[] = [];

/** All posts for admins: search, state of publication, actions on one or on many. */
export function BlogManagerIsland() {
  return <RequireAuth access="posts.write">{() => <BlogManager />}</RequireAuth>;
}

function BlogManager() {
  const { listState, change } = useListState({ parse: parseListState, toUrl: toListUrl });
  const list = usePosts(listState);
  // The trash has other columns: its rows are never shown as posts, nor posts as its rows.
  const page = list.page?.listState.isTrash === listState.isTrash ? list.page : null;
  const posts = page?.posts ?? NO_POSTS;
  const total = page?.total ?? 0;
  const { selected, select, clear } = useSelection(listState, posts);
  const [result, setResult] = useState<BulkOutcome | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const resultRef = useRef<HTMLDivElement>(null);
  const actions = usePostActions(list, setResult);
  const confirmations = useConfirmations({ posts, actions, search, table, result: resultRef, onBulkDone: clear });
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
      {result && <BulkResult result={result} focusRef={resultRef} onClose={() => setResult(null)} />}
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
        onClear={() => change({ search: '', status: null, categoryId: null })}
      />
      {!listState.isTrash && (
        <BulkActions
          count={selected.size}
          onClear={clear}
          onAct={(action) =>
            confirmations.open({ kind: 'bulk', action, posts: posts.filter(({ id }) => selected.has(id)) })
          }
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
        onTrash={confirmations.trash}
        onUnpublish={confirmations.unpublish}
        onDeletePermanently={confirmations.deletePermanently}
        onBulk={confirmations.bulkUpdate}
      />
    </div>
  );
}
