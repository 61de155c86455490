import { importKinds } from '#api/domain/imports.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { useAction } from '#src/lib/use-action.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { countItems, formatKind, formatKindCount } from './import-words.ts';
import { startImport, stopImport, type StepProps } from './imports-api.ts';
import { UndoImport } from './UndoImport.tsx';

/** An import that comes in, or was stopped: it goes on without the window. */
export function RunningImport({ value, onChange }: StepProps) {
  const isStopped = value.state === 'stopped';
  const acting = useAction(async (act: typeof startImport) => {
    await act(value.id);
    onChange();
  });
  const shown = importKinds.filter((kind) => countItems(value, kind) > 0);
  const total = shown.reduce((sum, kind) => sum + countItems(value, kind), 0);
  const waiting = shown.reduce((sum, kind) => sum + countItems(value, kind, 'waiting'), 0);
  const current = shown.find((kind) => countItems(value, kind, 'waiting') > 0) ?? 'post';
  const at = `${formatKind(current, 1)} ${formatNumber(countItems(value, current) - countItems(value, current, 'waiting'))} of ${formatNumber(countItems(value, current))}`;
  return (
    <div className="run-card">
      <div className="run-head">
        <h2 className="flow-title">
          {waiting === 0 ? 'Publishing' : `${isStopped ? 'Stopped at' : 'Importing'} ${at}`}
        </h2>
        <span className="run-acts">
          {isStopped ? (
            <>
              <UndoImport value={value} onChange={onChange} />
              <Button isBusy={acting.isBusy} onClick={() => void acting.run(startImport)}>
                {value.error === null ? 'Resume' : 'Try again'}
              </Button>
            </>
          ) : (
            <Button variant="secondary" isBusy={acting.isBusy} onClick={() => void acting.run(stopImport)}>
              Stop
            </Button>
          )}
        </span>
      </div>
      <progress className="run-bar" value={total - waiting} max={total} aria-label="Imported" />
      <p role="status">
        {isStopped ? 'What is in stays, as drafts until the end.' : <NowAt current={value.current} />}
      </p>
      {isStopped && value.error !== null && <Notice tone="error">{value.error}</Notice>}
      {acting.error && <Notice tone="error">{acting.error}</Notice>}
      <ul className="run-parts">
        {shown.map((kind) => {
          const [all, left] = [countItems(value, kind), countItems(value, kind, 'waiting')];
          return (
            <li key={kind} className={left === all ? 'is-next' : undefined}>
              <Icon name={left === 0 ? 'check' : 'minus'} size={16} />
              {left === 0 || left === all
                ? formatKindCount(kind, all)
                : `${formatNumber(all - left)} of ${formatKindCount(kind, all)}`}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const NowAt = ({ current }: { current: string | null }) => (
  <>
    <span className="muted">Now </span>
    {current ?? 'making everything live'}
  </>
);
