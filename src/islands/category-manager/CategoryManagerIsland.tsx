import { useRef, useState } from 'react';
import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { DeleteDialog } from '#src/components/admin/DeleteDialog.tsx';
import { loadList } from '#src/components/admin/load-list.ts';
import { useFocusAfterRemoval } from '#src/components/admin/use-focus-after-removal.ts';
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx';
import { ErrorPanel } from '#src/components/ui/ErrorPanel.tsx';
import { Guarded } from '#src/components/ui/Guarded.tsx';
import { Shortcuts } from '#src/components/ui/Shortcuts.tsx';
import { TableSkeleton } from '#src/components/ui/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useLoaded } from '#src/lib/use-loaded.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { CATEGORY_COLUMNS, CategoryTable } from './CategoryTable.tsx';

const FAILED = 'Failed to fetch categories';
const load = loadList<ManagedCategoryJson[]>('/api/categories', FAILED);

/** The categories of the blog: add, change, delete. */
export function CategoryManagerIsland() {
  return <Guarded access="admin">{() => <CategoryManager />}</Guarded>;
}

type Asked = { kind: 'delete' | 'leave'; category: ManagedCategoryJson };

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
      <DeleteDialog
        kind="category"
        item={asked?.kind === 'delete' ? asked.category : null}
        onClose={() => setAsked(null)}
        onDelete={remove}
      >
        {({ name, blog_count: posts }) => (
          <>
            <strong>{name}</strong> {wordsOfStaying(posts)}
          </>
        )}
      </DeleteDialog>
      <ConfirmDialog
        isOpen={asked?.kind === 'leave'}
        title="Discard what you typed?"
        confirmLabel="Discard"
        isDestructive
        onClose={() => setAsked(null)}
        onConfirm={async () => setEdited(asked?.category ?? null)}
      >
        <p>
          The form holds changes that are not saved. They are lost when you go on to{' '}
          <strong>{asked?.category.name}</strong>.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function wordsOfStaying(posts: number): string {
  if (posts === 0) return 'holds no posts. Its page goes from the site.';
  const stay = posts === 1 ? 'Its 1 post stays' : `Its ${posts} posts stay`;
  return `is taken off every post. ${stay}; its page goes from the site.`;
}
