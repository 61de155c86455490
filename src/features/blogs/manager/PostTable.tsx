import type { RefObject } from 'react';
import { SelectAll } from '#src/ui/tables/SelectAll.tsx';
import { SortHeader } from '#src/ui/tables/SortHeader.tsx';
import type { PostHandlers } from './post-actions.ts';
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
  handlers: PostHandlers;
};

export const POST_COLUMNS = ['Title', 'Author', 'Categories', 'Status', 'Published'];

export function PostTable(props: Props) {
  const { posts, listState, selected, publishes, isBusy, tableRef, onSelect, onSort, handlers } = props;
  const head = (label: string, column: SortColumn) => (
    <SortHeader label={label} column={column} sort={listState.sort} first={getDefaultOrder(column)} onSort={onSort} />
  );
  const selectAll = { rows: posts, selected, onSelect };
  return (
    <>
      <div className="cards-only">
        <SelectAll {...selectAll} isLabelHidden={false} />
      </div>
      <table className="admin-table has-thumbs" ref={tableRef} aria-busy={isBusy}>
        <caption className="visually-hidden">Blog posts</caption>
        <thead>
          <tr>
            <th scope="col" className="check-cell narrow">
              <SelectAll {...selectAll} isLabelHidden />
            </th>
            <th scope="col" className="narrow">
              <span className="visually-hidden">Cover</span>
            </th>
            {head('Title', 'title')}
            <th scope="col" className="mid">
              Author
            </th>
            <th scope="col" className="wide">
              Categories
            </th>
            {head('Status', 'status')}
            {head('Published', 'published_at')}
            <th scope="col" className="narrow">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              publish={publishes.get(post.id)}
              isSelected={selected.has(post.id)}
              search={listState.search}
              onSelect={(isOn) => onSelect([post.id], isOn)}
              handlers={handlers}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}
