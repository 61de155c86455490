import { region } from '#api/domain/region.ts';
import { formatMoment } from '#src/lib/format/dates.ts';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { useAction } from '#src/lib/use-action.ts';
import type { PublishStep } from './publish-action.ts';
import { PlanSummary, WarningList } from './PublishChecks.tsx';
import { PublishTimeChoice } from './PublishTimeChoice.tsx';
import { suggestTimes } from './suggest-times.ts';
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

const PAST_TIME = 'Choose a time in the future.';

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
  const [picks] = useState(() => suggestTimes(Date.now(), region.timeZone));
  const confirmButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    const first = confirmButton.current?.closest('dialog')?.querySelector('input:checked') ?? confirmButton.current;
    first?.setAttribute('autofocus', '');
  }, []);
  const choose = (iso: string | null) => {
    setAt(iso);
    setTimeError(iso !== null && Date.parse(iso) <= Date.now() ? PAST_TIME : undefined);
  };
  const { run, isBusy, error } = useAction(async () => {
    if (!isScheduled) return publishFlow.confirm(action, {});
    if (at === null || Date.parse(at) <= Date.now()) return setTimeError(PAST_TIME);
    await publishFlow.confirm(action, schedule?.toChanges(at) ?? {});
  });
  return (
    <>
      {schedule ? (
        <PublishTimeChoice
          isScheduled={isScheduled}
          at={at}
          error={timeError}
          picks={picks}
          onChoose={(isLater) => {
            setScheduled(isLater);
            if (isLater && at === null) choose(picks[0]?.at ?? null);
          }}
          onChange={choose}
        />
      ) : (
        <p>{action.consequence}</p>
      )}
      {warnings !== null && warnings.length > 0 && (
        <WarningList warnings={warnings} onJump={publishFlow.goToWarning} onFix={publishFlow.fixWarning} />
      )}
      {warnings === null && <p className="field-hint">We couldn’t check the text right now.</p>}
      {plan && !isScheduled && <PlanSummary plan={plan} />}
      {error && <Notice tone="error">{error}</Notice>}
      <div className="form-actions">
        <Button variant="secondary" onClick={publishFlow.close}>
          Keep editing
        </Button>
        <Button
          ref={confirmButton}
          isBusy={isBusy}
          busyLabel={isScheduled ? 'Scheduling...' : action.busyLabel}
          onClick={() => void run()}
        >
          {schedule ? formatConfirm(isScheduled, at) : action.confirmLabel}
        </Button>
      </div>
    </>
  );
}

function formatConfirm(isScheduled: boolean, at: string | null): string {
  if (!isScheduled) return 'Publish now';
  return at ? `Schedule for ${formatMoment(at)}` : 'Schedule';
}
