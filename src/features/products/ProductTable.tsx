import type { ProductJson } from '#api/features/products/products.contract.ts';
import type { CrudTableProps } from '#src/ui/crud/use-crud.ts';
import { useTextFilter } from '#src/ui/crud/use-text-filter.ts';
import { CrudRowMenu } from '#src/ui/crud/CrudRowMenu.tsx';
import { SortableBoard } from '#src/ui/sortable/SortableBoard.tsx';
import { SortableRows, SortableRow } from '#src/ui/sortable/SortableRows.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TextFilterLine } from '#src/ui/tables/TextFilterLine.tsx';
import { useOptimisticOrder } from '#src/ui/sortable/use-optimistic-order.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';

export const PRODUCT_COLUMNS = ['Name', 'Description', 'Actions'] as const;

const saveOrder = (ids: number[]) => api.put('/api/products/order', { json: { ids } });

export function ProductTable({ items: products, onChange, onReload, onEdit, onDelete }: CrudTableProps<ProductJson>) {
  const applyOrder = useOptimisticOrder({
    noun: 'products',
    items: products,
    onChange,
    save: saveOrder,
    reload: onReload,
  });
  const filter = useTextFilter(products, ({ name, description }) => `${name} ${description ?? ''}`);
  if (products.length === 0) {
    return (
      <EmptyState title="No products yet">
        <p>Add your first product. Sections and documents are grouped by product.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <TextFilterLine
        noun="product"
        nouns="products"
        fields="name or description"
        total={products.length}
        filter={filter}
      />
      {filter.matches.length > 0 && (
        <SortableBoard groups={[{ items: products }]} onOrder={applyOrder}>
          <table className="admin-table has-handles">
            <TableHead columns={PRODUCT_COLUMNS} hasHandles />
            <SortableRows id="products" ids={products.map(({ id }) => id)} isDisabled={filter.isFiltered}>
              {filter.matches.map((product) => (
                <SortableRow key={product.id} id={product.id} name={product.name} isLocked={filter.isFiltered}>
                  <td className="title-cell">
                    <span className="row-title">{product.name}</span>
                    <span className="row-note">{formatUsage(product)}</span>
                  </td>
                  <td className="text-cell">{product.description ?? <span className="none">No description</span>}</td>
                  <td className="menu-cell narrow">
                    <CrudRowMenu
                      id={product.id}
                      name={product.name}
                      isLocked={filter.isFiltered}
                      onEdit={() => onEdit(product)}
                      onDelete={() => onDelete(product)}
                    />
                  </td>
                </SortableRow>
              ))}
            </SortableRows>
          </table>
        </SortableBoard>
      )}
    </>
  );
}

function formatUsage({ section_count: sections, document_count: documents, document_readers }: ProductJson): string {
  const counts =
    sections === 0 ? 'No sections' : `${formatCount(sections, 'section')}, ${formatCount(documents, 'document')}`;
  return document_readers === 'everyone' ? `${counts}, for everyone` : counts;
}
