import type { ComponentProps } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { useTextFilter } from '#src/ui/crud/use-text-filter.ts';
import { type CrudTableProps, useCrud } from '#src/ui/crud/use-crud.ts';
import { SortableBoard } from '#src/ui/sortable/SortableBoard.tsx';
import { useOptimisticOrder } from '#src/ui/sortable/use-optimistic-order.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { createSearchShortcut, TextFilterLine } from '#src/ui/tables/TextFilterLine.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { paths } from '#src/lib/paths.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';
import { DOCUMENT_COLUMNS, DocumentGroup } from './DocumentGroup.tsx';

const undoDelete = {
  getName: ({ title }: DocumentSummaryJson) => title,
  run: ({ id }: DocumentSummaryJson) => api.post('/api/documents/:id/restore', { param: { id } }),
};
const load = (signal?: AbortSignal) => api.get('/api/documents', { signal });

/** All documents of all products: search, sort, open in the editor. */
export function DocumentManagerIsland() {
  return <RequireAuth access="documents.write">{() => <DocumentManager />}</RequireAuth>;
}

function DocumentManager() {
  const manager = useCrud<DocumentSummaryJson>('document', load, undoDelete);
  const { state } = manager;
  useNavigationCount('documents', state.status === 'loaded' ? state.value.length : null);
  if (state.status === 'loading') return <TableSkeleton columns={DOCUMENT_COLUMNS} rows={8} />;
  if (state.status === 'failed')
    return <ErrorPanel title="Failed to fetch documents" message={formatError(state.error)} onRetry={manager.retry} />;
  return (
    <>
      <DocumentLists items={state.value} onChange={manager.replace} {...manager.tableHandlers} />
      <DeleteDocumentDialog {...manager.deletion} />
    </>
  );
}

type ListsProps = Omit<CrudTableProps<DocumentSummaryJson>, 'onEdit'>;

const saveOrder = (ids: number[], { section_id }: DocumentSummaryJson) =>
  api.put('/api/documents/order', { json: { section_id, ids } });
const toSearchText = ({ title, section_name, product_name }: DocumentSummaryJson) =>
  [title, section_name, product_name].filter(Boolean).join(' ');
const toSortableItem = ({ id, title }: DocumentSummaryJson) => ({ id, name: title });

function DocumentLists({ items: documents, onChange, onReload, onDelete }: ListsProps) {
  const filter = useTextFilter(documents, toSearchText);
  const order = useOptimisticOrder({
    noun: 'documents',
    items: documents,
    onChange,
    save: saveOrder,
    reload: onReload,
  });
  const duplicate = useToastAction(
    async ({ id, title }: DocumentSummaryJson) => {
      const { duplicateDocument } = await import('#src/features/documents/editor/document-draft.ts');
      await duplicateDocument(id);
      showToast(`Copy of ${title} created`, 'success', { note: 'It’s a draft until you publish it.' });
    },
    { failure: 'Failed to duplicate the document', onSettled: onReload },
  );
  const sections = [...Map.groupBy(documents, (document) => document.section_id).values()];
  if (documents.length === 0) {
    return (
      <EmptyState
        title="No documents found"
        action={
          <a className="button button-secondary" href={paths.newDocument}>
            Write your first document
          </a>
        }
      >
        <p>
          Everyone who’s signed in can read published documents. For each product you can open them to visitors, too.
        </p>
      </EmptyState>
    );
  }
  return (
    <div className="screen-parts">
      <ScreenCount>{documents.length}</ScreenCount>
      <TextFilterLine
        noun="document"
        nouns="documents"
        fields="title, section or product"
        total={documents.length}
        filter={filter}
      />
      <SortableBoard groups={sections.map((items) => ({ items: items.map(toSortableItem) }))} onOrder={order}>
        <div className="groups">
          {[...Map.groupBy(filter.matches, (document) => document.product_name)].map(([product, items]) => (
            <DocumentGroup
              key={String(product)}
              product={product}
              documents={items}
              isLocked={filter.isFiltered}
              onDuplicate={(document) => void duplicate.run(document)}
              onDelete={onDelete}
            />
          ))}
        </div>
      </SortableBoard>
      <KeyboardShortcuts
        items={[
          createSearchShortcut('documents'),
          { keys: ['n'], label: 'New document', run: () => window.location.assign(paths.newDocument) },
        ]}
      />
    </div>
  );
}

type DeleteDocumentDialogProps = Omit<
  ComponentProps<typeof DeleteDialog<DocumentSummaryJson>>,
  'children' | 'isBlocked'
>;

/** Asks before a document is deleted with its revisions. */
function DeleteDocumentDialog(props: DeleteDocumentDialogProps) {
  return (
    <DeleteDialog {...props}>
      {({ title, status, has_draft: hasDraft }) => (
        <>
          <strong>{title}</strong> and its revisions will be deleted
          {hasDraft ? ', including unpublished changes' : ''}.
          {status === 'published' && ' Readers will no longer be able to open it.'} You can undo this for 30 seconds.
        </>
      )}
    </DeleteDialog>
  );
}
