import type { ProductJson } from '#api/features/products/products.contract.ts';
import { PageAction, ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { api } from '#src/lib/api-client.ts';
import { createListLoader } from '#src/ui/crud/fetch-list.ts';
import { useCrud } from '#src/ui/crud/use-crud.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { DeleteProductDialog } from './DeleteProductDialog.tsx';
import { ProductForm } from './ProductForm.tsx';
import { PRODUCT_COLUMNS, ProductTable } from './ProductTable.tsx';

const FAILED = 'Failed to fetch products';
const load = createListLoader((options) => api.get('/api/products', options), FAILED);

/** The products that documents and waiting lists belong to, in the order in which they are listed. */
export function ProductManagerIsland() {
  return <RequireAuth access="products.manage">{() => <ProductManager />}</RequireAuth>;
}

function ProductManager() {
  const manager = useCrud<ProductJson>('product', load);
  const { state } = manager;
  if (state.status === 'loading') return <TableSkeleton columns={PRODUCT_COLUMNS} rows={4} />;
  if (state.status === 'failed') return <ErrorPanel message={FAILED} onRetry={manager.retry} />;
  return (
    <>
      <ScreenCount>{state.value.length}</ScreenCount>
      <PageAction>
        <Button onClick={manager.add}>New product</Button>
      </PageAction>
      <div className="screen-parts">
        <ProductTable items={state.value} onChange={manager.replace} {...manager.tableHandlers} />
        <KeyboardShortcuts items={[{ keys: ['n'], label: 'New product', run: manager.add }]} />
      </div>
      <ProductForm {...manager.form} />
      <DeleteProductDialog {...manager.deletion} />
    </>
  );
}
