import { useEffect, useState } from 'react';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { mergePublish } from '#src/stores/publishes.ts';
import { PublishRow } from './PublishRow.tsx';

const COLUMNS = ['What', 'State', 'Pages', 'When', 'Actions'];
const SHOWN_FIRST = 8;
const SHOWN = 50;

type Props = { publishes: readonly PublishJson[]; isPaused: boolean; isLoaded: boolean };

/** The last publishes, each with where it changed something; the failed ones with the reason. */
export function PublishList({ publishes, isPaused, isLoaded }: Props) {
  const [filter, setFilter] = useState<'all' | 'failed'>('all');
  const [isAll, setAll] = useState(false);
  useEarlierPublishes(filter === 'failed' || isAll ? filter : null);
  const found = publishes.filter(({ status }) => filter === 'all' || status === 'failed');
  const rows = found.slice(0, isAll ? SHOWN : SHOWN_FIRST);
  return (
    <section className="screen-parts" aria-labelledby="publishes-title">
      <div className="section-head">
        <h2 id="publishes-title">Last publishes</h2>
        <SelectField
          label="Show"
          value={filter}
          options={[
            { value: 'all', label: 'All publishes' },
            { value: 'failed', label: 'Failed ones' },
          ]}
          onChange={(event) => setFilter(event.target.value === 'failed' ? 'failed' : 'all')}
        />
      </div>
      {!isLoaded && rows.length === 0 && <TableSkeleton columns={COLUMNS} rows={4} />}
      {isLoaded && rows.length === 0 && (
        <EmptyState title={filter === 'failed' ? 'No publish has failed' : 'Nothing has been published yet'}>
          <p>
            {filter === 'failed'
              ? 'One that fails stays here until you retry it.'
              : 'Your first post will appear here.'}
          </p>
        </EmptyState>
      )}
      {rows.length > 0 && (
        <table className="admin-table">
          <caption className="visually-hidden">Last publishes</caption>
          <thead>
            <tr>
              {COLUMNS.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((publish) => (
              <PublishRow key={publish.id} publish={publish} isPaused={isPaused} />
            ))}
          </tbody>
        </table>
      )}
      {!isAll && found.length > rows.length && (
        <div>
          <Button variant="secondary" onClick={() => setAll(true)}>
            Show earlier ones
          </Button>
        </div>
      )}
    </section>
  );
}

/** Loads publishes that are older than those of the event stream; null loads none. */
function useEarlierPublishes(filter: 'all' | 'failed' | null): void {
  useEffect(() => {
    if (filter === null) return;
    const stop = new AbortController();
    api
      .get('/api/publishes', {
        query: { status: filter === 'failed' ? filter : undefined, limit: SHOWN },
        signal: stop.signal,
      })
      .then(({ publishes }) => {
        for (const publish of publishes) mergePublish(publish);
      })
      .catch(() => undefined); // what the events told is shown all the same
    return () => stop.abort();
  }, [filter]);
}
