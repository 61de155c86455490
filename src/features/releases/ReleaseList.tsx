import { useCallback, useState } from 'react';
import type { SiteStateJson } from '#api/features/publishes/publishes.contract.ts';
import type { ReleaseJson } from '#api/features/releases/releases.contract.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { replaceQueryParameter, useQueryParameter } from '#src/lib/use-query-parameter.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { ReleaseChangesDialog } from './ReleaseChangesDialog.tsx';
import { ReleaseRow } from './ReleaseRow.tsx';
import { RestoreReleaseDialog } from './RestoreReleaseDialog.tsx';

const PAGE_SIZE = 15;
const SOURCES = [
  { value: 'people', label: 'By people' },
  { value: '', label: 'All, with automatic updates' },
];
const COLUMNS = ['Release', 'When', 'Pages', 'Size', 'Actions'];

const toParameter = (page: number) => (page > 1 ? String(page) : '');

/** Retained releases, by default those that people caused: view, compare, restore. Loaded again when the state of the site changes. */
export function ReleaseList({ site }: { site: SiteStateJson | null }) {
  const [pageParameter, setPageParameter] = useQueryParameter('releases');
  const [source, setSource] = useState<'people' | undefined>('people');
  const pageNumber = /^[1-9]\d{0,5}$/.test(pageParameter) ? Number(pageParameter) : 1;
  const goToPage = useCallback((to: { page: number }) => setPageParameter(toParameter(to.page)), [setPageParameter]);
  const query = { page: pageNumber, limit: PAGE_SIZE, source };
  const {
    value: page,
    error,
    isLoading,
    reload,
  } = useListQuery(`${pageNumber} ${source} ${site?.current_release} ${site?.pinned_release}`, (signal) =>
    api.get('/api/releases', { query, signal }),
  );
  useClampedPage(pageNumber, page?.pagination.page === pageNumber ? page.pagination.totalPages : null, goToPage);
  const [shown, setShown] = useState<ReleaseJson | null>(null);
  const [releaseToRestore, setReleaseToRestore] = useState<ReleaseJson | null>(null);
  return (
    <section className="screen-parts" aria-labelledby="releases-title">
      <div className="section-head">
        <h2 id="releases-title">Releases</h2>
        <SelectField
          label="Show releases"
          value={source ?? ''}
          options={SOURCES}
          onChange={(event) => {
            setSource(event.target.value === 'people' ? 'people' : undefined);
            setPageParameter('');
          }}
        />
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
            toHref={(to) => replaceQueryParameter('releases', toParameter(to))}
            onPage={(to) => goToPage({ page: to })}
            noun="releases"
          />
        </>
      )}
      <ReleaseChangesDialog release={shown} onClose={() => setShown(null)} />
      <RestoreReleaseDialog release={releaseToRestore} onDone={reload} onClose={() => setReleaseToRestore(null)} />
    </section>
  );
}
