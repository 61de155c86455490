import { useId } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { useMoveActions } from '#src/ui/sortable/use-move-actions.ts';
import { SortableRows, SortableRow } from '#src/ui/sortable/SortableRows.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { paths } from '#src/lib/paths.ts';

const STATUS_LABELS = { draft: 'Draft', published: 'Published' } as const;

export const DOCUMENT_COLUMNS = ['Title', 'Section', 'Last Updated', 'Actions'] as const;

type Props = {
  /** Its name; null for the documents of none. */
  product: string | null;
  documents: readonly DocumentSummaryJson[];
  /** Only a part of the order is shown. */
  isLocked: boolean;
  onDuplicate: (document: DocumentSummaryJson) => void;
  onDelete: (document: DocumentSummaryJson) => void;
};

/** The documents of a product, section by section. */
export function DocumentGroup({ product, documents, isLocked, onDuplicate, onDelete }: Props) {
  const id = useId();
  return (
    <section className="group" aria-labelledby={id}>
      <h2 id={id}>{product ?? 'Uncategorized'}</h2>
      <table className="admin-table document-table has-handles" aria-labelledby={id}>
        <TableHead columns={DOCUMENT_COLUMNS} hasHandles />
        {[...Map.groupBy(documents, (document) => document.section_id)].map(([sectionId, items]) => (
          <SortableRows
            key={String(sectionId)}
            id={`section-${sectionId}`}
            ids={items.map((document) => document.id)}
            isDisabled={isLocked}
          >
            {items.map((document) => (
              <DocumentRow
                key={document.id}
                document={document}
                isLocked={isLocked}
                onDuplicate={onDuplicate}
                onDelete={onDelete}
              />
            ))}
          </SortableRows>
        ))}
      </table>
    </section>
  );
}

type RowProps = Pick<Props, 'isLocked' | 'onDuplicate' | 'onDelete'> & { document: DocumentSummaryJson };

function DocumentRow({ document, isLocked, onDuplicate, onDelete }: RowProps) {
  const { id, slug, title, section_name: section, status, has_draft: hasDraft } = document;
  const moves = useMoveActions(id);
  return (
    <SortableRow id={id} name={title} isLocked={isLocked}>
      <td className="title-cell">
        <span className="row-head">
          <a className="row-title" href={paths.editDocument(id)}>
            {title}
          </a>
          <Badge tone={status === 'published' ? 'green' : 'yellow'}>{STATUS_LABELS[status]}</Badge>
        </span>
        {hasDraft && <span className="row-note changes">Unpublished changes</span>}
      </td>
      <td>{section ?? <span className="none">No section</span>}</td>
      <td>
        <Time iso={document.updated_at} />
      </td>
      <td className="menu-cell narrow">
        <RowMenu
          name={title}
          note={section ?? undefined}
          groups={[
            [
              { label: 'Edit', icon: 'pencil', href: paths.editDocument(id) },
              { label: 'View', icon: 'arrow-up-right', href: paths.document(slug) },
              { label: 'Duplicate', icon: 'copy', onSelect: () => onDuplicate(document) },
            ],
            isLocked ? [] : moves,
            [{ label: 'Delete...', icon: 'trash', isDestructive: true, onSelect: () => onDelete(document) }],
          ]}
        />
      </td>
    </SortableRow>
  );
}
