import type { Ref } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { BulkRunNotice } from '#src/ui/bulk/BulkRunNotice.tsx';
import { BUSY_LABELS, formatDone } from './bulk-copy.ts';
import type { EntryBulkRun } from './entry-bulk-run.ts';

type Props = {
  run: EntryBulkRun;
  onStop: () => void;
  onResume: () => void;
  onRetryRefused: () => void;
  onClose: () => void;
  focusRef: Ref<HTMLDivElement>;
};

const countDone = ({ result }: EntryBulkRun) => result.updatedCount + result.skippedCount;

/** The progress of a bulk action, then its result with the people who got no email. */
export function EntryBulkResult({ run, onRetryRefused, ...props }: Props) {
  const doneCount = countDone(run);
  const hasRefusals = run.result.refusals.length > 0;
  const total = formatCount(run.total, 'person', 'people');
  return (
    <BulkRunNotice
      {...props}
      run={run}
      doneCount={doneCount}
      progressLabel={`${BUSY_LABELS[run.request.action]} ${formatNumber(doneCount)} of ${total}`}
      isIncomplete={hasRefusals}
      retry={hasRefusals ? { label: 'Try again', onRetry: onRetryRefused } : undefined}
    >
      <Outcome run={run} />
    </BulkRunNotice>
  );
}

/** Refusals that are named; further ones are counted. */
const MAX_NAMED = 20;

function Outcome({ run }: { run: EntryBulkRun }) {
  const { request, result, rest, error, total } = run;
  const { updatedCount, skippedCount, refusals } = result;
  const left = Math.max(total - countDone(run), 0);
  return (
    <>
      <p>{formatDone(request.action, updatedCount)}.</p>
      {rest && (
        <p>
          {error === null ? 'Stopped' : error.replace(/\.$/, '')}. {formatNumber(left)}{' '}
          {pluralize(left, 'person is', 'people are')} left.
        </p>
      )}
      {refusals.length === 0 && skippedCount > 0 && (
        <p>
          {formatCount(skippedCount, 'person', 'people')} {pluralize(skippedCount, 'was', 'were')} skipped:{' '}
          {request.action === 'put-back' ? 'not rejected' : 'no longer pending'}.
        </p>
      )}
      {refusals.length > 0 && (
        <ul className="named">
          {refusals.slice(0, MAX_NAMED).map(({ id, email, reason }) => (
            <li key={id}>
              <strong>{email ?? `Entry ${id}`}</strong>: {reason}
            </li>
          ))}
          {refusals.length > MAX_NAMED && <li>and {formatCount(refusals.length - MAX_NAMED, 'other')}</li>}
        </ul>
      )}
    </>
  );
}
