import { useCallback, useState } from 'react';
import type { SiteStateJson } from '#api/features/publishes/publishes.contract.ts';
import type { ReleaseJson } from '#api/features/releases/releases.contract.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { replaceQueryParameter, useQueryParameter } from '#src/lib/use-query-parameter.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { ReleaseChangesDialog } from './ReleaseChangesDialog.tsx';
import { ReleaseRow } from './ReleaseRow.tsx';
import { RestoreReleaseDialog } from './RestoreReleaseDialog.tsx';

const PAGE_SIZE = 15;
const VIEWS = [
  { source: 'people', label: 'By people' },
  { source: undefined, label: 'All, with automatic updates' },
] as const;
type Source = (typeof VIEWS)[number]['source'];
const COLUMNS = ['Release', 'When', 'Pages', 'Size', 'Actions'];

/** View and page are one parameter of the address, so that one step back undoes both: '', '2', 'all' or 'all.2'. */
const toParameter = (source: Source, page: number) =>
  [source ? '' : 'all', page > 1 ? String(page) : ''].filter(Boolean).join('.');

function parseParameter(parameter: string): { source: Source; pageNumber: number } {
  const [, all, page] = /^(all)?\.?([1-9]\d{0,5})?$/.exec(parameter) ?? [];
  return { source: all ? undefined : 'people', pageNumber: Number(page ?? 1) };
}

/** Retained releases, by default those that people caused: view, compare, restore. Loaded again when the state of the site changes. */
export function ReleaseList({ site }: { site: SiteStateJson | null }) {
  const [parameter, setParameter] = useQueryParameter('releases');
  const { source, pageNumber } = parseParameter(parameter);
  const goToPage = useCallback(
    (to: { page: number }) => setParameter(toParameter(source, to.page)),
    [setParameter, source],
  );
  const query = { page: pageNumber, limit: PAGE_SIZE, source };
  const {
    value: page,
    error,
    isLoading,
    reload,
  } = useQuery(
    `releases ${pageNumber} ${source} ${site?.current_release} ${site?.pinned_release}`,
    (signal) => api.get('/api/releases', { query, signal }),
    { keepsPrevious: true },
  );
  useClampedPage(pageNumber, page?.pagination.page === pageNumber ? page.pagination.totalPages : null, goToPage);
  const [shown, setShown] = useState<ReleaseJson | null>(null);
  const [releaseToRestore, setReleaseToRestore] = useState<ReleaseJson | null>(null);
  return (
    <section className="screen-parts" aria-labelledby="releases-title">
      <div className="section-head">
        <h2 id="releases-title">Releases</h2>
      </div>
      <FilterLine
        label="Releases"
        viewsBy="source"
        views={VIEWS.map((view) => ({
          label: view.label,
          href: replaceQueryParameter('releases', toParameter(view.source, 1)),
          isCurrent: view.source === source,
          onOpen: () => setParameter(toParameter(view.source, 1)),
        }))}
      />
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
            <TableHead columns={COLUMNS} mid={['Size']} />
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
            toHref={(to) => replaceQueryParameter('releases', toParameter(source, to))}
            onPage={(to) => goToPage({ page: to })}
            noun={pluralize(page.pagination.total, 'release')}
          />
        </>
      )}
      <ReleaseChangesDialog release={shown} onClose={() => setShown(null)} />
      <RestoreReleaseDialog release={releaseToRestore} onDone={reload} onClose={() => setReleaseToRestore(null)} />
    </section>
  );
}
