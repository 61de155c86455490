import { type ReactNode, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { useAction } from '#src/lib/use-action.ts';
import type { PublishStep } from './publish-action.ts';
import { PlanSummary, WarningList } from './PublishChecks.tsx';
import { PublishTimeChoice } from './PublishTimeChoice.tsx';
import type { PublishFlow } from './use-publish-flow.ts';

type Props<Fields extends object> = {
  publishFlow: PublishFlow<Fields>;
  /** What is published: its picture, title and address. */
  subject: ReactNode;
};

/** Confirms a change for readers and lists its effects; then shows the result. */
export function PublishDialog<Fields extends object>({ publishFlow, subject }: Props<Fields>) {
  const { step } = publishFlow;
  if (!step) return null;
  if (step.kind === 'following') return step.result;
  return (
    <Modal isOpen title={step.action.schedule ? 'Publish' : `${step.action.confirmLabel}?`} onClose={publishFlow.close}>
      {subject}
      <ConfirmStep step={step} publishFlow={publishFlow} />
    </Modal>
  );
}

type ConfirmProps<Fields extends object> = {
  step: Extract<PublishStep<Fields>, { kind: 'asking' }>;
  publishFlow: PublishFlow<Fields>;
};

function ConfirmStep<Fields extends object>({ step, publishFlow }: ConfirmProps<Fields>) {
  const { action, warnings, plan } = step;
  const { schedule } = action;
  const [at, setAt] = useState(schedule?.at ?? null);
  const [isScheduled, setScheduled] = useState(at !== null);
  const [timeError, setTimeError] = useState<string | undefined>();
  const { run, isBusy, error } = useAction(async () => {
    if (!isScheduled) return publishFlow.confirm(action, {});
    if (at === null || Date.parse(at) <= Date.now()) return setTimeError('Choose a time in the future.');
    await publishFlow.confirm(action, schedule?.toChanges(at) ?? {});
  });
  return (
    <>
      {schedule ? (
        <PublishTimeChoice
          isScheduled={isScheduled}
          at={at}
          companyTimeZone={schedule.companyTimeZone}
          error={timeError}
          onChoose={setScheduled}
          onChange={(iso) => {
            setAt(iso);
            setTimeError(undefined);
          }}
        />
      ) : (
        <p>{action.consequence}</p>
      )}
      {warnings !== null && warnings.length > 0 && <WarningList warnings={warnings} onJump={publishFlow.goToWarning} />}
      {warnings === null && <p className="field-hint">We couldn’t check the text right now.</p>}
      {plan && !isScheduled && <PlanSummary plan={plan} />}
      {error && <Notice tone="error">{error}</Notice>}
      <div className="form-actions">
        <Button variant="secondary" onClick={publishFlow.close}>
          Keep editing
        </Button>
        <Button isBusy={isBusy} busyLabel={isScheduled ? 'Scheduling...' : action.busyLabel} onClick={() => void run()}>
          {schedule ? formatConfirm(isScheduled, at) : action.confirmLabel}
        </Button>
      </div>
    </>
  );
}

const day = new Intl.DateTimeFormat('en-NZ', { weekday: 'short', day: 'numeric', month: 'short' });
const time = new Intl.DateTimeFormat('en-NZ', { timeStyle: 'short' });

function formatConfirm(isScheduled: boolean, at: string | null): string {
  if (!isScheduled) return 'Publish now';
  return at ? `Schedule for ${day.format(new Date(at))}, ${time.format(new Date(at))}` : 'Schedule';
}
