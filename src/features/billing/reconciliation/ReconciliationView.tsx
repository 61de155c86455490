import { useEffect, useState } from 'react';
import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { fetchReconciliations, reconcile } from '#src/features/billing/billing-api.ts';
import { DriftTable } from './DriftTable.tsx';
import { LastRun } from './LastRun.tsx';
import { ResyncForm } from './ResyncForm.tsx';
import { RunTable } from './RunTable.tsx';

/** While a comparison runs, its progress is asked for so often (ms). */
const POLL_MS = 1000;

/** The comparison of the database with Stripe: nightly, on demand, or for one user. */
export function ReconciliationView({ canManage }: { canManage: boolean }) {
  const { value, error, reload } = useListQuery('reconciliations', fetchReconciliations);
  const [isStarting, setStarting] = useState(false);
  const lastRun = value?.runs[0] ?? null;
  const isRunning = lastRun !== null && lastRun.finished_at === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again after each answer, until the comparison has finished
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [value, isRunning, reload]);
  const compare = async () => {
    setStarting(true);
    try {
      await reconcile();
    } catch (cause) {
      showToast(formatError(cause), 'error');
    } finally {
      setStarting(false);
      reload();
    }
  };
  return (
    <>
      {canManage && (
        <PageAction>
          <Button isBusy={isStarting || isRunning} busyLabel="Comparing..." onClick={() => void compare()}>
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
