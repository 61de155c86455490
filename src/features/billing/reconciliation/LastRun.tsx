import type { ReconciliationsJson } from '#api/features/billing/billing.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { Time } from '#src/ui/content/Time.tsx';

type Run = ReconciliationsJson['runs'][number];

/** What the last comparison found, as a heading. */
export function LastRun({ run }: { run: Run | null }) {
  return (
    <section className="last-run" aria-labelledby="last-run-title">
      <h2 id="last-run-title" data-state={getState(run)}>
        {describeRun(run)}
      </h2>
      <p className="muted">
        {run ? (
          <>
            {run.is_nightly ? 'Nightly comparison' : 'Started by an admin'}, <Time iso={run.started_at} isInSentence />.{' '}
            {formatCount(run.checked, 'subscription or invoice', 'subscriptions and invoices')} compared
            {run.finished_at === null && ' so far'}.
          </>
        ) : (
          'Every night all subscriptions and invoices are compared with Stripe, and differences are repaired.'
        )}
      </p>
      {run?.error && <p className="failure">{run.error}</p>}
    </section>
  );
}

function getState(run: Run | null): 'unknown' | 'failed' | 'open' | 'good' {
  if (!run) return 'unknown';
  if (run.error) return 'failed';
  return run.finished_at === null || run.found > run.repaired ? 'open' : 'good';
}

export function describeRun(run: Run | null): string {
  if (!run) return 'Not compared yet';
  if (run.error) return 'The comparison failed';
  if (run.finished_at === null) return 'Comparing now...';
  if (run.found === 0) return 'Everything matches Stripe';
  const found = formatCount(run.found, 'difference');
  if (run.repaired === run.found) return `${found} found and repaired`;
  return `${found} found, ${run.repaired} repaired`;
}
