import { useState } from 'react';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { mergePublish } from '#src/stores/publishes.ts';
import { PublishRow } from './PublishRow.tsx';

const COLUMNS = ['Change', 'Status', 'Pages', 'When', 'Actions'];
const SHOWN_FIRST = 8;
const SHOWN = 50;

type Props = { publishes: readonly PublishJson[]; isPaused: boolean; isLoaded: boolean };

type Filter = keyof typeof FILTER_LABELS;

const FILTER_LABELS = { people: 'By people', failed: 'Failed', all: 'All, with automatic updates' } as const;
const FILTERS = Object.entries(FILTER_LABELS).map(([value, label]) => ({ value, label }));

const FILTER_QUERIES = { people: { source: 'people' }, failed: { status: 'failed' }, all: {} } as const;

const isMatch = ({ status, is_system }: PublishJson, filter: Filter) =>
  filter === 'all' || (filter === 'failed' ? status === 'failed' : !is_system);

/** The last publishes, first of all what people did; each with where it changed something, the failed ones with the reason. */
export function PublishList({ publishes, isPaused, isLoaded }: Props) {
  const [filter, setFilter] = useState<Filter>('people');
  const [isAll, setAll] = useState(false);
  // Publishes older than the events. When they cannot be loaded, those of the events are shown all the same.
  useQuery(filter !== 'all' || isAll ? filter : null, async (signal) => {
    const earlier = await api.get('/api/publishes', { query: { ...FILTER_QUERIES[filter], limit: SHOWN }, signal });
    for (const publish of earlier.publishes) mergePublish(publish);
    return earlier;
  });
  const matches = publishes.filter((publish) => isMatch(publish, filter));
  const rows = matches.slice(0, isAll ? SHOWN : SHOWN_FIRST);
  return (
    <section className="screen-parts" aria-labelledby="publishes-title">
      <div className="section-head">
        <h2 id="publishes-title">Recent publishes</h2>
        <SelectField
          label="Show"
          value={filter}
          options={FILTERS}
          onChange={(event) => setFilter(event.target.value as Filter)}
        />
      </div>
      {!isLoaded && rows.length === 0 && <TableSkeleton columns={COLUMNS} rows={4} />}
      {isLoaded && rows.length === 0 && (
        <EmptyState title={filter === 'failed' ? 'No failed publishes' : 'Nothing has been published yet'}>
          <p>
            {filter === 'failed'
              ? 'Failed publishes stay here until you retry them.'
              : 'Your first post will appear here.'}
          </p>
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
