import { useRef, useState } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { createListLoader } from '#src/ui/crud/fetch-list.ts';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { type CrudTableProps, useCrud } from '#src/ui/crud/use-crud.ts';
import { SortableBoard } from '#src/ui/sortable/SortableBoard.tsx';
import { useOptimisticOrder } from '#src/ui/sortable/use-optimistic-order.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { paths } from '#src/lib/paths.ts';
import { DeleteDocumentDialog } from './DeleteDocumentDialog.tsx';
import { DOCUMENT_COLUMNS, DocumentGroup } from './DocumentGroup.tsx';
import { filterDocuments } from './filter-documents.ts';

const LOAD_FAILED = 'Failed to fetch documents';
const load = createListLoader((options) => api.get('/api/documents', options), LOAD_FAILED);

/** All documents of all products: search, sort, open in the editor. */
export function DocumentManagerIsland() {
  return <RequireAuth access="documents.write">{() => <DocumentManager />}</RequireAuth>;
}

function DocumentManager() {
  const manager = useCrud<DocumentSummaryJson>('document', load);
  const { state } = manager;
  if (state.status === 'loading') return <TableSkeleton columns={DOCUMENT_COLUMNS} rows={8} />;
  if (state.status === 'failed') return <ErrorPanel message={LOAD_FAILED} onRetry={manager.retry} />;
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
const toSortableItem = ({ id, title }: DocumentSummaryJson) => ({ id, name: title });

function DocumentLists({ items: documents, onChange, onReload, onDelete }: ListsProps) {
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const order = useOptimisticOrder({ items: documents, onChange, save: saveOrder, reload: onReload });
  const matches = filterDocuments(documents, query);
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
        <p>Everyone who’s signed in can read published documents.</p>
      </EmptyState>
    );
  }
  return (
    <div className="screen-parts">
      <ScreenCount>{documents.length}</ScreenCount>
      <FilterLine
        label="Documents"
        search={
          <SearchField
            label="Search documents"
            placeholder="Search documents"
            value={query}
            onSearch={setQuery}
            inputRef={search}
          />
        }
      >
        <p className="found" role="status">
          {query === ''
            ? formatCount(matches.length, 'document')
            : `${matches.length} of ${formatCount(documents.length, 'document')}`}
        </p>
      </FilterLine>
      {matches.length === 0 && (
        <NoMatches
          title="No results"
          message={`No title, section or product matches ‘${query}’.`}
          onClear={() => setQuery('')}
        />
      )}
      <SortableBoard groups={sections.map((items) => ({ items: items.map(toSortableItem) }))} onOrder={order}>
        <div className="groups">
          {[...Map.groupBy(matches, (document) => document.product_name)].map(([product, items]) => (
            <DocumentGroup
              key={String(product)}
              product={product}
              documents={items}
              isLocked={query !== ''}
              onDelete={onDelete}
            />
          ))}
        </div>
      </SortableBoard>
      <KeyboardShortcuts
        items={[
          { keys: ['/'], label: 'Search documents', run: () => search.current?.focus() },
          { keys: ['n'], label: 'New document', run: () => window.location.assign(paths.newDocument) },
        ]}
      />
    </div>
  );
}
