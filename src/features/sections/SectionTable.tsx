import type { SectionJson } from '#api/features/sections/sections.contract.ts';
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

export const SECTION_COLUMNS = ['Name', 'Product', 'Actions'] as const;

const saveOrder = (ids: number[], { product_id }: SectionJson) =>
  api.put('/api/sections/order', { json: { product_id, ids } });

export function SectionTable({ items: sections, onChange, onReload, onEdit, onDelete }: CrudTableProps<SectionJson>) {
  const order = useOptimisticOrder({ noun: 'sections', items: sections, onChange, save: saveOrder, reload: onReload });
  const filter = useTextFilter(sections, ({ name, product_name }) => `${name} ${product_name ?? 'Unassigned'}`);
  const getLabel = createLabeler(sections);
  const groups = [...Map.groupBy(sections, (section) => section.product_id)];
  if (sections.length === 0) {
    return (
      <EmptyState title="No sections yet">
        <p>Add your first section. Documents are grouped by section.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <TextFilterLine
        noun="section"
        nouns="sections"
        fields="name or product"
        total={sections.length}
        filter={filter}
      />
      {filter.matches.length > 0 && (
        <SortableBoard
          groups={groups.map(([, items]) => ({
            items: items.map((section) => ({ id: section.id, name: getLabel(section) })),
          }))}
          onOrder={order}
        >
          <table className="admin-table has-handles">
            <TableHead columns={SECTION_COLUMNS} hasHandles />
            {[...Map.groupBy(filter.matches, (section) => section.product_id)].map(([productId, items]) => (
              <SortableRows
                key={String(productId)}
                id={`product-${productId}`}
                ids={items.map(({ id }) => id)}
                isDisabled={filter.isFiltered}
              >
                {items.map((section) => (
                  <SortableRow key={section.id} id={section.id} name={getLabel(section)} isLocked={filter.isFiltered}>
                    <td className="title-cell">
                      <span className="row-title">{section.name}</span>
                      <span className="row-note">{formatUsage(section)}</span>
                    </td>
                    <td className="text-cell">{section.product_name ?? <span className="none">Unassigned</span>}</td>
                    <td className="menu-cell narrow">
                      <CrudRowMenu
                        id={section.id}
                        name={getLabel(section)}
                        isLocked={filter.isFiltered}
                        onEdit={() => onEdit(section)}
                        onDelete={() => onDelete(section)}
                      />
                    </td>
                  </SortableRow>
                ))}
              </SortableRows>
            ))}
          </table>
        </SortableBoard>
      )}
    </>
  );
}

const formatUsage = ({ document_count: count }: SectionJson) =>
  count === 0 ? 'No documents' : formatCount(count, 'document');

/** Several products may have a section 'Begin': such a name is shown with its product. */
function createLabeler(sections: readonly SectionJson[]): (section: SectionJson) => string {
  const times = new Map<string, number>();
  for (const { name } of sections) times.set(name, (times.get(name) ?? 0) + 1);
  return ({ name, product_name: product }) => (times.get(name) === 1 ? name : `${name} (${product ?? 'no product'})`);
}
