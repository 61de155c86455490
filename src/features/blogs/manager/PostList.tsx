import type { RefObject } from 'react';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { paths } from '#src/lib/paths.ts';
import type { LatestPublish } from './publish-status.ts';
import type { PostHandlers } from './post-actions.ts';
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
  handlers: PostHandlers;
  onRestore: (post: ManagedPost) => void;
  onClear: () => void;
};

/** The rows of a listState, or what replaces them. */
export function PostList({ page, listState, isLoading, hasFailed, onClear, onRestore, ...table }: Props) {
  if (!page) {
    // The error is in the place of the list.
    if (hasFailed && !isLoading) return null;
    return <TableSkeleton hasThumbs columns={listState.isTrash ? TRASH_COLUMNS : POST_COLUMNS} />;
  }
  if (page.posts.length > 0) {
    if (listState.isTrash) {
      return (
        <TrashTable posts={page.posts} isBusy={isLoading} onRestore={onRestore} onDelete={table.handlers.onDelete} />
      );
    }
    return <PostTable {...table} posts={page.posts} listState={listState} isBusy={isLoading} />;
  }
  if (isLoading) return <TableSkeleton hasThumbs columns={listState.isTrash ? TRASH_COLUMNS : POST_COLUMNS} />;
  if (isFiltered(page.listState)) {
    return (
      <NoMatches
        title="No posts found"
        message={listState.isTrash ? 'No posts in the trash match your search.' : 'No posts match your filters.'}
        onClear={onClear}
      />
    );
  }
  if (listState.isTrash) {
    return (
      <EmptyState title="The trash is empty">
        <p>Deleted posts stay here until you restore them or delete them permanently.</p>
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
      <p>Write your first post. It stays a draft until you publish it.</p>
    </EmptyState>
  );
}
