import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { PublishJson, publishesAnswer } from '#api/features/publishes/publishes.contract.ts';
import { EmptyState } from '#src/components/ui/EmptyState.tsx';
import { SelectField } from '#src/components/ui/SelectField.tsx';
import { TableSkeleton } from '#src/components/ui/TableSkeleton.tsx';
import { api } from '#src/lib/api-client.ts';
import { keep } from '#src/stores/publishes.ts';
import { PublishRow } from './PublishRow.tsx';

const COLUMNS = ['What', 'State', 'Pages', 'When', 'Actions'];
const SHOWN = 25;

type Props = { publishes: readonly PublishJson[]; isHeld: boolean; isKnown: boolean };

/** The last publishes, each with where it changed something; the failed ones with the reason. */
export function PublishList({ publishes, isHeld, isKnown }: Props) {
  const [filter, setFilter] = useState<'all' | 'failed'>('all');
  useFailed(filter === 'failed');
  const rows = publishes.filter(({ status }) => filter === 'all' || status === 'failed').slice(0, SHOWN);
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
      {!isKnown && rows.length === 0 && <TableSkeleton columns={COLUMNS} rows={4} />}
      {isKnown && rows.length === 0 && (
        <EmptyState title={filter === 'failed' ? 'No publish has failed' : 'Nothing has been published yet'}>
          <p>
            {filter === 'failed'
              ? 'Those that do stay here until they are tried again.'
              : 'Your first post will be here.'}
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
              <PublishRow key={publish.id} publish={publish} isHeld={isHeld} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Failed publishes that are older than what the events told. */
function useFailed(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    api
      .get<z.infer<typeof publishesAnswer>>(`/api/publishes?status=failed&limit=${SHOWN}`, { signal: stop.signal })
      .then(({ publishes }) => {
        for (const publish of publishes) keep(publish);
      })
      .catch(() => undefined); // what the events told is shown all the same
    return () => stop.abort();
  }, [isWanted]);
}
