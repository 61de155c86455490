import { useState } from 'react';
import { hasPermission } from '#api/domain/permissions.ts';
import { mayChangeUploads } from '#api/domain/upload-owners.ts';
import { uploadList } from '#api/domain/upload-list.ts';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api } from '#src/lib/api-client.ts';
import { type StateOf, toListQuery } from '#src/lib/list-address.ts';
import { reloadNavigationCounts, useNavigationCount } from '#src/lib/navigation-counts.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast } from '#src/lib/toast.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { ListFilters } from '#src/ui/lists/ListFilters.tsx';
import { ListPager } from '#src/ui/lists/ListScreen.tsx';
import { useList } from '#src/ui/lists/use-list.ts';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { UploadDetails } from './UploadDetails.tsx';
import { UploadDropzone } from './UploadDropzone.tsx';
import { UploadGrid, UploadGridSkeleton } from './UploadGrid.tsx';
import { useUploadQueue } from './use-upload-queue.ts';

/** Every picture and video that posts and documents can show. */
export function UploadsIsland() {
  return <RequireAuth access="uploads.manage">{(user) => <Media user={user} />}</RequireAuth>;
}

async function fetchUploads(state: StateOf<typeof uploadList>, signal: AbortSignal) {
  const { data, pagination } = await api.get('/api/uploads', { query: toListQuery(uploadList, state), signal });
  return { rows: data, total: pagination.total };
}

function Media({ user }: { user: UserJson }) {
  const list = useList(uploadList, paths.adminMedia, fetchUploads);
  const { page, rows, error, isLoading, isFiltered } = list;
  useNavigationCount('uploads', !isFiltered && !isLoading && page ? page.total : null);
  const reload = () => {
    list.reload();
    if (isFiltered) reloadNavigationCounts();
  };
  const [openId, setOpenId] = useState<number | null>(null);
  const queue = useUploadQueue((name) => {
    showToast(`${name} uploaded`, 'success');
    reload();
  });
  useUnsavedWarning(queue.list.some(({ error: fault }) => fault === null));
  const open = rows.find(({ id }) => id === openId);
  const replace = (changed: UploadJson) =>
    list.update((before) => ({
      ...before,
      rows: before.rows.map((each) => (each.id === changed.id ? changed : each)),
    }));
  return (
    <div className="screen-parts">
      <UploadDropzone queue={queue.list} onFiles={queue.add} onRetry={queue.retry} onRemove={queue.remove} />
      <ListFilters list={list} label="Media" />
      {error && <ErrorPanel title="Couldn’t load the media" message={error} onRetry={reload} />}
      {!error && !page && <UploadGridSkeleton />}
      {page && rows.length === 0 && !isLoading && !list.isBeyondEnd && (
        <NoUploads isFiltered={isFiltered} onClear={list.clear} />
      )}
      {rows.length > 0 && (
        <>
          <UploadGrid uploads={rows} isBusy={isLoading} onOpen={(upload) => setOpenId(upload.id)} />
          <ListPager list={list} noun={{ one: 'file', many: 'files' }} />
        </>
      )}
      {open && (
        <UploadDetails
          key={open.id}
          upload={open}
          canChange={mayChangeUploads((permission) => hasPermission(user.role, permission), open.user?.id === user.id)}
          onClose={() => setOpenId(null)}
          onChanged={replace}
          onDeleted={() => {
            setOpenId(null);
            reload();
          }}
        />
      )}
    </div>
  );
}

function NoUploads({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return <NoMatches title="No results" message="No media match your search." onClear={onClear} />;
  }
  return (
    <EmptyState title="No media yet">
      <p>Files you upload here or add to a post or document appear here.</p>
    </EmptyState>
  );
}
