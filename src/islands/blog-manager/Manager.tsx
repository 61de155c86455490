import { useEffect, useMemo, useRef, useState } from 'react';
import { BulkBar } from '#src/components/ui/BulkBar.tsx';
import { Button } from '#src/components/ui/Button.tsx';
import { ErrorPanel } from '#src/components/ui/ErrorPanel.tsx';
import { Pager } from '#src/components/ui/Pager.tsx';
import { Shortcuts } from '#src/components/ui/Shortcuts.tsx';
import { BulkResult, type Result } from './BulkResult.tsx';
import { ManagerTabs } from './ManagerTabs.tsx';
import { type Asked, PostDialogs } from './PostDialogs.tsx';
import { PostFilters } from './PostFilters.tsx';
import { PostList } from './PostList.tsx';
import type { BulkAction, Post } from './posts.api.ts';
import { focusRow, shortcutsOf } from './shortcuts.ts';
import { usePostActions } from './use-post-actions.ts';
import { usePosts } from './use-posts.ts';
import { usePublishesOf, useReloadWhenDue } from './use-reload.ts';
import { useSelection } from './use-selection.ts';
import { useView } from './use-view.ts';
import { addressOf, PAGE_SIZE } from './view.ts';

const BULK: { action: BulkAction; label: string }[] = [
  { action: 'publish', label: 'Publish' },
  { action: 'archive', label: 'Archive' },
  { action: 'delete', label: 'Delete' },
];

const NO_POSTS: Post[] = [];

export function Manager() {
  const { view, change } = useView();
  const list = usePosts(view);
  // The trash has other columns: its rows are never shown as posts, nor posts as its rows.
  const page = list.page?.view.isTrash === view.isTrash ? list.page : null;
  const posts = page?.posts ?? NO_POSTS;
  const { selected, select, clear } = useSelection(view, posts);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const goOn = useRef<(() => void) | null>(null);
  const actions = usePostActions(list, setResult);
  const publishes = usePublishesOf(posts, list.reload);
  useReloadWhenDue(posts, list.reload);
  const shortcuts = useMemo(() => shortcutsOf({ search, table }), []);
  const total = page?.total ?? 0;

  // A list that has become shorter: its last page instead of an empty one.
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const isBeyond = page !== null && page.view === view && view.page > lastPage;
  useEffect(() => {
    if (isBeyond) change({ page: lastPage }, { isStep: false });
  }, [isBeyond, lastPage, change]);

  // The button that was pressed is gone with its row: once the dialog is closed, the reader goes on where it is told.
  useEffect(() => {
    if (asked !== null) return;
    goOn.current?.();
    goOn.current = null;
  }, [asked]);

  const trash = async (post: Post) => {
    const at = posts.indexOf(post);
    await actions.trash(post);
    goOn.current = () => focusRow(table.current, at) || search.current?.focus();
  };
  const deleteForGood = async (post: Post) => {
    await actions.deleteForGood(post);
    goOn.current = () => search.current?.focus();
  };
  const changeSelected = async (action: BulkAction, chosen: Post[]) => {
    await actions.changeSelected(action, chosen);
    clear();
    goOn.current = () => place.current?.focus();
  };
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
        onDelete={(post) => setAsked({ kind: view.isTrash ? 'for-good' : 'trash', post })}
        onRestore={(post) => void actions.restore(post)}
        onClear={() => change({ search: '', status: null, categoryId: null })}
      />
      {!view.isTrash && (
        <BulkBar count={selected.size} onClear={clear}>
          {BULK.map(({ action, label }) => (
            <Button
              key={action}
              variant={action === 'delete' ? 'danger' : 'secondary'}
              onClick={() => setAsked({ kind: 'bulk', action, posts: posts.filter(({ id }) => selected.has(id)) })}
            >
              {label}
            </Button>
          ))}
        </BulkBar>
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
        asked={asked}
        onClose={() => setAsked(null)}
        onTrash={trash}
        onDeleteForGood={deleteForGood}
        onBulk={changeSelected}
      />
    </div>
  );
}
