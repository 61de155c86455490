import type { ComponentProps } from 'react';
import type { ProductJson } from '#api/features/products/products.contract.ts';
import { CrudScreen } from '#src/ui/crud/CrudScreen.tsx';
import { api } from '#src/lib/api-client.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useCrud } from '#src/ui/crud/use-crud.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';
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
  return (
    <CrudScreen
      noun="product"
      nouns="products"
      manager={manager}
      columns={PRODUCT_COLUMNS}
      rows={4}
      getCount={(products) => products.length}
      table={(products) => <ProductTable items={products} onChange={manager.replace} {...manager.tableHandlers} />}
    >
      {() => (
        <>
          <ProductForm {...manager.form} />
          <DeleteProductDialog {...manager.deletion} />
        </>
      )}
    </CrudScreen>
  );
}

type DeleteProductDialogProps = Omit<ComponentProps<typeof DeleteDialog<ProductJson>>, 'children' | 'isBlocked'>;

/** Asks before a product is deleted; one with sections stays. Waiting list entries are known to the server only, which refuses then. */
function DeleteProductDialog(props: DeleteProductDialogProps) {
  return (
    <DeleteDialog {...props} isBlocked={(props.item?.section_count ?? 0) > 0}>
      {({ name, section_count: sectionCount }) =>
        sectionCount === 0 ? (
          <>
            <strong>{name}</strong> will be permanently deleted, unless it still has waiting list entries.
          </>
        ) : (
          <>
            <strong>{name}</strong> still has {formatCount(sectionCount, 'section')}. Move or delete{' '}
            {pluralize(sectionCount, 'it', 'them')} first.
          </>
        )
      }
    </DeleteDialog>
  );
}
