import { useState } from 'react';
import type { ProductJson } from '#api/features/products/products.contract.ts';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { ScreenAction } from '#src/components/admin/ScreenAction.tsx';
import { loadList } from '#src/components/admin/load-list.ts';
import { useFocusAfterRemoval } from '#src/components/admin/use-focus-after-removal.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { ErrorPanel } from '#src/components/ui/ErrorPanel.tsx';
import { Guarded } from '#src/components/ui/Guarded.tsx';
import { Shortcuts } from '#src/components/ui/Shortcuts.tsx';
import { TableSkeleton } from '#src/components/ui/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useLoaded } from '#src/lib/use-loaded.ts';
import { DeleteSection } from './DeleteSection.tsx';
import { SectionForm } from './SectionForm.tsx';
import { SECTION_COLUMNS, SectionTable } from './SectionTable.tsx';

const FAILED = 'Failed to fetch sections';
const loadSections = loadList<SectionJson[]>('/api/sections', FAILED);
const loadProducts = loadList<ProductJson[]>('/api/products', 'Failed to fetch products');

async function load(signal?: AbortSignal) {
  const [sections, products] = await Promise.all([loadSections(signal), loadProducts(signal)]);
  return { sections, products };
}

/** The chapters of the documentation of each product, in the order in which readers find them. */
export function SectionManagerIsland() {
  return <Guarded access="admin">{() => <SectionManager />}</Guarded>;
}

type Asked = { kind: 'add' } | { kind: 'edit' | 'delete'; section: SectionJson };

function SectionManager() {
  const { state, retry, replace } = useLoaded(load);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const markRemoved = useFocusAfterRemoval(asked !== null);
  const reload = async () => replace(await load());

  if (state.status === 'loading') return <TableSkeleton columns={SECTION_COLUMNS} rows={6} />;
  if (state.status === 'failed') return <ErrorPanel message={FAILED} onRetry={retry} />;
  const { sections, products } = state.value;
  const remove = async ({ id }: SectionJson) => {
    await api.delete(`/api/sections/${id}`);
    markRemoved();
    showToast('Section deleted successfully', 'success');
    await reload().catch(retry);
  };
  const saved = () => {
    close();
    void reload().catch(retry);
  };
  return (
    <>
      <ScreenAction>
        <Button onClick={() => setAsked({ kind: 'add' })}>Add Section</Button>
      </ScreenAction>
      <div className="screen-parts">
        <SectionTable
          sections={sections}
          onChange={(changed) => replace({ products, sections: changed })}
          onReload={reload}
          onEdit={(section) => setAsked({ kind: 'edit', section })}
          onDelete={(section) => setAsked({ kind: 'delete', section })}
        />
        <Shortcuts items={[{ keys: ['n'], label: 'Add a section', run: () => setAsked({ kind: 'add' }) }]} />
      </div>
      <SectionForm
        isOpen={asked?.kind === 'add' || asked?.kind === 'edit'}
        section={asked?.kind === 'edit' ? asked.section : null}
        products={products}
        onSaved={saved}
        onClose={close}
      />
      <DeleteSection section={asked?.kind === 'delete' ? asked.section : null} onConfirm={remove} onClose={close} />
    </>
  );
}
