import { type ReactNode, useLayoutEffect } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import type { useSaving } from './use-form-submit.ts';

type Props = { saving: ReturnType<typeof useSaving>; submitLabel: string; onCancel: () => void; children: ReactNode };

/** The form of a dialog: its fields, what went wrong, and the two ways out. */
export function SavingForm({ saving, submitLabel, onCancel, children }: Props) {
  const { form } = saving;
  useLayoutEffect(() => {
    // The dialog that opens around it would give the focus to its first button, which closes it.
    form.current?.querySelector('input, select, textarea')?.setAttribute('autofocus', '');
  }, [form]);
  return (
    <form className="form" ref={form} onSubmit={saving.submit} noValidate>
      {children}
      {saving.error && <Notice tone="error">{saving.error}</Notice>}
      <div className="form-actions">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isBusy={saving.isBusy} busyLabel="Saving...">
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
