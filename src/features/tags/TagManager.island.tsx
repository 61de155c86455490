import { useState } from 'react';
import type { TagJson } from '#api/features/tags/tags.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api } from '#src/lib/api-client.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';
import { CrudScreen } from '#src/ui/crud/CrudScreen.tsx';
import { useCrud } from '#src/ui/crud/use-crud.ts';
import { MergeTagDialog } from './MergeTagDialog.tsx';
import { TagForm } from './TagForm.tsx';
import { TAG_COLUMNS, TagTable } from './TagTable.tsx';

const undoDelete = {
  getName: ({ name }: TagJson) => name,
  run: ({ id }: TagJson) => api.post('/api/tags/:id/restore', { param: { id } }),
};
const load = (signal?: AbortSignal) => api.get('/api/tags', { signal });

/** The tags of posts: rename, merge, delete. Writers add them in the settings of a post. */
export function TagManagerIsland() {
  return <RequireAuth access="categories.manage">{() => <TagManager />}</RequireAuth>;
}

function TagManager() {
  const manager = useCrud<TagJson>('tag', load, undoDelete);
  const [merging, setMerging] = useState<TagJson | null>(null);
  return (
    <CrudScreen
      noun="tag"
      nouns="tags"
      manager={manager}
      columns={TAG_COLUMNS}
      rows={5}
      getCount={(tags) => tags.length}
      table={(tags) => <TagTable tags={tags} onMerge={setMerging} {...manager.tableHandlers} />}
    >
      {(tags) => (
        <>
          <TagForm {...manager.form} />
          <MergeTagDialog
            tag={merging}
            tags={tags}
            onMerged={manager.tableHandlers.onReload}
            onClose={() => setMerging(null)}
          />
          <DeleteDialog {...manager.deletion}>
            {({ name, blog_count: posts }) => (
              <>
                <strong>{name}</strong>{' '}
                {posts === 0
                  ? 'is on no post.'
                  : `will be removed from ${formatCount(posts, 'post')}. The posts are kept, but the page of the tag will be removed from the site.`}{' '}
                You can undo this for 30 seconds.
              </>
            )}
          </DeleteDialog>
        </>
      )}
    </CrudScreen>
  );
}
