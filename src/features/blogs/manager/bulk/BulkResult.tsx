import type { Ref } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatBulkResult } from '#api/domain/bulk-actions.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { BULK_BUSY_LABELS } from '#src/features/blogs/manager/bulk-action-copy.ts';
import { BulkRunNotice } from '#src/ui/bulk/BulkRunNotice.tsx';
import type { PostBulkRun } from './bulk-run.ts';

type Props = {
  run: PostBulkRun;
  onStop: () => void;
  onResume: () => void;
  onRetrySkipped: () => void;
  onClose: () => void;
  focusRef: Ref<HTMLDivElement>;
};

/** The progress of a bulk action, then its result; stays until it is closed, because it names the skipped posts. */
export function BulkResult({ run, onRetrySkipped, ...props }: Props) {
  const doneCount = countDone(run);
  const hasSkipped = run.result.skipped.length > 0;
  return (
    <BulkRunNotice
      {...props}
      run={run}
      doneCount={doneCount}
      progressLabel={`${BULK_BUSY_LABELS[run.request.action]} ${formatNumber(doneCount)} of ${formatCount(run.total, 'post')}`}
      isIncomplete={hasSkipped}
      retry={hasSkipped ? { label: 'Try again', onRetry: onRetrySkipped } : undefined}
    >
      <Outcome run={run} />
    </BulkRunNotice>
  );
}

const countDone = ({ result }: PostBulkRun) => result.updatedCount + result.skipped.length;

/** Skipped posts that are named; further ones are counted. */
const MAX_NAMED = 20;

function Outcome({ run }: { run: PostBulkRun }) {
  const { request, result, rest, error, total } = run;
  const { updatedCount, skipped } = result;
  const left = Math.max(total - countDone(run), 0);
  return (
    <>
      {(updatedCount > 0 || skipped.length === 0) && <p>{formatBulkResult(request.action, updatedCount)}</p>}
      {rest && (
        <p>
          {error ?? 'Stopped.'} {formatNumber(left)} {pluralize(left, 'post is', 'posts are')} left.
        </p>
      )}
      {skipped.length > 0 && (
        <>
          <p>{`${formatCount(skipped.length, 'post')} ${pluralize(skipped.length, 'wasn’t', 'weren’t')} changed:`}</p>
          <ul className="named">
            {skipped.slice(0, MAX_NAMED).map(({ id, title, reason }) => (
              <li key={id}>
                <strong>{title === null ? `Post ${id}` : title || 'Untitled post'}</strong>: {reason}
              </li>
            ))}
            {skipped.length > MAX_NAMED && <li>and {formatCount(skipped.length - MAX_NAMED, 'other')}</li>}
          </ul>
        </>
      )}
    </>
  );
}
