import type { Ref } from 'react';
import { formatBulkResult } from '#api/domain/bulk-actions.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { BULK_BUSY_LABELS } from '#src/features/blogs/manager/bulk-action-copy.ts';
import type { BulkRun } from './bulk-run.ts';

type Props = {
  run: BulkRun;
  onStop: () => void;
  onResume: () => void;
  onRetrySkipped: () => void;
  onClose: () => void;
  focusRef: Ref<HTMLDivElement>;
};

/** The progress of a bulk action, then its result; stays until it is closed, because it names the skipped posts. */
export function BulkResult({ run, onStop, onResume, onRetrySkipped, onClose, focusRef }: Props) {
  const { isRunning, rest, skipped } = run;
  const next = isRunning
    ? { label: 'Stop', act: onStop }
    : rest
      ? { label: 'Continue', act: onResume }
      : skipped.length > 0 && { label: 'Try again', act: onRetrySkipped };
  return (
    <div ref={focusRef} tabIndex={-1} className="bulk-result">
      <Notice tone={rest || skipped.length > 0 ? 'info' : 'success'}>
        {isRunning ? <Progress run={run} /> : <Outcome run={run} />}
        <div className="form-actions">
          {next && (
            <Button variant="secondary" className="button-small" onClick={next.act}>
              {next.label}
            </Button>
          )}
          {!isRunning && (
            <Button variant="secondary" className="button-small" onClick={onClose}>
              Close
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}

const countDone = ({ updatedCount, skipped }: BulkRun) => updatedCount + skipped.length;

function Progress({ run }: { run: BulkRun }) {
  const label = `${BULK_BUSY_LABELS[run.request.action]} ${countDone(run).toLocaleString('en-NZ')} of ${formatCount(run.total, 'post')}`;
  return (
    <>
      <p>{label}</p>
      <progress aria-label={label} value={countDone(run)} max={run.total} />
    </>
  );
}

/** Skipped posts that are named; further ones are counted. */
const MAX_NAMED = 20;

function Outcome({ run }: { run: BulkRun }) {
  const { request, updatedCount, skipped, rest, error, total } = run;
  const left = Math.max(total - countDone(run), 0);
  return (
    <>
      <p>{formatBulkResult(request.action, updatedCount)}</p>
      {rest && (
        <p>
          {error ?? 'Stopped.'} {left.toLocaleString('en-NZ')} {pluralize(left, 'post is', 'posts are')} left.
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
