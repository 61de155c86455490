import type { RefObject } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { paths } from '#src/lib/paths.ts';
import type { LatestPublish } from './publish-status.ts';
import { POST_COLUMNS, PostTable } from './PostTable.tsx';
import type { ManagedPost, PostPage } from './posts-api.ts';
import { TRASH_COLUMNS, TrashTable } from './TrashTable.tsx';
import { isFiltered, type ListState } from './list-state.ts';

type Props = {
  page: (PostPage & { listState: ListState }) | null;
  listState: ListState;
  isLoading: boolean;
  hasFailed: boolean;
  selected: ReadonlySet<number>;
  publishes: ReadonlyMap<number, LatestPublish>;
  tableRef: RefObject<HTMLTableElement | null>;
  onSelect: (ids: readonly number[], isOn: boolean) => void;
  onSort: (sort: ListState['sort']) => void;
  onDelete: (post: ManagedPost) => void;
  onRestore: (post: ManagedPost) => void;
  onClear: () => void;
};

/** The rows of a list state, or what stands in their place. */
export function PostList({ page, listState, isLoading, hasFailed, onClear, onRestore, ...table }: Props) {
  if (!page) {
    if (hasFailed && !isLoading) return null;
    return <TableSkeleton columns={listState.isTrash ? TRASH_COLUMNS : POST_COLUMNS} />;
  }
  if (page.posts.length > 0) {
    if (listState.isTrash) {
      return <TrashTable posts={page.posts} isBusy={isLoading} onRestore={onRestore} onDelete={table.onDelete} />;
    }
    return <PostTable {...table} posts={page.posts} listState={listState} isBusy={isLoading} />;
  }
  if (isLoading) return <TableSkeleton columns={listState.isTrash ? TRASH_COLUMNS : POST_COLUMNS} />;
  if (isFiltered(page.listState)) {
    return (
      <EmptyState
        title="Nothing found"
        action={
          <Button variant="secondary" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        <p>
          {listState.isTrash ? 'Nothing in the trash matches this search.' : 'No post matches what you have chosen.'}
        </p>
      </EmptyState>
    );
  }
  if (listState.isTrash) {
    return (
      <EmptyState title="The trash is empty">
        <p>A deleted post waits here, until it is restored or deleted for good.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No posts yet"
      action={
        <a className="button button-primary" href={paths.addBlog}>
          Add New Blog
        </a>
      }
    >
      <p>Write the first one. It stays a draft that nobody sees until you publish it.</p>
    </EmptyState>
  );
}
