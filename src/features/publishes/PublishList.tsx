import { useState } from 'react';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { replaceQueryParameter, useQueryParameter } from '#src/lib/use-query-parameter.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { mergePublish } from '#src/stores/publishes.ts';
import { PublishRow } from './PublishRow.tsx';

const COLUMNS = ['Change', 'Status', 'Pages', 'When', 'Actions'];
const SHOWN_FIRST = 8;
const SHOWN = 50;

type Props = { publishes: readonly PublishJson[]; isPaused: boolean; isLoaded: boolean };

type Filter = (typeof VIEWS)[number]['filter'];

const VIEWS = [
  { label: 'By people', filter: 'people', parameter: '' },
  { label: 'Failed', filter: 'failed', parameter: 'failed' },
  { label: 'All, with automatic updates', filter: 'all', parameter: 'all' },
] as const;

const FILTER_QUERIES = { people: { source: 'people' }, failed: { status: 'failed' }, all: {} } as const;

const isMatch = ({ status, is_system }: PublishJson, filter: Filter) =>
  filter === 'all' || (filter === 'failed' ? status === 'failed' : !is_system);

/** The last publishes, first of all what people did; each with where it changed something, the failed ones with the reason. */
export function PublishList({ publishes, isPaused, isLoaded }: Props) {
  const [parameter, setParameter] = useQueryParameter('publishes');
  const filter = parameter === 'failed' || parameter === 'all' ? parameter : 'people';
  const [isAll, setAll] = useState(false);
  // Publishes older than the events, which are shown all the same when these cannot be loaded.
  const earlier = useQuery(filter !== 'all' || isAll ? `publishes ${filter}` : null, async (signal) => {
    const response = await api.get('/api/publishes', { query: { ...FILTER_QUERIES[filter], limit: SHOWN }, signal });
    for (const publish of response.publishes) mergePublish(publish);
    return response;
  });
  const matches = publishes.filter((publish) => isMatch(publish, filter));
  const rows = matches.slice(0, isAll ? SHOWN : SHOWN_FIRST);
  return (
    <section className="screen-parts" aria-labelledby="publishes-title">
      <div className="section-head">
        <h2 id="publishes-title">Recent publishes</h2>
      </div>
      <FilterLine
        label="Publishes"
        views={VIEWS.map(({ label, filter: viewFilter, parameter: viewParameter }) => ({
          label,
          href: replaceQueryParameter('publishes', viewParameter),
          isCurrent: filter === viewFilter,
          onOpen: () => setParameter(viewParameter),
        }))}
      />
      {!isLoaded && rows.length === 0 && <TableSkeleton columns={COLUMNS} rows={4} />}
      {earlier.state.status === 'failed' && (
        <ErrorPanel message="Couldn’t load the earlier publishes." onRetry={earlier.reload} />
      )}
      {isLoaded && rows.length === 0 && filter === 'failed' && (
        <NoMatches
          title="No failed publishes"
          message="Failed publishes stay here until you retry them."
          onClear={() => setParameter('')}
        />
      )}
      {isLoaded && rows.length === 0 && filter !== 'failed' && (
        <EmptyState title="No publishes yet">
          <p>When someone publishes or updates a post, it appears here.</p>
        </EmptyState>
      )}
      {rows.length > 0 && (
        <table className="admin-table">
          <caption className="visually-hidden">Recent publishes</caption>
          <TableHead columns={COLUMNS} />
          <tbody>
            {rows.map((publish) => (
              <PublishRow key={publish.id} publish={publish} isPaused={isPaused} />
            ))}
          </tbody>
        </table>
      )}
      {!isAll && matches.length > rows.length && (
        <div>
          <Button variant="secondary" onClick={() => setAll(true)}>
            Show older
          </Button>
        </div>
      )}
    </section>
  );
}
