import { useState } from 'react';
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

/** The comparison of the database with Stripe: nightly, on demand, or for one user. */
export function ReconciliationView({ canManage }: { canManage: boolean }) {
  const { value, error, reload } = useListQuery('reconciliations', fetchReconciliations);
  const [isBusy, setBusy] = useState(false);
  const compare = async () => {
    setBusy(true);
    try {
      showToast((await reconcile()).message, 'success');
    } catch (cause) {
      showToast(formatError(cause), 'error');
    } finally {
      setBusy(false);
      reload();
    }
  };
  return (
    <>
      {canManage && (
        <PageAction>
          <Button isBusy={isBusy} busyLabel="Comparing..." onClick={() => void compare()}>
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
          <LastRun run={value.runs[0] ?? null} />
          <DriftTable drifts={value.drifts} />
        </>
      )}
      {canManage && <ResyncForm onResynced={reload} />}
      {value && value.runs.length > 1 && <RunTable runs={value.runs} />}
    </>
  );
}
