import { Time } from '#src/ui/content/Time.tsx';
import { RowButton } from '#src/ui/tables/RowButton.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { formatPostTitle } from './PostRow.tsx';
import type { ManagedPost } from './posts-api.ts';

type Props = {
  posts: ManagedPost[];
  isBusy: boolean;
  onRestore: (post: ManagedPost) => void;
  onDelete: (post: ManagedPost) => void;
};

export const TRASH_COLUMNS = ['Title', 'Categories', 'In the trash since', 'Actions'];

/** Posts that nobody sees: back as a draft, or away for good. */
export function TrashTable({ posts, isBusy, onRestore, onDelete }: Props) {
  return (
    <table className="admin-table" aria-busy={isBusy}>
      <caption className="visually-hidden">Posts in the trash</caption>
      <TableHead columns={TRASH_COLUMNS} />
      <tbody>
        {posts.map((post) => (
          <tr key={post.id} data-post={post.id}>
            <td>
              <span className="row-title">{formatPostTitle(post)}</span>
              <span className="row-note">/blogs/{post.slug}</span>
            </td>
            <td data-label="Categories">{post.categories.map(({ name }) => name).join(', ') || 'None'}</td>
            <td data-label="In the trash since">
              <Time iso={post.trashed_at ?? post.updated_at} />
            </td>
            <td>
              <div className="row-actions">
                <RowButton label="Restore" name={formatPostTitle(post)} onClick={() => onRestore(post)} />
                <button
                  type="button"
                  className="danger"
                  aria-label={`Delete for good: ${formatPostTitle(post)}`}
                  onClick={() => onDelete(post)}
                >
                  Delete for good
                </button>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
