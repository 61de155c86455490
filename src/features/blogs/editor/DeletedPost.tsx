import { DeletedSubject } from '#src/features/drafts/local-store/DeletedSubject.tsx';
import { paths } from '#src/lib/paths.ts';
import { createBlogFieldFormatter, createEmptyPost } from './blog-draft.ts';

const EMPTY = createEmptyPost('');
const formatFields = createBlogFieldFormatter((id) => `Category ${id}`);

/** For an address of a post that is in the trash, or deleted for good. */
export function DeletedPost({ id, userId }: { id: number; userId: number }) {
  return (
    <DeletedSubject
      kind="blog"
      id={id}
      userId={userId}
      empty={EMPTY}
      formatFields={formatFields}
      newUrl={paths.addBlog}
    >
      <h2 className="error-title">Failed to load blog data</h2>
      <p>There is no such post. It may be in the trash, from which it can be restored.</p>
      <div className="form-actions">
        <a className="button button-secondary" href={paths.blogTrash}>
          Look into the trash
        </a>
        <a className="button button-quiet" href={paths.blogManager}>
          Back to the blog manager
        </a>
      </div>
    </DeletedSubject>
  );
}
