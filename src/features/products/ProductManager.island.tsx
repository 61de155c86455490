import type { ProductJson } from '#api/features/products/products.contract.ts';
import { PageAction, ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useCrud } from '#src/ui/crud/use-crud.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { createSearchShortcut } from '#src/ui/tables/TextFilterLine.tsx';
import { DeleteProductDialog } from './DeleteProductDialog.tsx';
import { ProductForm } from './ProductForm.tsx';
import { PRODUCT_COLUMNS, ProductTable } from './ProductTable.tsx';

const load = (signal?: AbortSignal) => api.get('/api/products', { signal });

/** The products that documents and waiting lists belong to, in the order in which they are listed. */
export function ProductManagerIsland() {
  return <RequireAuth access="products.manage">{() => <ProductManager />}</RequireAuth>;
}

function ProductManager() {
  const manager = useCrud<ProductJson>('product', load);
  const { state } = manager;
  useNavigationCount('products', state.status === 'loaded' ? state.value.length : null);
  if (state.status === 'loading') return <TableSkeleton columns={PRODUCT_COLUMNS} rows={4} />;
  if (state.status === 'failed')
    return <ErrorPanel title="Failed to fetch products" message={formatError(state.error)} onRetry={manager.retry} />;
  return (
    <>
      <ScreenCount>{state.value.length}</ScreenCount>
      <PageAction>
        <Button onClick={manager.add}>New product</Button>
      </PageAction>
      <div className="screen-parts">
        <ProductTable items={state.value} onChange={manager.replace} {...manager.tableHandlers} />
        <KeyboardShortcuts
          items={[createSearchShortcut('products'), { keys: ['n'], label: 'New product', run: manager.add }]}
        />
      </div>
      <ProductForm {...manager.form} />
      <DeleteProductDialog {...manager.deletion} />
    </>
  );
}
