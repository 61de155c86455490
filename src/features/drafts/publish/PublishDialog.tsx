import { formatMoment } from '#src/lib/format/dates.ts';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { useAction } from '#src/lib/use-action.ts';
import type { PublishAction, PublishStep } from './publish-action.ts';
import { PlanSummary, WarningList } from './PublishChecks.tsx';
import { PublishTimeChoice } from './PublishTimeChoice.tsx';
import { usePublishTime } from './use-publish-time.ts';
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
    <Modal isOpen title={formatTitle(step.action)} onClose={publishFlow.close}>
      {subject}
      <ConfirmStep step={step} publishFlow={publishFlow} />
    </Modal>
  );
}

function formatTitle({ schedule, note, confirmLabel }: PublishAction<object>): string {
  if (schedule) return 'Publish';
  return note ? confirmLabel : `${confirmLabel}?`;
}

type ConfirmProps<Fields extends object> = {
  step: Extract<PublishStep<Fields>, { kind: 'asking' }>;
  publishFlow: PublishFlow<Fields>;
};

function ConfirmStep<Fields extends object>({ step, publishFlow }: ConfirmProps<Fields>) {
  const { action, warnings, plan } = step;
  const { schedule } = action;
  const time = usePublishTime(schedule?.at);
  const { at, isScheduled, isMissing: isTimeMissing } = time;
  const [note, setNote] = useState('');
  const [noteError, setNoteError] = useState<string>();
  const confirmButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    const first =
      confirmButton.current?.closest('dialog')?.querySelector('input:checked, textarea') ?? confirmButton.current;
    first?.setAttribute('autofocus', '');
  }, []);
  const { run, isBusy, error } = useAction(async () => {
    if (isTimeMissing) return;
    if (action.note?.missing && note.trim() === '') return setNoteError(action.note.missing);
    const changes = isScheduled && at !== null ? schedule?.toChanges(at) : undefined;
    await publishFlow.confirm(action, changes ?? {}, note.trim());
  });
  // A form, so that Enter publishes.
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void run();
      }}
    >
      {schedule ? <PublishTimeChoice time={time} /> : <p>{action.consequence}</p>}
      {action.note && (
        <TextArea
          label={action.note.label}
          name="note"
          maxLength={action.note.maxLength}
          value={note}
          error={noteError}
          onChange={({ currentTarget }) => {
            setNote(currentTarget.value);
            setNoteError(undefined);
          }}
        />
      )}
      {warnings !== null && warnings.length > 0 && (
        <WarningList
          warnings={warnings}
          onJump={publishFlow.goToWarning}
          onFix={publishFlow.fixWarning}
          getImage={publishFlow.getImage}
          onSetAltText={publishFlow.setAltText}
        />
      )}
      {warnings?.length === 0 && action.isPublic && <p className="field-hint">Links, images and headings are fine.</p>}
      {warnings === null && <p className="field-hint">We couldn’t check the text right now.</p>}
      {plan && !isScheduled && <PlanSummary plan={plan} />}
      {error && (
        <Notice tone="error" title={publishFlow.failure}>
          {error}
        </Notice>
      )}
      <div className="form-actions">
        <Button variant="secondary" onClick={publishFlow.close}>
          Keep editing
        </Button>
        <Button
          ref={confirmButton}
          type="submit"
          isBusy={isBusy}
          aria-disabled={isTimeMissing}
          busyLabel={isScheduled ? 'Scheduling...' : action.busyLabel}
        >
          {schedule ? formatConfirm(isScheduled, at) : action.confirmLabel}
        </Button>
      </div>
    </form>
  );
}

function formatConfirm(isScheduled: boolean, at: string | null): string {
  if (!isScheduled) return 'Publish now';
  return at ? `Schedule for ${formatMoment(at)}` : 'Schedule';
}
