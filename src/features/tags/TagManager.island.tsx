import { useState } from 'react';
import type { TagJson } from '#api/features/tags/tags.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';
import { PageAction, ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { useCrud } from '#src/ui/crud/use-crud.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { createSearchShortcut } from '#src/ui/tables/TextFilterLine.tsx';
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
  const { state } = manager;
  const [merging, setMerging] = useState<TagJson | null>(null);
  if (state.status === 'loading') return <TableSkeleton columns={TAG_COLUMNS} rows={5} />;
  if (state.status === 'failed')
    return <ErrorPanel title="Failed to fetch tags" message={formatError(state.error)} onRetry={manager.retry} />;
  return (
    <>
      <ScreenCount>{state.value.length}</ScreenCount>
      <PageAction>
        <Button onClick={manager.add}>New tag</Button>
      </PageAction>
      <div className="screen-parts">
        <TagTable tags={state.value} onMerge={setMerging} {...manager.tableHandlers} />
        <KeyboardShortcuts
          items={[createSearchShortcut('tags'), { keys: ['n'], label: 'New tag', run: manager.add }]}
        />
      </div>
      <TagForm {...manager.form} />
      <MergeTagDialog
        tag={merging}
        tags={state.value}
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
  );
}
