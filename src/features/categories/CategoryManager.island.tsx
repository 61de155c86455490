import { useRef, useState } from 'react';
import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { loadList } from '#src/ui/crud/fetch-list.ts';
import { useFocusAfterRemoval } from '#src/ui/crud/use-focus-after-delete.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Guarded } from '#src/features/auth/RequireAuth.tsx';
import { Shortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useLoaded } from '#src/lib/use-async-data.ts';
import { type Asked, CategoryDialogs } from './CategoryDialogs.tsx';
import { CategoryForm } from './CategoryForm.tsx';
import { CATEGORY_COLUMNS, CategoryTable } from './CategoryTable.tsx';

const FAILED = 'Failed to fetch categories';
const load = loadList<ManagedCategoryJson[]>('/api/categories', FAILED);

/** The categories of the blog: add, change, delete. */
export function CategoryManagerIsland() {
  return <Guarded access="admin">{() => <CategoryManager />}</Guarded>;
}

function CategoryManager() {
  const { state, retry, replace } = useLoaded(load);
  const [edited, setEdited] = useState<ManagedCategoryJson | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const isDirty = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  const markRemoved = useFocusAfterRemoval(asked !== null, '.category-form input');

  const reload = async () => replace(await load());
  const backToRow = (id: number) => place.current?.querySelector<HTMLElement>(`[data-edit="${id}"]`)?.focus();
  const edit = (category: ManagedCategoryJson) => {
    if (isDirty.current) setAsked({ kind: 'leave', category });
    else setEdited(category);
  };
  const endEdit = () => {
    const before = edited;
    setEdited(null);
    if (before) backToRow(before.id);
  };
  const remove = async ({ id }: ManagedCategoryJson) => {
    await api.delete(`/api/categories/${id}`);
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
    <div className="category-manager" ref={place}>
      <CategoryForm
        key={edited?.id ?? 'new'}
        category={edited}
        onSaved={saved}
        onCancel={endEdit}
        onDirty={(dirty) => {
          isDirty.current = dirty;
        }}
      />
      <section aria-label="All categories">
        {state.status === 'loading' && <TableSkeleton columns={CATEGORY_COLUMNS} rows={5} />}
        {state.status === 'failed' && <ErrorPanel message={FAILED} onRetry={retry} />}
        {state.status === 'loaded' && (
          <CategoryTable
            categories={state.value}
            editedId={edited?.id ?? null}
            onEdit={edit}
            onDelete={(category) => setAsked({ kind: 'delete', category })}
          />
        )}
      </section>
      <Shortcuts
        items={[
          {
            keys: ['n'],
            label: 'Add a category, or change the chosen one',
            run: () => place.current?.querySelector('input')?.focus(),
          },
        ]}
      />
      <CategoryDialogs asked={asked} onClose={() => setAsked(null)} onDelete={remove} onLeave={setEdited} />
    </div>
  );
}
