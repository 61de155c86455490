import { useRef, useState } from 'react';
import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { loadList } from '#src/components/admin/load-list.ts';
import { useFocusAfterRemoval } from '#src/components/admin/use-focus-after-removal.ts';
import { ErrorPanel } from '#src/components/ui/ErrorPanel.tsx';
import { Guarded } from '#src/components/ui/Guarded.tsx';
import { Shortcuts } from '#src/components/ui/Shortcuts.tsx';
import { TableSkeleton } from '#src/components/ui/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useLoaded } from '#src/lib/use-loaded.ts';
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
