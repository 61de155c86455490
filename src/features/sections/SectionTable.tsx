import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import type { CrudTableProps } from '#src/ui/crud/use-crud.ts';
import { MoveMenu } from '#src/ui/sortable/MoveMenu.tsx';
import { SortableBoard } from '#src/ui/sortable/SortableBoard.tsx';
import { SortableRows, SortableRow } from '#src/ui/sortable/SortableRows.tsx';
import { useOptimisticOrder } from '#src/ui/sortable/use-optimistic-order.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { RowButton } from '#src/ui/tables/RowButton.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';

export const SECTION_COLUMNS = ['Name', 'Product', 'Actions'] as const;

const saveOrder = (ids: number[], { product_id }: SectionJson) =>
  api.put('/api/sections/order', { json: { product_id, ids } });

export function SectionTable({ items: sections, onChange, onReload, onEdit, onDelete }: CrudTableProps<SectionJson>) {
  const order = useOptimisticOrder({ items: sections, onChange, save: saveOrder, reload: onReload });
  const getLabel = createLabeler(sections);
  const groups = [...Map.groupBy(sections, (section) => section.product_id)];
  if (sections.length === 0) {
    return (
      <EmptyState title="No sections yet">
        <p>Add the first one; documents are sorted by section.</p>
      </EmptyState>
    );
  }
  return (
    <SortableBoard
      groups={groups.map(([, items]) => ({
        items: items.map((section) => ({ id: section.id, name: getLabel(section) })),
      }))}
      onOrder={order}
    >
      <table className="admin-table">
        <TableHead columns={SECTION_COLUMNS} narrow={['Actions']} hasHandles />
        {groups.map(([productId, items]) => (
          <SortableRows key={String(productId)} id={`product-${productId}`} ids={items.map(({ id }) => id)}>
            {items.map((section) => (
              <SortableRow key={section.id} id={section.id} name={getLabel(section)}>
                <td>
                  <span className="row-title">{section.name}</span>
                  <span className="row-note">{formatUsage(section)}</span>
                </td>
                <td data-label="Product">{section.product_name ?? <span className="none">Unassigned</span>}</td>
                <td className="narrow">
                  <div className="row-actions">
                    <RowButton label="Edit" name={getLabel(section)} onClick={() => onEdit(section)} />
                    <MoveMenu id={section.id} name={getLabel(section)} />
                    <RowButton
                      label="Delete"
                      name={getLabel(section)}
                      isDestructive
                      onClick={() => onDelete(section)}
                    />
                  </div>
                </td>
              </SortableRow>
            ))}
          </SortableRows>
        ))}
      </table>
    </SortableBoard>
  );
}

const formatUsage = ({ document_count: count }: SectionJson) =>
  count === 0 ? 'No documents' : formatCount(count, 'document');

/** Several products may have a section 'Begin': such a name is told with its product. */
function createLabeler(sections: readonly SectionJson[]): (section: SectionJson) => string {
  const times = new Map<string, number>();
  for (const { name } of sections) times.set(name, (times.get(name) ?? 0) + 1);
  return ({ name, product_name: product }) => (times.get(name) === 1 ? name : `${name} of ${product ?? 'no product'}`);
}
