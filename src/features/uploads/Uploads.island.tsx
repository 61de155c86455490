import { useState } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import type { UploadKind } from '#api/domain/enums.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { reloadNavigationCounts, useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { showToast } from '#src/lib/toast.ts';
import { UploadDetails } from './UploadDetails.tsx';
import { UploadGrid, UploadGridSkeleton } from './UploadGrid.tsx';
import { UploadDropzone } from './UploadDropzone.tsx';
import { useUploads } from './use-uploads.ts';
import { useUploadQueue } from './use-upload-queue.ts';
import { isFiltered, parseListState, toListUrl, type ListState } from './list-state.ts';

const KINDS: { kind: UploadKind | null; label: string }[] = [
  { kind: null, label: 'All' },
  { kind: 'image', label: 'Images' },
  { kind: 'video', label: 'Videos' },
];

/** Every picture and video that posts and documents can show. */
export function UploadsIsland() {
  return <RequireAuth access="uploads.manage">{() => <Media />}</RequireAuth>;
}

function Media() {
  const { listState, change } = useListState({ parse: parseListState, toUrl: toListUrl });
  const { page, error, isLoading, reload: reloadPage, replace } = useUploads(listState);
  const isAll = !isFiltered(listState);
  useNavigationCount('uploads', isAll && !isLoading && page ? page.pagination.total : null);
  const reload = () => {
    reloadPage();
    if (!isAll) reloadNavigationCounts();
  };
  const [openId, setOpenId] = useState<number | null>(null);
  const queue = useUploadQueue((name) => {
    showToast(`${name} uploaded`, 'success');
    reload();
  });
  useUnsavedWarning(queue.list.some(({ error: fault }) => fault === null));
  const pagination = page?.pagination;
  const isBeyond = useClampedPage(
    listState.page,
    pagination?.page === listState.page ? pagination.totalPages : null,
    change,
  );
  const open = page?.data.find(({ id }) => id === openId);
  return (
    <div className="screen-parts">
      <UploadDropzone queue={queue.list} onFiles={queue.add} onRetry={queue.retry} onRemove={queue.remove} />
      <Filters listState={listState} onChange={change} />
      {error && <ErrorPanel title="Couldn’t load the images and videos" message={error} onRetry={reload} />}
      {!error && !page && <UploadGridSkeleton />}
      {page && page.data.length === 0 && !isLoading && !isBeyond && (
        <NoUploads listState={listState} onClear={() => change({ search: '', kind: null })} />
      )}
      {page && page.data.length > 0 && (
        <>
          <UploadGrid uploads={page.data} isBusy={isLoading} onOpen={(upload) => setOpenId(upload.id)} />
          <Pager
            page={listState.page}
            limit={page.pagination.limit}
            total={page.pagination.total}
            noun={pluralize(page.pagination.total, 'file')}
            toHref={(to) => toListUrl({ ...listState, page: to })}
            onPage={(to) => change({ page: to })}
          />
        </>
      )}
      {open && (
        <UploadDetails
          key={open.id}
          upload={open}
          onClose={() => setOpenId(null)}
          onChanged={(changed: UploadJson) => replace(changed)}
          onDeleted={() => {
            setOpenId(null);
            reload();
          }}
        />
      )}
    </div>
  );
}

function Filters({ listState, onChange }: { listState: ListState; onChange: (change: Partial<ListState>) => void }) {
  return (
    <FilterLine
      label="Media"
      viewsBy="kind"
      views={KINDS.map(({ label, kind }) => ({
        label,
        href: toListUrl({ ...listState, kind, page: 1 }),
        isCurrent: listState.kind === kind,
        onOpen: () => onChange({ kind }),
      }))}
      search={
        <SearchField
          label="Search media"
          placeholder="File name or alt text"
          value={listState.search}
          onSearch={(search) => onChange({ search })}
        />
      }
    />
  );
}

function NoUploads({ listState, onClear }: { listState: ListState; onClear: () => void }) {
  if (!isFiltered(listState) && listState.page === 1) {
    return (
      <EmptyState title="No images or videos yet">
        <p>Files you upload here or add to a post or document appear here.</p>
      </EmptyState>
    );
  }
  return <NoMatches title="No results" message="No images or videos match your search." onClear={onClear} />;
}
