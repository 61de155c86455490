import { useRef, useState } from 'react';
import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { createListLoader } from '#src/ui/crud/fetch-list.ts';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { createSearchShortcut } from '#src/ui/tables/TextFilterLine.tsx';
import { api } from '#src/lib/api-client.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { type CategoryPrompt, CategoryDialogs } from './CategoryDialogs.tsx';
import { CategoryForm } from './CategoryForm.tsx';
import { CATEGORY_COLUMNS, CategoryTable } from './CategoryTable.tsx';

const FAILED = 'Failed to fetch categories';
const load = createListLoader((options) => api.get('/api/categories', options), FAILED);

/** The categories of the blog: add, change, delete. */
export function CategoryManagerIsland() {
  return <RequireAuth access="categories.manage">{() => <CategoryManager />}</RequireAuth>;
}

function CategoryManager() {
  const { state, retry, replace } = useQuery('categories', load);
  useNavigationCount('categories', state.status === 'loaded' ? state.value.length : null);
  const [edited, setEdited] = useState<ManagedCategoryJson | null>(null);
  const [prompt, setPrompt] = useState<CategoryPrompt | null>(null);
  const isDirty = useRef(false);
  const rootRef = useRef<HTMLDivElement>(null);
  const markRemoved = useFocusAfterDelete(prompt !== null, '.category-form input');

  const reload = async () => replace(await load());
  const focusRow = (id: number) =>
    rootRef.current?.querySelector<HTMLElement>(`[data-category="${id}"] .menu-cell button`)?.focus();
  const edit = (category: ManagedCategoryJson) => {
    if (isDirty.current) setPrompt({ kind: 'leave', category });
    else setEdited(category);
  };
  const endEdit = () => {
    const before = edited;
    setEdited(null);
    if (before) focusRow(before.id);
  };
  const remove = async ({ id }: ManagedCategoryJson) => {
    await api.delete('/api/categories/:id', { param: { id } });
    markRemoved();
    showToast('Category deleted successfully', 'success');
    if (edited?.id === id) setEdited(null);
    await reload().catch(retry);
  };
  const saved = async () => {
    endEdit();
    await reload().catch(retry);
  };
  return (
    <div className="category-manager" ref={rootRef}>
      <CategoryForm
        key={edited?.id ?? 'new'}
        category={edited}
        onSaved={saved}
        onCancel={endEdit}
        onDirty={(dirty) => {
          isDirty.current = dirty;
        }}
      />
      {state.status === 'loaded' && <ScreenCount>{state.value.length}</ScreenCount>}
      <section className="screen-parts" aria-label="All categories">
        {state.status === 'loading' && <TableSkeleton columns={CATEGORY_COLUMNS} rows={5} />}
        {state.status === 'failed' && <ErrorPanel message={FAILED} onRetry={retry} />}
        {state.status === 'loaded' && (
          <CategoryTable
            categories={state.value}
            editedId={edited?.id ?? null}
            onEdit={edit}
            onDelete={(category) => setPrompt({ kind: 'delete', category })}
          />
        )}
      </section>
      <KeyboardShortcuts
        items={[
          createSearchShortcut('categories'),
          {
            keys: ['n'],
            label: 'Add or edit a category',
            run: () => rootRef.current?.querySelector('input')?.focus(),
          },
        ]}
      />
      <CategoryDialogs prompt={prompt} onClose={() => setPrompt(null)} onDelete={remove} onLeave={setEdited} />
    </div>
  );
}
