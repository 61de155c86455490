import { useMemo, useRef, useState } from 'react';
import { useLastPage } from '#src/ui/crud/use-clamped-page.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { Shortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { BulkActions } from './BulkActions.tsx';
import { BulkResult, type Result } from './BulkResult.tsx';
import { ManagerTabs } from './ManagerTabs.tsx';
import { PostDialogs } from './PostDialogs.tsx';
import { PostFilters } from './PostFilters.tsx';
import { PostList } from './PostList.tsx';
import type { Post } from './posts-api.ts';
import { shortcutsOf } from './shortcuts.ts';
import { usePostActions } from './use-post-actions.ts';
import { usePosts } from './use-posts.ts';
import { useQuestions } from './use-confirmations.ts';
import { usePublishesOf, useReloadWhenDue } from './use-refresh.ts';
import { useSelection } from './use-selection.ts';
import { useView } from './use-list-state.ts';
import { addressOf, PAGE_SIZE } from './list-state.ts';

const NO_POSTS: Post[] = [];

export function Manager() {
  const { view, change } = useView();
  const list = usePosts(view);
  // The trash has other columns: its rows are never shown as posts, nor posts as its rows.
  const page = list.page?.view.isTrash === view.isTrash ? list.page : null;
  const posts = page?.posts ?? NO_POSTS;
  const total = page?.total ?? 0;
  const { selected, select, clear } = useSelection(view, posts);
  const [result, setResult] = useState<Result | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const actions = usePostActions(list, setResult);
  const questions = useQuestions({ posts, actions, search, table, result: place, onBulkDone: clear });
  const publishes = usePublishesOf(posts, list.reload);
  useReloadWhenDue(posts, list.reload);
  const shortcuts = useMemo(() => shortcutsOf({ search, table }), []);
  useLastPage(view.page, page?.view === view ? Math.ceil(total / PAGE_SIZE) : null, change);

  return (
    <div className="screen-parts">
      <ManagerTabs view={view} onChange={change} />
      <PostFilters view={view} onChange={change} searchRef={search} />
      {result && <BulkResult result={result} placeRef={place} onClose={() => setResult(null)} />}
      {list.error !== null && <ErrorPanel title="Failed to fetch blogs" message={list.error} onRetry={list.reload} />}
      <PostList
        page={page}
        view={view}
        isLoading={list.isLoading}
        hasFailed={list.error !== null}
        selected={selected}
        publishes={publishes}
        tableRef={table}
        onSelect={select}
        onSort={(sort) => change({ sort })}
        onDelete={(post) => questions.ask({ kind: view.isTrash ? 'for-good' : 'trash', post })}
        onRestore={(post) => void actions.restore(post)}
        onClear={() => change({ search: '', status: null, categoryId: null })}
      />
      {!view.isTrash && (
        <BulkActions
          count={selected.size}
          onClear={clear}
          onAct={(action) => questions.ask({ kind: 'bulk', action, posts: posts.filter(({ id }) => selected.has(id)) })}
        />
      )}
      <div className="manager-foot">
        {posts.length > 0 && (
          <Pager
            page={view.page}
            limit={PAGE_SIZE}
            total={total}
            noun={total === 1 ? 'post' : 'posts'}
            hrefOf={(page) => addressOf({ ...view, page })}
            onPage={(page) => change({ page })}
          />
        )}
        <Shortcuts items={shortcuts} />
      </div>
      <PostDialogs
        asked={questions.asked}
        onClose={questions.close}
        onTrash={questions.trash}
        onDeleteForGood={questions.deleteForGood}
        onBulk={questions.changeSelected}
      />
    </div>
  );
}
