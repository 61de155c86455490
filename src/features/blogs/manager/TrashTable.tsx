import { Time } from '#src/ui/content/Time.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { paths } from '#src/lib/paths.ts';
import { formatPostTitle } from './bulk-action-copy.ts';
import { PostThumb } from '#src/ui/covers/PostThumb.tsx';
import { type ManagedPost, toThumb } from './posts-api.ts';

type Props = {
  posts: ManagedPost[];
  isBusy: boolean;
  onRestore: (post: ManagedPost) => void;
  onDelete: (post: ManagedPost) => void;
};

export const TRASH_COLUMNS = ['Title', 'Categories', 'Deleted'];

/** Posts in the trash: back as a draft, or deleted permanently. */
export function TrashTable({ posts, isBusy, onRestore, onDelete }: Props) {
  return (
    <table className="admin-table has-thumbs" aria-busy={isBusy}>
      <caption className="visually-hidden">Posts in the trash</caption>
      <thead>
        <tr>
          <th scope="col" className="narrow">
            <span className="visually-hidden">Cover</span>
          </th>
          {TRASH_COLUMNS.map((label) => (
            <th key={label} scope="col" className={label === 'Categories' ? 'mid' : undefined}>
              {label}
            </th>
          ))}
          <th scope="col" className="narrow">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <tr key={post.id} data-post={post.id}>
            <td className="lead-cell narrow">
              <PostThumb {...toThumb(post)} />
            </td>
            <td className="title-cell">
              <span className="row-title">{formatPostTitle(post)}</span>
              <span className="row-note">{paths.blog(post.slug)}</span>
            </td>
            <td className="mid">
              {post.categories.map(({ name }) => name).join(', ') || <span className="none">None</span>}
            </td>
            <td className="date-cell">
              <Time iso={post.trashed_at ?? post.updated_at} />
            </td>
            <td className="menu-cell narrow">
              <RowMenu
                name={formatPostTitle(post)}
                note={paths.blog(post.slug)}
                groups={[
                  [{ label: 'Restore', icon: 'rotate-ccw', onSelect: () => onRestore(post) }],
                  [
                    {
                      label: 'Delete permanently...',
                      icon: 'trash',
                      isDestructive: true,
                      onSelect: () => onDelete(post),
                    },
                  ],
                ]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
