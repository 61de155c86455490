import type { AuthorJson } from '#api/features/authors/authors.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api } from '#src/lib/api-client.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';
import { CrudScreen } from '#src/ui/crud/CrudScreen.tsx';
import { useCrud } from '#src/ui/crud/use-crud.ts';
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
  return (
    <CrudScreen
      noun="author"
      nouns="authors"
      manager={manager}
      columns={AUTHOR_COLUMNS}
      rows={5}
      getCount={(authors) => authors.length}
      table={(authors) => <AuthorTable authors={authors} {...manager.tableHandlers} />}
    >
      {() => (
        <>
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
      )}
    </CrudScreen>
  );
}
