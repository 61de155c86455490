import { useState } from 'react';
import type { ProductJson } from '#api/features/products/products.contract.ts';
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
import { DeleteProduct } from './DeleteProduct.tsx';
import { ProductForm } from './ProductForm.tsx';
import { PRODUCT_COLUMNS, ProductTable } from './ProductTable.tsx';

const FAILED = 'Failed to fetch products';
const load = loadList<ProductJson[]>('/api/products', FAILED);

/** The products that documents and waiting lists belong to, in the order in which they are listed. */
export function ProductManagerIsland() {
  return <Guarded access="admin">{() => <ProductManager />}</Guarded>;
}

type Asked = { kind: 'add' } | { kind: 'edit' | 'delete'; product: ProductJson };

function ProductManager() {
  const { state, retry, replace } = useLoaded(load);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const markRemoved = useFocusAfterRemoval(asked !== null);
  const reload = async () => replace(await load());

  if (state.status === 'loading') return <TableSkeleton columns={PRODUCT_COLUMNS} rows={4} />;
  if (state.status === 'failed') return <ErrorPanel message={FAILED} onRetry={retry} />;
  const remove = async ({ id }: ProductJson) => {
    await api.delete(`/api/products/${id}`);
    markRemoved();
    showToast('Product deleted successfully', 'success');
    await reload().catch(retry);
  };
  const saved = () => {
    close();
    void reload().catch(retry);
  };
  return (
    <>
      <ScreenAction>
        <Button onClick={() => setAsked({ kind: 'add' })}>Add Product</Button>
      </ScreenAction>
      <div className="screen-parts">
        <ProductTable
          products={state.value}
          onChange={replace}
          onReload={reload}
          onEdit={(product) => setAsked({ kind: 'edit', product })}
          onDelete={(product) => setAsked({ kind: 'delete', product })}
        />
        <Shortcuts items={[{ keys: ['n'], label: 'Add a product', run: () => setAsked({ kind: 'add' }) }]} />
      </div>
      <ProductForm
        isOpen={asked?.kind === 'add' || asked?.kind === 'edit'}
        product={asked?.kind === 'edit' ? asked.product : null}
        onSaved={saved}
        onClose={close}
      />
      <DeleteProduct product={asked?.kind === 'delete' ? asked.product : null} onConfirm={remove} onClose={close} />
    </>
  );
}
