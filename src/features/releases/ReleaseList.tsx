import { useState } from 'react';
import type { SiteStateJson } from '#api/features/publishes/publishes.contract.ts';
import type { ReleaseJson } from '#api/features/releases/releases.contract.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { ReleaseChangesDialog } from './ReleaseChangesDialog.tsx';
import { ReleaseRow } from './ReleaseRow.tsx';
import { RestoreReleaseDialog } from './RestoreReleaseDialog.tsx';
import { RELEASES_PER_PAGE, useReleases } from './use-releases.ts';

const COLUMNS = ['Release', 'When', 'Pages', 'Size', 'Actions'];

/** Every release that is kept: look at it, see what it changed, bring it back. */
export function ReleaseList({ site }: { site: SiteStateJson | null }) {
  const [at, setAt] = useState(1);
  const {
    value: page,
    error,
    isLoading,
    reload,
  } = useReleases(at, site ? `${site.current_release} ${site.pinned_release}` : '');
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
        <EmptyState title="No release yet">
          <p>The first one is made when the site is built for the first time.</p>
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
          <Pager page={at} limit={RELEASES_PER_PAGE} total={page.pagination.total} onPage={setAt} noun="releases" />
        </>
      )}
      <ReleaseChangesDialog release={shown} onClose={() => setShown(null)} />
      <RestoreReleaseDialog release={releaseToRestore} onDone={reload} onClose={() => setReleaseToRestore(null)} />
    </section>
  );
}
