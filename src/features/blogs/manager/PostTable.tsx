import type { RefObject } from 'react';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { SortHeader } from '#src/ui/tables/SortHeader.tsx';
import type { LatestPublish } from './publish-status.ts';
import { PostRow } from './PostRow.tsx';
import type { ManagedPost } from './posts-api.ts';
import { getDefaultOrder, type SortColumn, type ListState } from './list-state.ts';

type Props = {
  posts: ManagedPost[];
  listState: ListState;
  selected: ReadonlySet<number>;
  publishes: ReadonlyMap<number, LatestPublish>;
  isBusy: boolean;
  tableRef: RefObject<HTMLTableElement | null>;
  onSelect: (ids: readonly number[], isOn: boolean) => void;
  onSort: (sort: ListState['sort']) => void;
  onDelete: (post: ManagedPost) => void;
};

export const POST_COLUMNS = ['Title', 'Categories', 'Status', 'Last change', 'On the site', 'Actions'];

export function PostTable(props: Props) {
  const { posts, listState, selected, publishes, isBusy, tableRef, onSelect, onSort, onDelete } = props;
  const isAll = posts.every(({ id }) => selected.has(id));
  const head = (label: string, column: SortColumn) => (
    <SortHeader label={label} column={column} sort={listState.sort} first={getDefaultOrder(column)} onSort={onSort} />
  );
  const all = (label: string, isLabelHidden: boolean) => (
    <CheckField
      label={label}
      isLabelHidden={isLabelHidden}
      checked={isAll}
      isMixed={!isAll && selected.size > 0}
      onChange={(event) =>
        onSelect(
          posts.map(({ id }) => id),
          event.target.checked,
        )
      }
    />
  );
  return (
    <>
      <div className="cards-only">{all('Select all on this page', false)}</div>
      <table className="admin-table post-table" ref={tableRef} aria-busy={isBusy}>
        <caption className="visually-hidden">Blog posts</caption>
        <thead>
          <tr>
            <th scope="col" className="narrow">
              {all('Select all on this page', true)}
            </th>
            {head('Title', 'title')}
            <th scope="col">Categories</th>
            {head('Status', 'status')}
            {head('Last change', 'updated_at')}
            {head('On the site', 'published_at')}
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              publish={publishes.get(post.id)}
              isSelected={selected.has(post.id)}
              onSelect={(isOn) => onSelect([post.id], isOn)}
              onDelete={() => onDelete(post)}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}
