import type { ReactNode, Ref } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import type { BulkRun } from './bulk-run.ts';

type Props = {
  run: Pick<BulkRun<unknown, unknown, unknown>, 'isRunning' | 'rest' | 'total'>;
  doneCount: number;
  /** 'Archiving... 50 of 52 posts' */
  progressLabel: string;
  /** What was done, once it has ended. */
  children: ReactNode;
  /** Something was not done. */
  isIncomplete?: boolean;
  onStop: () => void;
  onResume: () => void;
  /** Offered at the end. */
  retry?: { label: string; onRetry: () => void } | undefined;
  onClose: () => void;
  focusRef: Ref<HTMLDivElement>;
};

/** The progress of a bulk action, then its result, which stays until it is closed. */
export function BulkRunNotice({ run, doneCount, progressLabel, children, isIncomplete = false, ...props }: Props) {
  const { isRunning, rest, total } = run;
  return (
    <div ref={props.focusRef} tabIndex={-1} className="bulk-result">
      <Notice tone={rest || isIncomplete ? 'info' : 'success'}>
        {isRunning ? (
          <>
            <p>{progressLabel}</p>
            <progress aria-label={progressLabel} value={doneCount} max={total} />
          </>
        ) : (
          children
        )}
        <div className="form-actions">
          <NextStep isRunning={isRunning} canResume={rest !== null} {...props} />
          {!isRunning && (
            <Button variant="secondary" className="button-small" onClick={props.onClose}>
              Close
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}

type StepProps = Pick<Props, 'onStop' | 'onResume' | 'retry'> & { isRunning: boolean; canResume: boolean };

function NextStep({ isRunning, canResume, onStop, onResume, retry }: StepProps) {
  const step = isRunning
    ? { label: 'Stop', act: onStop }
    : canResume
      ? { label: 'Continue', act: onResume }
      : retry && { label: retry.label, act: retry.onRetry };
  return (
    step && (
      <Button variant="secondary" className="button-small" onClick={step.act}>
        {step.label}
      </Button>
    )
  );
}
