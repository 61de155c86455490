import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { MoveMenu } from '#src/ui/sortable/MoveMenu.tsx';
import { OrderBoard } from '#src/ui/sortable/SortableBoard.tsx';
import { OrderedBody, OrderedRow } from '#src/ui/sortable/SortableRows.tsx';
import { OrderedHead } from '#src/ui/sortable/SortableTableHead.tsx';
import { grouped } from '#src/ui/sortable/reorder.ts';
import { useOrder } from '#src/ui/sortable/use-optimistic-order.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { RowButton } from '#src/ui/tables/RowButton.tsx';
import { api } from '#src/lib/api-client.ts';
import { counted } from '#src/lib/format/count.ts';

export const SECTION_COLUMNS = ['Name', 'Product', 'Actions'] as const;

type Props = {
  sections: readonly SectionJson[];
  onChange: (sections: SectionJson[]) => void;
  onReload: () => Promise<void>;
  onEdit: (section: SectionJson) => void;
  onDelete: (section: SectionJson) => void;
};

const saveOrder = (ids: number[], { product_id }: SectionJson) =>
  api.put<void>('/api/sections/order', { product_id, ids });

export function SectionTable({ sections, onChange, onReload, onEdit, onDelete }: Props) {
  const order = useOrder({ items: sections, onChange, save: saveOrder, reload: onReload });
  const labelOf = labeller(sections);
  const groups = grouped(sections, (section) => section.product_id);
  if (sections.length === 0) {
    return (
      <EmptyState title="No sections yet">
        <p>Add the first one; documents are sorted by section.</p>
      </EmptyState>
    );
  }
  return (
    <OrderBoard
      groups={groups.map(([, items]) => ({
        items: items.map((section) => ({ id: section.id, name: labelOf(section) })),
      }))}
      onOrder={order}
    >
      <table className="admin-table">
        <OrderedHead columns={SECTION_COLUMNS} />
        {groups.map(([productId, items]) => (
          <OrderedBody key={String(productId)} id={`product-${productId}`} ids={items.map(({ id }) => id)}>
            {items.map((section) => (
              <OrderedRow key={section.id} id={section.id} name={labelOf(section)}>
                <td>
                  <span className="row-title">{section.name}</span>
                  <span className="row-note">{wordsOfHeld(section)}</span>
                </td>
                <td data-label="Product">{section.product_name ?? <span className="none">Unassigned</span>}</td>
                <td className="narrow">
                  <div className="row-actions">
                    <RowButton label="Edit" name={labelOf(section)} onClick={() => onEdit(section)} />
                    <MoveMenu id={section.id} name={labelOf(section)} />
                    <RowButton label="Delete" name={labelOf(section)} isDestructive onClick={() => onDelete(section)} />
                  </div>
                </td>
              </OrderedRow>
            ))}
          </OrderedBody>
        ))}
      </table>
    </OrderBoard>
  );
}

const wordsOfHeld = ({ document_count: count }: SectionJson) =>
  count === 0 ? 'No documents' : counted(count, 'document');

/** Several products may have a section 'Begin': such a name is told with its product. */
function labeller(sections: readonly SectionJson[]): (section: SectionJson) => string {
  const times = new Map<string, number>();
  for (const { name } of sections) times.set(name, (times.get(name) ?? 0) + 1);
  return ({ name, product_name: product }) => (times.get(name) === 1 ? name : `${name} of ${product ?? 'no product'}`);
}
