import { useState } from 'react';
import type { SiteStateJson } from '#api/features/publishes/publishes.contract.ts';
import type { ReleaseJson } from '#api/features/releases/releases.contract.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { ReleaseChangesDialog } from './ReleaseChangesDialog.tsx';
import { ReleaseRow } from './ReleaseRow.tsx';
import { RestoreReleaseDialog } from './RestoreReleaseDialog.tsx';

const PAGE_SIZE = 15;
const COLUMNS = ['Release', 'When', 'Pages', 'Size', 'Actions'];

/** All retained releases: view, compare, restore. Loaded again when the state of the site changes. */
export function ReleaseList({ site }: { site: SiteStateJson | null }) {
  const [pageNumber, setPageNumber] = useState(1);
  const query = { page: pageNumber, limit: PAGE_SIZE };
  const {
    value: page,
    error,
    isLoading,
    reload,
  } = useListQuery(`${pageNumber} ${site?.current_release} ${site?.pinned_release}`, (signal) =>
    api.get('/api/releases', { query, signal }),
  );
  const [shown, setShown] = useState<ReleaseJson | null>(null);
  const [releaseToRestore, setReleaseToRestore] = useState<ReleaseJson | null>(null);
  return (
    <section className="screen-parts" aria-labelledby="releases-title">
      <div className="section-head">
        <h2 id="releases-title">Releases</h2>
      </div>
      {error && <ErrorPanel message={error} onRetry={reload} />}
      {!page && isLoading && <TableSkeleton columns={COLUMNS} rows={6} />}
      {page && page.data.length === 0 && (
        <EmptyState title="No releases yet">
          <p>The first release is created when the site is first built.</p>
        </EmptyState>
      )}
      {page && page.data.length > 0 && (
        <>
          <table className="admin-table" aria-busy={isLoading}>
            <caption className="visually-hidden">Releases</caption>
            <TableHead columns={COLUMNS} />
            <tbody>
              {page.data.map((release) => (
                <ReleaseRow
                  key={release.id}
                  release={release}
                  onChanges={() => setShown(release)}
                  onRestore={() => setReleaseToRestore(release)}
                />
              ))}
            </tbody>
          </table>
          <Pager
            page={pageNumber}
            limit={PAGE_SIZE}
            total={page.pagination.total}
            onPage={setPageNumber}
            noun="releases"
          />
        </>
      )}
      <ReleaseChangesDialog release={shown} onClose={() => setShown(null)} />
      <RestoreReleaseDialog release={releaseToRestore} onDone={reload} onClose={() => setReleaseToRestore(null)} />
    </section>
  );
}
