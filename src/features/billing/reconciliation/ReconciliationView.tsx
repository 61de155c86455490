import { useToastAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { fetchReconciliations, reconcile } from '#src/features/billing/billing-api.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import type { ReconciliationsJson } from '#api/features/billing/billing.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { DriftTable } from './DriftTable.tsx';
import { LastRun, describeRun } from './LastRun.tsx';
import { ResyncForm } from './ResyncForm.tsx';

const COLUMNS = ['Result', 'Compared', 'Started by', 'When'];

function RunTable({ runs }: { runs: ReconciliationsJson['runs'] }) {
  return (
    <details className="fold">
      <summary>Show all comparisons</summary>
      <table className="admin-table">
        <caption className="visually-hidden">Comparisons</caption>
        <TableHead columns={COLUMNS} />
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <td className="title-cell">
                {describeRun(run)}
                {run.error && <span className="failure">{run.error}</span>}
              </td>
              <td data-label="Compared">{formatNumber(run.checked)}</td>
              <td data-label="Started by">{run.is_nightly ? 'The server, nightly' : 'An admin'}</td>
              <td className="narrow">
                <Time iso={run.started_at} isFull />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** While a comparison runs, its progress is asked for so often (ms). */
const POLL_MS = 1000;

/** The comparison of the database with Stripe: nightly, on demand, or for one user. */
export function ReconciliationView({ canManage }: { canManage: boolean }) {
  const { value, error, reload } = useQuery('reconciliations', fetchReconciliations, {
    pollAfter: (loaded) => (loaded?.runs[0]?.finished_at === null ? POLL_MS : null),
  });
  const lastRun = value?.runs[0] ?? null;
  const comparison = useToastAction(reconcile, { onSettled: reload });
  return (
    <>
      {canManage && (
        <PageAction>
          <Button
            isBusy={comparison.isBusy || lastRun?.finished_at === null}
            busyLabel="Comparing..."
            onClick={() => void comparison.run()}
          >
            Compare with Stripe now
          </Button>
        </PageAction>
      )}
      {error !== null && <ErrorPanel title="Couldn’t load the comparisons" message={error} onRetry={reload} />}
      {value === null && error === null && (
        <div className="billing-loading">
          <Skeleton kind="line" count={5} />
        </div>
      )}
      {value && (
        <>
          <LastRun run={lastRun} />
          <DriftTable drifts={value.drifts} />
        </>
      )}
      {canManage && <ResyncForm onResynced={reload} />}
      {value && value.runs.length > 1 && <RunTable runs={value.runs} />}
    </>
  );
}
