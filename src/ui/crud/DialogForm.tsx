import { type ReactNode, useLayoutEffect } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import type { useFormSubmit } from './use-form-submit.ts';

type Props = {
  submission: ReturnType<typeof useFormSubmit>;
  submitLabel: string;
  onCancel: () => void;
  children: ReactNode;
};

/** The form of a dialog: its fields, what went wrong, and the two ways out. */
export function DialogForm({ submission, submitLabel, onCancel, children }: Props) {
  const { form } = submission;
  useLayoutEffect(() => {
    // The dialog that opens around it would give the focus to its first button, which closes it.
    form.current?.querySelector('input, select, textarea')?.setAttribute('autofocus', '');
  }, [form]);
  return (
    <form className="form" ref={form} onSubmit={submission.submit} noValidate>
      {children}
      {submission.error && <Notice tone="error">{submission.error}</Notice>}
      <div className="form-actions">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isBusy={submission.isBusy} busyLabel="Saving...">
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
