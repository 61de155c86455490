import type { ProductJson } from '#api/features/products/products.contract.ts';
import { MoveMenu } from '#src/ui/sortable/MoveMenu.tsx';
import { SortableBoard } from '#src/ui/sortable/SortableBoard.tsx';
import { SortableRows, SortableRow } from '#src/ui/sortable/SortableRows.tsx';
import { SortableTableHead } from '#src/ui/sortable/SortableTableHead.tsx';
import { useOptimisticOrder } from '#src/ui/sortable/use-optimistic-order.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { RowButton } from '#src/ui/tables/RowButton.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';

export const PRODUCT_COLUMNS = ['Name', 'Description', 'Actions'] as const;

type Props = {
  products: readonly ProductJson[];
  onChange: (products: ProductJson[]) => void;
  onReload: () => Promise<void>;
  onEdit: (product: ProductJson) => void;
  onDelete: (product: ProductJson) => void;
};

const saveOrder = (ids: number[]) => api.put<void>('/api/products/order', { ids });

export function ProductTable({ products, onChange, onReload, onEdit, onDelete }: Props) {
  const applyOrder = useOptimisticOrder({ items: products, onChange, save: saveOrder, reload: onReload });
  if (products.length === 0) {
    return (
      <EmptyState title="No products yet">
        <p>Add the first one; sections and documents are sorted by product.</p>
      </EmptyState>
    );
  }
  return (
    <SortableBoard groups={[{ items: products }]} onOrder={applyOrder}>
      <table className="admin-table">
        <SortableTableHead columns={PRODUCT_COLUMNS} />
        <SortableRows id="products" ids={products.map(({ id }) => id)}>
          {products.map((product) => (
            <SortableRow key={product.id} id={product.id} name={product.name}>
              <td>
                <span className="row-title">{product.name}</span>
                <span className="row-note">{formatUsage(product)}</span>
              </td>
              <td data-label="Description">{product.description ?? <span className="none">No description</span>}</td>
              <td className="narrow">
                <div className="row-actions">
                  <RowButton label="Edit" name={product.name} onClick={() => onEdit(product)} />
                  <MoveMenu id={product.id} name={product.name} />
                  <RowButton label="Delete" name={product.name} isDestructive onClick={() => onDelete(product)} />
                </div>
              </td>
            </SortableRow>
          ))}
        </SortableRows>
      </table>
    </SortableBoard>
  );
}

function formatUsage({ section_count: sections, document_count: documents }: ProductJson): string {
  if (sections === 0) return 'No sections';
  return `${formatCount(sections, 'section')}, ${formatCount(documents, 'document')}`;
}
