import { useAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { ImportState } from '#api/domain/imports.ts';
import { CheckResult } from './CheckResult.tsx';
import { FlowSteps, type Step } from './FlowSteps.tsx';
import { checkImport, fetchImport, type ImportJson, type StepProps } from './imports-api.ts';
import { ImportReport } from './ImportReport.tsx';
import { RunningImport } from './RunningImport.tsx';

const STEPS: Record<ImportState, Step> = {
  choosing: 'check',
  reading: 'check',
  refused: 'choose',
  checked: 'check',
  running: 'import',
  stopped: 'import',
  finished: 'report',
  undoing: 'report',
  undone: 'report',
};
/** While something happens it is asked for so often (ms). */
const REFRESH_MS = 1_000;

const isMoving = ({ state }: ImportJson) => state === 'reading' || state === 'running' || state === 'undoing';

/** One import, wherever it is. */
export function ImportProgress({ id, onClose }: { id: number; onClose: () => void }) {
  const { value, error, reload } = useQuery(`import-${id}`, (signal) => fetchImport(id, signal), {
    pollAfter: (loaded) => (loaded === null || isMoving(loaded) ? REFRESH_MS : null),
  });
  if (error !== null && !value)
    return <ErrorPanel title="Couldn’t load this import" message={error} onRetry={reload} />;
  if (!value) return <Skeleton kind="line" count={8} />;
  return (
    <>
      <FlowSteps current={STEPS[value.state]} />
      {error !== null && <Notice tone="error">{error}</Notice>}
      <ImportStep value={value} onChange={reload} onClose={onClose} />
    </>
  );
}

function ImportStep(props: StepProps) {
  const { value } = props;
  if (value.state === 'checked') return <CheckResult {...props} />;
  if (value.state === 'running' || value.state === 'stopped') return <RunningImport {...props} />;
  if (value.state === 'refused' || value.state === 'choosing') return <RefusedImport {...props} />;
  if (value.state === 'reading')
    return (
      <div className="run-card" role="status">
        <h2 className="flow-title">Checking {value.name}</h2>
        <p className="row-note">This only reads. You can close the window, and come back.</p>
      </div>
    );
  return <ImportReport {...props} />;
}

function RefusedImport({ value, onChange, onClose }: StepProps) {
  const checking = useAction(async () => {
    await checkImport(value.id);
    onChange();
  });
  return (
    <>
      <Notice tone="error" title={`‘${value.name}’ can’t come in`}>
        {value.error ?? 'Its files are incomplete. Choose them again.'}
      </Notice>
      {checking.error && <Notice tone="error">{checking.error}</Notice>}
      <div className="flow-foot">
        <p className="row-note">Nothing was saved.</p>
        <span className="run-acts">
          {value.state === 'refused' && (
            <Button variant="secondary" isBusy={checking.isBusy} onClick={() => void checking.run()}>
              Try again
            </Button>
          )}
          <Button onClick={onClose}>Choose another</Button>
        </span>
      </div>
    </>
  );
}
