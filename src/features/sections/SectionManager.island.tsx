import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { PageAction, ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { api } from '#src/lib/api-client.ts';
import { createListLoader } from '#src/ui/crud/fetch-list.ts';
import { useCrud } from '#src/ui/crud/use-crud.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { DeleteSectionDialog } from './DeleteSectionDialog.tsx';
import { SectionForm } from './SectionForm.tsx';
import { SECTION_COLUMNS, SectionTable } from './SectionTable.tsx';

const FAILED = 'Failed to fetch sections';
const loadSections = createListLoader((options) => api.get('/api/sections', options), FAILED);
const loadProducts = createListLoader((options) => api.get('/api/products', options), 'Failed to fetch products');

async function load(signal?: AbortSignal) {
  const [sections, products] = await Promise.all([loadSections(signal), loadProducts(signal)]);
  return { sections, products };
}

/** The sections of each product's documentation, in the order readers see them. */
export function SectionManagerIsland() {
  return <RequireAuth access="sections.manage">{() => <SectionManager />}</RequireAuth>;
}

function SectionManager() {
  const manager = useCrud<SectionJson, Awaited<ReturnType<typeof load>>>('section', load);
  const { state, replace } = manager;
  if (state.status === 'loading') return <TableSkeleton columns={SECTION_COLUMNS} rows={6} />;
  if (state.status === 'failed') return <ErrorPanel message={FAILED} onRetry={manager.retry} />;
  const { sections, products } = state.value;
  return (
    <>
      <ScreenCount>{sections.length}</ScreenCount>
      <PageAction>
        <Button onClick={manager.add}>New section</Button>
      </PageAction>
      <div className="screen-parts">
        <SectionTable
          items={sections}
          onChange={(changed) => replace({ products, sections: changed })}
          {...manager.tableHandlers}
        />
        <KeyboardShortcuts items={[{ keys: ['n'], label: 'New section', run: manager.add }]} />
      </div>
      <SectionForm {...manager.form} products={products} />
      <DeleteSectionDialog {...manager.deletion} />
    </>
  );
}
