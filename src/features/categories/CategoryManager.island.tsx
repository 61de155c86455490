import type { ComponentProps } from 'react';
import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { CrudScreen } from '#src/ui/crud/CrudScreen.tsx';
import { useCrud } from '#src/ui/crud/use-crud.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api } from '#src/lib/api-client.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';
import { CategoryForm } from './CategoryForm.tsx';
import { CATEGORY_COLUMNS, CategoryTable } from './CategoryTable.tsx';

const load = (signal?: AbortSignal) => api.get('/api/categories', { signal });

/** The categories of the blog: add, change, delete. */
export function CategoryManagerIsland() {
  return <RequireAuth access="categories.manage">{() => <CategoryManager />}</RequireAuth>;
}

function CategoryManager() {
  const manager = useCrud<ManagedCategoryJson>('category', load);
  const { state } = manager;
  useNavigationCount('categories', state.status === 'loaded' ? state.value.length : null);
  return (
    <CrudScreen
      noun="category"
      nouns="categories"
      manager={manager}
      columns={CATEGORY_COLUMNS}
      rows={5}
      getCount={(categories) => categories.length}
      table={(categories) => <CategoryTable categories={categories} {...manager.tableHandlers} />}
    >
      {() => (
        <>
          <CategoryForm {...manager.form} />
          <DeleteCategoryDialog {...manager.deletion} />
        </>
      )}
    </CrudScreen>
  );
}

type DeleteCategoryDialogProps = Omit<ComponentProps<typeof DeleteDialog<ManagedCategoryJson>>, 'children'>;

/** Asks before a category is deleted, and says what happens to its posts and its page. */
function DeleteCategoryDialog(props: DeleteCategoryDialogProps) {
  return (
    <DeleteDialog {...props}>
      {({ name, blog_count: posts }) => (
        <>
          <strong>{name}</strong> {formatConsequence(posts)}
        </>
      )}
    </DeleteDialog>
  );
}

function formatConsequence(posts: number): string {
  if (posts === 0) return 'has no posts. Its page will be removed from the site.';
  const stay = pluralize(posts, 'post is', 'posts are');
  return `will be removed from every post. Its ${posts} ${stay} kept, but its page will be removed from the site.`;
}
