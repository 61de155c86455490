import type { AuthorJson } from '#api/features/authors/authors.contract.ts';
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
import { AuthorForm } from './AuthorForm.tsx';
import { AUTHOR_COLUMNS, AuthorTable } from './AuthorTable.tsx';

const undoDelete = {
  getName: ({ name }: AuthorJson) => name,
  run: ({ id }: AuthorJson) => api.post('/api/authors/:id/restore', { param: { id } }),
};
const load = (signal?: AbortSignal) => api.get('/api/authors', { signal });

/** The people whose names stand at posts: add, change, delete. */
export function AuthorManagerIsland() {
  return <RequireAuth access="categories.manage">{() => <AuthorManager />}</RequireAuth>;
}

function AuthorManager() {
  const manager = useCrud<AuthorJson>('author', load, undoDelete);
  const { state } = manager;
  if (state.status === 'loading') return <TableSkeleton columns={AUTHOR_COLUMNS} rows={5} />;
  if (state.status === 'failed')
    return <ErrorPanel title="Failed to fetch authors" message={formatError(state.error)} onRetry={manager.retry} />;
  return (
    <>
      <ScreenCount>{state.value.length}</ScreenCount>
      <PageAction>
        <Button onClick={manager.add}>New author</Button>
      </PageAction>
      <div className="screen-parts">
        <AuthorTable authors={state.value} {...manager.tableHandlers} />
        <KeyboardShortcuts
          items={[createSearchShortcut('authors'), { keys: ['n'], label: 'New author', run: manager.add }]}
        />
      </div>
      <AuthorForm {...manager.form} />
      <DeleteDialog {...manager.deletion}>
        {({ name, blog_count: posts }) => (
          <>
            <strong>{name}</strong>{' '}
            {posts === 0
              ? 'has no posts.'
              : `has ${formatCount(posts, 'post')}, which keep the name as text. The page of the author will be removed from the site.`}{' '}
            You can undo this for 30 seconds.
          </>
        )}
      </DeleteDialog>
    </>
  );
}
