import { DeletedSubject } from '#src/features/drafts/local-store/DeletedSubject.tsx';
import { paths } from '#src/lib/paths.ts';
import { blogManager, createBlogFieldFormatter, createEmptyPost } from './blog-draft.ts';

const EMPTY = createEmptyPost('');
const formatFields = createBlogFieldFormatter((id) => `Category ${id}`);

/** For an address of a post that is in the trash, or deleted for good. */
export function DeletedPost({ id, userId }: { id: number; userId: number }) {
  return (
    <DeletedSubject
      kind="blog"
      manager={blogManager}
      id={id}
      userId={userId}
      empty={EMPTY}
      formatFields={formatFields}
      newUrl={paths.addBlog}
    >
      <h2 className="error-title">Failed to load blog data</h2>
      <p>We can’t find this post. If it was deleted, you can restore it from the trash.</p>
      <div className="form-actions">
        <a className="button button-secondary" href={paths.blogTrash}>
          Open trash
        </a>
      </div>
    </DeletedSubject>
  );
}
